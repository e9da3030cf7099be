"""House rules: the choices that the text of a game leaves to its players. The log records them."""

from collections.abc import Mapping

import msgspec

from verger.domain.core.identifier import HouseRuleId, RuleId
from verger.domain.core.option import plain
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse

Value = str | int


class HouseRule(msgspec.Struct, frozen=True):
    """A choice of one named value, or of a number in a range. The first value is the default."""

    id: HouseRuleId
    """The id of the house rule."""
    statement: str
    """The choice in a sentence."""
    bears_on: tuple[RuleId, ...]
    """The ids of the rules that the house rule changes."""
    choices: tuple[str, ...] = ()
    """The possible values, if they have names. The first one is the default."""
    default_number: int = 0
    """The default, if the values are numbers."""
    least: int = 0
    """The lowest number, if the values are numbers."""
    most: int = 0
    """The highest number, if the values are numbers."""
    begins: int | None = None
    """The number in new sessions, if it differs from `default_number`."""
    labels: tuple[str, ...] = ()
    """The meaning of each choice as a short sentence without a full stop. If the values are
    numbers, the first labels are those of the lowest numbers."""
    number: str = ""
    """The meaning of a number without a label, as the end of a sentence. `{value}` is the number."""

    @property
    def default(self) -> Value:
        """The value for a table that has chosen none."""
        return self.choices[0] if self.choices else self.default_number

    @property
    def allowed(self) -> str:
        """The allowed values, as a part of a sentence."""
        return " or ".join(self.choices) if self.choices else f"{self.least} to {self.most}"

    @property
    def names(self) -> dict[Value, str]:
        """The labels of the values. Most numbers of a wide range have none."""
        return dict(
            zip(self.choices or range(self.least, self.most + 1), self.labels, strict=False)
        )

    def called(self, value: Value) -> str:
        """Return the meaning of a value as the end of a sentence: "the GM settles disputes"."""
        label = self.names.get(value) or self.number.format(value=value)
        return label[:1].lower() + label[1:] or f"{plain(self.id)} is {value}"

    def takes(self, value: Value) -> bool:
        """Return whether a table can choose this value."""
        if self.choices:
            return value in self.choices
        return (
            isinstance(value, int)
            and not isinstance(value, bool)
            and self.least <= value <= self.most
        )


HouseRules = Mapping[HouseRuleId, HouseRule]


def house_rules(*rules: HouseRule) -> dict[HouseRuleId, HouseRule]:
    """Return the house rules of a ruleset by id."""
    return {rule.id: rule for rule in rules}


def cannot_choose(known: HouseRules, id: HouseRuleId, value: Value) -> Refused | None:
    """Return why a table cannot choose this value, or None (`table.house_rules`)."""
    rule = known.get(id)
    if rule is None:
        return refuse(Code.UNKNOWN_HOUSE_RULE, "table.house_rules", house_rule=id)
    if not rule.takes(value):
        return refuse(
            Code.VALUE_NOT_ALLOWED,
            "table.house_rules",
            house_rule=id,
            value_given=value,
            values_allowed=rule.choices or rule.allowed,
            values_allowed_in_words=rule.allowed,
        )
    return None
