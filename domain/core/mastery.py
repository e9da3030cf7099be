"""Actions that only the GM can take, and their refusal to other seats."""

from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.table import Table


def gms_alone(table: Table, rule: str) -> Refused:
    """The refusal, which names the GM or says that the GM's seat is empty."""
    if table.gm not in table.sitting:
        return refuse(Code.GM_AWAY, rule, gm=table.gm)
    return refuse(Code.GM_ONLY, rule, gm=table.gm, name=table.name(table.gm))
