"""Verge's rules that are built, in the text's order, and its house rules."""

from domain.log import RULES as LOG
from domain.seating import RULES as TABLE
from domain.verge.rulebook.change import RULES as CHANGE
from domain.verge.rulebook.compile import RULES as COMPILE
from domain.verge.rulebook.conflict import RULES as CONFLICT
from domain.verge.rulebook.consent import RULES as CONSENT
from domain.verge.rulebook.house import HOUSE_RULES
from domain.verge.rulebook.interest import RULES as INTEREST
from domain.verge.rulebook.load import RULES as LOAD
from domain.verge.rulebook.network import RULES as NETWORK
from domain.verge.rulebook.notice import RULES as NOTICE
from domain.verge.rulebook.override import RULES as OVERRIDE
from domain.verge.rulebook.scene import RULES as SCENE
from domain.verge.rulebook.token import RULES as TOKEN

__all__ = ["HOUSE_RULES", "RULES"]

RULES = (
    TABLE
    | LOG
    | NETWORK
    | COMPILE
    | LOAD
    | TOKEN
    | CHANGE
    | CONSENT
    | OVERRIDE
    | CONFLICT
    | INTEREST
    | SCENE
    | NOTICE
)
