"""Several server processes behind one address, kept running by one parent."""
