"""The function that applies a conflict's effects."""

from typing import assert_never

from immutables import Map
from msgspec.structs import replace

from verger.domain.games.edgerunner.model.conflict import (
    Acting,
    Asking,
    Bidding,
    Boosting,
    Choosing,
    Closing,
    Compel,
    Conflict,
    Deciding,
    Declared,
    Deed,
    Kept,
    Part,
    Resisting,
    Rolling,
    Spending,
    Ward,
)
from verger.domain.games.edgerunner.model.conflict_effect import (
    ActionContinued,
    ActionDeclared,
    ActionGiven,
    ActionOver,
    ActionSettled,
    AspectInvoked,
    AuctionBegun,
    BidMade,
    CallHandedOver,
    ClaimYielded,
    CompelCalled,
    CompelRefused,
    CompelsClosed,
    DeclarationDropped,
    DeclaringEffect,
    ExchangeBegun,
    FateDecided,
    FateOpened,
    FreelyMoved,
    FudgeRolled,
    HelpAccepted,
    InitiativeEffect,
    OppositionNamed,
    RollingEffect,
    RollStood,
    ShiftsSpent,
    SimplyDone,
    SpendingBegun,
    SpinUsed,
    StrainTaken,
    TurnClaimed,
    TurnEnded,
    TurnGiven,
    UsingEffect,
    WardsEnded,
    WardSet,
)
from verger.domain.table.sheet import CharacterId


def on_initiative(conflict: Conflict, effect: InitiativeEffect) -> Conflict:
    """Return the conflict after an effect on the initiative."""
    match effect:
        case CallHandedOver(seat):
            return replace(conflict, caller=seat)
        case TurnClaimed(character):
            return replace(conflict, stage=Asking((*_claims(conflict), character)))
        case ClaimYielded(character):
            return _yielded(conflict, effect)
        case AuctionBegun(bidders):
            return replace(conflict, stage=Bidding(bidders))
        case BidMade(character, shifts):
            assert isinstance(conflict.stage, Bidding)
            bids = conflict.stage.bids.set(character, shifts)
            return replace(conflict, stage=Bidding(conflict.stage.bidders, bids))
        case TurnGiven(character, bid):
            return replace(conflict, stage=Acting(character, bid))
        case TurnEnded(character):
            return replace(conflict, acted=(*conflict.acted, character), stage=Asking())
        case ExchangeBegun(exchange):
            return replace(conflict, exchange=exchange, acted=())
        case _:
            assert_never(effect)


def _claims(conflict: Conflict) -> tuple[CharacterId, ...]:
    assert isinstance(conflict.stage, Asking)
    return conflict.stage.claims


def _yielded(conflict: Conflict, effect: ClaimYielded) -> Conflict:
    stage = conflict.stage
    if isinstance(stage, Bidding):
        remaining = tuple(character for character in stage.bidders if character != effect.character)
        bids = Map(
            {
                character: bid
                for character, bid in stage.bids.items()
                if character != effect.character
            }
        )
        return replace(conflict, stage=Bidding(remaining, bids))
    assert isinstance(stage, Asking)
    remaining = tuple(character for character in stage.claims if character != effect.character)
    return replace(conflict, stage=Asking(remaining))


def on_declaring(conflict: Conflict, effect: DeclaringEffect) -> Conflict:
    """Return the conflict after an effect on a declaration."""
    match effect:
        case ActionDeclared(action, narration, rating, range_):
            deed = Deed(
                action=action,
                narration=narration,
                rating=rating,
                range=range_,
                bid=_acting(conflict).bid,
            )
            return _at(conflict, Declared(deed))
        case ActionContinued():
            return _at(conflict, Declared(_continued(conflict, effect)))
        case DeclarationDropped():
            return _at(conflict, Choosing())
        case OppositionNamed(_, rating):
            part = _declared(conflict)
            deed = replace(part.deed, opposition=rating)
            return _at(conflict, replace(part, deed=deed, is_answered=True))
        case HelpAccepted():
            return _at(conflict, replace(_declared(conflict), is_answered=True))
        case CompelCalled(aspect, by):
            part = _declared(conflict)
            compelled = (*part.compelled, aspect)
            return _at(conflict, replace(part, compel=Compel(aspect, by), compelled=compelled))
        case CompelRefused():
            return _at(conflict, replace(_declared(conflict), compel=None))
        case CompelsClosed():
            deed = _declared(conflict).deed
            return _at(conflict, Boosting(deed) if deed.continued else Rolling(deed))
        case _:
            assert_never(effect)


