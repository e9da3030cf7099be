"""JSON Schemas of the domain's types, and recorded samples of them."""
