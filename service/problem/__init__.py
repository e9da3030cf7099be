"""Problems: the one table of codes, and the document that answers with one."""