def _continued(conflict: Conflict, effect: ActionContinued) -> Deed:
    """Return the deed of the previous exchange, with this turn's bid added."""
    acting = _acting(conflict)
    kept = conflict.kept[acting.actor].deed
    return replace(
        kept,
        action=effect.action,
        narration=effect.narration,
        bid=kept.bid + acting.bid,
        continued=True,
    )


def on_rolling(conflict: Conflict, effect: RollingEffect) -> Conflict:
    """Return the conflict after an effect on a roll."""
    deed = deed_of(conflict)
    match effect:
        case FudgeRolled(dice):
            return _with_deed(conflict, replace(deed, dice=dice))
        case AspectInvoked(aspect, _, change):
            used = replace(deed, used=(*deed.used, aspect))
            if _is_resisting(conflict):
                return _with_deed(conflict, replace(used, resisted=deed.resisted - change))
            return _with_deed(conflict, replace(used, bonus=deed.bonus + change))
        case SpinUsed():
            return _with_deed(conflict, replace(deed, boost=deed.boost + 1, spun=True))
        case StrainTaken(shifts):
            if _is_resisting(conflict):
                return _with_deed(conflict, replace(deed, resisted=deed.resisted + shifts))
            return _with_deed(conflict, replace(deed, boost=deed.boost + shifts))
        case RollStood():
            return _at(conflict, Resisting(deed))
        case ActionSettled():
            return _settled(conflict, deed)
        case _:
            assert_never(effect)


def _settled(conflict: Conflict, deed: Deed) -> Conflict:
    """Keep the roll and its invokes for the next exchange.

    Boosts and resistance count only in this exchange.
    """
    kept = Kept(conflict.exchange, replace(deed, boost=0, resisted=0, spun=False))
    return replace(conflict, kept=conflict.kept.set(_acting(conflict).actor, kept))


def on_using(conflict: Conflict, effect: UsingEffect) -> Conflict:
    """Return the conflict after an effect of an action's outcome."""
    match effect:
        case SpendingBegun():
            deed = deed_of(conflict)
            return _at(conflict, Spending(deed, deed.shifts))
        case ShiftsSpent(shifts):
            part = _acting(conflict).part
            assert isinstance(part, Spending)
            return _at(conflict, Spending(part.deed, part.left - shifts))
        case FateOpened(target):
            return _at(conflict, Deciding(deed_of(conflict), target))
        case FateDecided() | SimplyDone():
            return conflict  # This is only a text, which the log keeps.
        case WardSet(by, target, track, threshold):
            others = (
                ward for ward in conflict.wards if (ward.target, ward.track) != (target, track)
            )
            return replace(conflict, wards=(*others, Ward(by, target, track, threshold)))
        case WardsEnded(character, role):
            remaining = (ward for ward in conflict.wards if getattr(ward, role) != character)
            return replace(conflict, wards=tuple(remaining))
        case ActionGiven(character):
            return replace(conflict, acted=(*conflict.acted, character))
        case FreelyMoved():
            return replace(conflict, stage=replace(_acting(conflict), has_moved=True))
        case ActionOver():
            return _at(conflict, Closing())
        case _:
            assert_never(effect)


def _acting(conflict: Conflict) -> Acting:
    assert isinstance(conflict.stage, Acting)
    return conflict.stage


def _declared(conflict: Conflict) -> Declared:
    part = _acting(conflict).part
    assert isinstance(part, Declared)
    return part


def deed_of(conflict: Conflict) -> Deed:
    """Return the action that is being carried out."""
    part = _acting(conflict).part
    assert not isinstance(part, Choosing | Closing)
    return part.deed


def _is_resisting(conflict: Conflict) -> bool:
    return isinstance(_acting(conflict).part, Resisting)


def _with_deed(conflict: Conflict, deed: Deed) -> Conflict:
    """Return the conflict at the part that boosts or resists rolled dice."""
    part: Part = Resisting(deed) if _is_resisting(conflict) else Boosting(deed)
    return _at(conflict, part)


def _at(conflict: Conflict, part: Part) -> Conflict:
    return replace(conflict, stage=replace(_acting(conflict), part=part))
