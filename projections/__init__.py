"""The folds that people read: network, banks, ledger, timeline. They can be dropped and rebuilt."""
