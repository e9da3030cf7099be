"""What only the GM does, and why it is refused to everybody else."""

from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.table import Table


def gms_alone(table: Table, rule: str) -> Refused:
    """Who may do it, or that nobody sits in the GM's seat."""
    if table.gm not in table.sitting:
        return refuse(Code.GM_AWAY, rule, gm=table.gm)
    return refuse(Code.GM_ONLY, rule, gm=table.gm, name=table.name(table.gm))
