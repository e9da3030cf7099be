"""Refusals of moves about sheets and the map."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class MapCodes(Codes):
    """The codes about sheets and the map."""

    UNFIT_RATING = ReasonCode(
        "unfit_rating",
        "A rating is out of bounds",
        "“{entry_name}” has rating {rating_given}; ratings are {rating_minimum} to {rating_maximum}.",
        "Give it a rating of {rating_minimum} to {rating_maximum}.",
    )
    UNFIT_REACH = ReasonCode(
        "unfit_reach",
        "A reach is out of bounds",
        "“{entry_name}” has reach {reach_given}; a reach is {reach_minimum} to {reach_maximum}.",
        "Give it a reach of {reach_minimum} to {reach_maximum}.",
    )
    UNFIT_THRESHOLD = ReasonCode(
        "unfit_threshold",
        "A threshold is out of bounds",
        "“{entry_name}” has threshold {threshold_given}; thresholds are {threshold_minimum} to {threshold_maximum}.",
        "Give it a threshold of {threshold_minimum} to {threshold_maximum}.",
    )
    UNKNOWN_ZONE = ReasonCode(
        "unknown_zone",
        "No such zone",
        "There is no such zone on the map.",
        "Name one of these zones: {zone_names}.",
    )
    UNKNOWN_BORDER = ReasonCode(
        "unknown_border",
        "No such border",
        "There is no such border on the map.",
        "Name one of these borders: {border_names}.",
    )
    UNFIT_VALUE = ReasonCode(
        "unfit_value",
        "A pass value is out of bounds",
        "“{entry_name}” has pass value {pass_value_given}; pass values are {pass_value_minimum} to {pass_value_maximum}.",
        "Give it a pass value of {pass_value_minimum} to {pass_value_maximum}.",
    )
    SAME_ZONE = ReasonCode(
        "same_zone",
        "A border joins two zones",
        "A border cannot join “{zone_name}” to itself.",
        "Name two different zones.",
    )
    MAP_IN_USE = ReasonCode(
        "map_in_use",
        "The map is in use",
        "A conflict is under way on this map.",
        "Wait until the conflict is over.",
        ways={"redraw_map": "Propose to change the map with `redraw_map`."},
    )
    MAP_FULL = ReasonCode(
        "map_full",
        "The map is full",
        "The map has {map_parts_drawn} {map_part}, and the limit is {map_parts_allowed}.",
        "Draw the map with at most {map_parts_allowed} {map_part}.",
    )
    THRESHOLD_ASSIGNED = ReasonCode(
        "threshold_assigned",
        "The border already has a threshold",
        "The threshold of {border_name} is already {stress_threshold}.",
        "Leave the threshold as it is, or ask the referee to change it.",
    )
    UNFIT_SIDE = ReasonCode(
        "unfit_side",
        "No such side",
        "There is no side {side}: sides are 1 to {side_maximum}, and 0 means no side.",
        "Give a side number from 0 to {side_maximum}.",
    )
    FACTION_OFF_MAP = ReasonCode(
        "faction_off_map",
        "A faction can stand only on a metaphorical map",
        "{character_name} is a faction, and this map is of a real place.",
        "Leave the faction off the map. In its turn, the faction can deploy a resource or do nothing.",
    )
    THERE_ALREADY = ReasonCode(
        "there_already",
        "The character is in the conflict already",
        "{character_name} is in the conflict already.",
        "Leave the character there. It moves by its own actions.",
    )
    NOT_THERE = ReasonCode(
        "not_there",
        "Not on the map",
        "{character_name} is not on the map.",
        "Name a character that is on the map, or place this one first.",
    )
