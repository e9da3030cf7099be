"""The statements of the rules, with a module for each chapter."""
