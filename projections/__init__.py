"""The read models, such as network, banks, ledger and timeline. They can be dropped and rebuilt."""

if __name__ != "verger.projections":
    raise ImportError(
        "Import verger.projections: under a second name, each module would be loaded twice"
    )
