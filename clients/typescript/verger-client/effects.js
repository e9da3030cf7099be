// The changes of each effect, from the table of the Python client: `python -m clients.generate` writes it.
// biome-ignore format: this is the table as it is.

/** @type {import("./records.js").Table} */
export const TABLE = {
 "shared": {
  "effects": {
   "session_started": [["set", "ruleset", "{ruleset}"], ["merge", "house_rules", "{house_rules}"]],
   "house_rule_chosen": [["set", "house_rules.{house_rule}", "{value}"]],
   "seat_added": [["set", "seats.{seat}", {"id": "{seat}", "kind": "{}", "name": "{}", "taken": false}]],
   "seat_removed": [["delete", "seats.{seat}"]],
   "seat_taken": [["merge", "seats.{seat}", {"name": "{}", "taken": true}]],
   "seat_renamed": [["set", "seats.{seat}.name", "{name}"]],
   "seat_left": [["set", "seats.{seat}.taken", false]],
   "seat_emptied": [["set", "seats.{seat}.taken", false]],
   "gm_handed_over": [["set", "seats.{old}.kind", "player"], ["set", "seats.{new}.kind", "gm"]],
   "tokens_moved": [["subtract", "banks.+{source}.{token}", "{amount}"], ["add", "banks.+{target}.{token}", "{amount}"]],
   "rewound": [["rewind", "{to}"]]
  },
  "ignored": "agreed answers_due corrected_again dice_epoch_started dice_revealed dice_rolled dispute_appealed dispute_opened dispute_settled dispute_withdrawn limit_added nonce_given note_revealed note_sealed play_paused play_resumed proposal_closed proposed redacted rewind_agreed rewind_asked rewind_closed seat_excused session_forked settlement_failed settlement_proposed view_stated vote_cast"
 },
 "games": {
  "verge": {
   "limited": ["boost"],
   "points": [],
   "effects": {
    "node_added": [["set", "elements.{node}", {"id": "{node}", "label": "{}", "kind": "{}", "explanation": "{}", "creator": "{}", "claimed_by": null, "marks": "", "eliminated": null, "grants": [], "interest": {}}]],
    "edge_added": [["set", "elements.{edge}", {"id": "{edge}", "label": "{}", "source": "{}", "target": "{}", "explanation": "{}", "creator": "{}", "thing": "{}", "person": "{}", "losses": [], "marks": "", "eliminated": null, "grants": [], "interest": {}}]],
    "relabelled": [["set", "elements.{element}.label", "{label}"]],
    "mark_added": [["write", "elements.{element}.marks", "{marks}"]],
    "mark_removed": [["erase", "elements.{element}.marks", "{mark}"]],
    "element_eliminated": [["set", "elements.{element}.eliminated", "{cause}"]],
    "element_restored": [["set", "elements.{element}.eliminated", null]],
    "character_claimed": [["set", "elements.{node}.claimed_by", "{seat}"]],
    "character_released": [["set", "elements.{node}.claimed_by", null]],
    "network_scrapped": [["set", "elements", {}]],
    "control_granted": [["append", "elements.{element}.grants", {"by": "{}", "seat": "{}"}]],
    "control_revoked": [["remove", "elements.{element}.grants", {"by": "{}", "seat": "{}"}]],
    "interest_bought": [["add", "elements.{element}.interest.{seat}", 1]],
    "interest_lost": [["subtract", "elements.{element}.interest.{seat}", 1]],
    "loss_chosen": [["set", "chosen.{seat}", "{edge}"]],
    "notice_fought": [["let", "edge", "chosen.{seat}"], ["append", "elements.{edge}.losses", {"seat": "{}", "edge": "{}", "how": "{}", "by": "{}"}]]
   },
   "ignored": "action_failed action_lost action_opened action_recorded action_reworded action_withdrawn bribe_awarded bribe_placed bribe_taken_back camera_saw cashed_out change_declared change_failed change_won concluding_began conclusion_passed conflict_called conflict_closed conflict_decided conflict_joined consented cut_in declaration_closed dice_traded dropped_out edge_burned excused goal_stated interest_uncovered load_started narrated narrating_began narration_accepted narration_doubted narration_reworded noise_rerolled notice_began notice_ended notices_owed objected override_begun override_raised pool_rolled premise_agreed premise_dropped raise_passed raises_matched rolling_began round_began round_passed run_started scene_ended scene_framed signal_chosen step_done stood_aside taken_to_dice trading_began turn_started turns_ordered"
  },
  "edgerunner": {
   "limited": [],
   "points": ["fate", "spin"],
   "effects": {
    "sheet_written": [["merge", "sheets.+{character}", {"character": "{}", "name": "{}", "seat": "{}", "sheet": "{}"}]],
    "placed": [["merge", "sheets.{character}", {"there": true, "zone": "{}", "side": "{}"}]],
    "taken_off": [["merge", "sheets.{character}", {"there": false, "zone": null, "side": 0, "is_out": false}]],
    "moved": [["set", "sheets.{character}.zone", "{zone}"]],
    "stress_marked": [["append", "sheets.{character}.+stress.{track}", "{box}"]],
    "box_cleared": [["remove", "sheets.{character}.+stress.{track}", "{box}"]],
    "consequence_taken": [["append", "sheets.{character}.consequences", "{severity}"]],
    "consequence_healed": [["remove", "sheets.{character}.consequences", "{severity}"]],
    "taken_out": [["set", "sheets.{character}.is_out", true]],
    "conflict_ended": [["set", "wards", []], ["set", "sheets.*.stress", {}], ["merge", "sheets.?is_out", {"there": false, "zone": null, "side": 0, "is_out": false}]],
    "ward_set": [["remove", "wards", {"target": "{}", "track": "{}"}], ["append", "wards", {"by": "{}", "target": "{}", "track": "{}", "threshold": "{}"}]],
    "wards_ended": [["remove", "wards", {"{role}": "{character}"}]],
    "aspect_placed": [["set", "aspects.{aspect}", "{on}"]],
    "aspect_removed": [["delete", "aspects.{aspect}"]],
    "map_drawn": [["set", "map", {"name": "{}", "metaphorical": "{}"}], ["set", "zones", {}], ["set", "borders", {}], ["merge", "sheets.*", {"there": false, "zone": null, "side": 0, "is_out": false}]],
    "zone_added": [["set", "zones.{zone}", {"id": "{zone}", "name": "{}"}]],
    "zone_redefined": [["set", "zones.{zone}.name", "{name}"]],
    "border_added": [["set", "borders.{border}", {"id": "{border}", "one": "{}", "other": "{}", "ways": "{}", "threshold": null, "marked": []}]],
    "border_redefined": [["merge", "borders.{border}", {"ways": "{}", "threshold": null, "marked": []}]],
    "door_turned": [["set", "borders.{border}.ways.{way}.door", "{door}"]],
    "threshold_assigned": [["set", "borders.{border}.threshold", "{threshold}"]],
    "border_stressed": [["append", "borders.{border}.marked", "{box}"]]
   },
   "ignored": "action_continued action_declared action_given action_over action_settled aspect_invoked aspect_stressed auction_begun bid_made call_handed_over claim_yielded compel_called compel_refused compels_closed conflict_begun declaration_dropped exchange_begun fate_decided fate_opened freely_moved fudge_rolled help_accepted opposition_named roll_stood shifts_spent simply_done spending_begun spin_used strain_taken turn_claimed turn_ended turn_given"
  },
  "venus": {
   "limited": [],
   "points": [],
   "effects": {
    "sheet_written": [["set", "sheets.{character}", {"character": "{}", "name": "{}", "seat": "{}", "sheet": "{}"}]],
    "exp_marked": [["set", "sheets.{character}.sheet.jobs.{job}.exp", "{exp}"]],
    "job_levelled": [["merge", "sheets.{character}.sheet.jobs.{job}", {"level": "{}", "exp": 0}]],
    "job_learned": [["append", "sheets.{character}.sheet.jobs", "{job}"]],
    "asset_gained": [["append", "sheets.{character}.sheet.attributes", {"kind": "asset", "text": "{}"}]]
   },
   "ignored": "aid_answered aid_offered aid_withdrawn awarded chapter_begun chapter_ended check_chosen claim_answered claim_closed claim_made consequence_bought die_kissed difficulty_judged excess_marked excess_owed fell_short game_ended job_lacking job_taken kissing_ended lots_endowed pacing_chosen peer_dismissed peer_named pool_rolled roll_called roll_closed round_begun scene_closed scene_entered scene_left scene_set sixes_doubled spending_ended spotlight_moved stunt_answered stunt_performed surprise_told target_set task_chosen threshold_set turn_had wish_stated"
  },
  "afterverse": {
   "limited": [],
   "points": ["chutzpah", "awareness", "initiative", "stun"],
   "effects": {
    "sheet_written": [["set", "sheets.{character}", {"id": "{character}", "name": "{}", "seat": "{}", "sheet": "{}"}]]
   },
   "ignored": "awareness_tested bank_capped bank_closed bank_opened chutzpah_used combat_changed dice_rerolled fact_declared fact_settled fact_weighed glitch_dice_added glitch_rolled outcome_told past_changed question_asked question_closed result_taken roll_made roll_readied roll_sealed roll_stood rolls_counted rolls_kept session_begun session_ended situation_left situation_opened something_noticed test_called test_closed test_joined test_reckoned threshold_set time_taken"
  }
 }
};
