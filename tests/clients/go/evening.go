// Play an evening of Verge with the generated client. BASE is the server's URL.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"verger"
)

var ctx = context.Background()

var labels = []string{"Harbour", "Lamp", "Judge", "Quarry", "Violin", "Orchard", "Ferry", "Widow", "Comet"}
var ordinals = []string{"", " Bridge", " Garden", " March"}

// must returns the answer of an operation. An error ends the program.
func must[T any](found T, err error) T {
	if err != nil {
		log.Output(2, err.Error())
		os.Exit(1)
	}
	return found
}

func expect(holds bool, what string) {
	if !holds {
		log.Output(2, "not so: "+what)
		os.Exit(1)
	}
}

// as converts a generic object into a type of the game.
func as[T any](open any) (T, error) {
	var typed T
	text, err := json.Marshal(open)
	if err == nil {
		err = json.Unmarshal(text, &typed)
	}
	return typed, err
}

func client(base string, token string) *verger.APIClient {
	settings := verger.NewConfiguration()
	settings.Servers = verger.ServerConfigurations{{URL: base}}
	if token != "" {
		settings.AddDefaultHeader("Authorization", "Bearer "+token)
	}
	return verger.NewAPIClient(settings)
}

type seat struct {
	api     *verger.APIClient
	session string
	id      string
	asked   int
}

func (s *seat) request(move verger.Move) verger.ApiPostMoveRequest {
	s.asked++
	key := fmt.Sprintf("%s-%d", s.id, s.asked)
	return s.api.MovesAPI.PostMove(ctx, s.session).Move(move).IdempotencyKey(key)
}

// moves sends a move that must be accepted, and returns its event.
func (s *seat) moves(move verger.Move) verger.Event {
	answer, _, err := s.request(move).Execute()
	made := must(answer, err).EventView
	expect(made != nil && *made.Event.Seat.Get() == s.id, "a move of one's own")
	return made.Event
}

// refused sends a move that must be refused, and returns the problem.
func (s *seat) refused(request verger.ApiPostMoveRequest) verger.ProblemBody {
	_, _, err := request.Execute()
	var told *verger.GenericOpenAPIError
	expect(errors.As(err, &told), "a refusal")
	problem, known := told.Model().(verger.ProblemBody)
	expect(known, "a problem")
	return problem
}

func (s *seat) awaited() []verger.Awaited {
	found, _, err := s.api.ReadingAPI.GetAwaited(ctx, s.session).Execute()
	return must(found, err).Awaited
}

// firstChoice returns the first choice for the first field of a move, from the options.
func (s *seat) firstChoice(move string) string {
	found, _, err := s.api.ReadingAPI.GetOptions(ctx, s.session).Execute()
	for _, option := range must(found, err).Options {
		if *option.Fixed["move"].String == move {
			return *option.Fields[0].ChoicesField.Choices[0].Value.String
		}
	}
	expect(false, "an option to "+move)
	return ""
}

// satDown lets Ann start a session and Bo claim the other seat, and returns both.
func satDown(base string) (*seat, *seat) {
	anybody := client(base, "")
	seats := []verger.NewSeat{
		*verger.NewNewSeat(verger.SEATKIND_GM, "Ann"),
		*verger.NewNewSeat(verger.SEATKIND_PLAYER, "Bo"),
	}
	asked := anybody.SessionsAPI.StartSession(ctx).NewSession(*verger.NewNewSession("The Quiet Harbour", seats))
	began, _, err := asked.Execute()
	session := must(began, err).Session
	var code string
	for _, offered := range began.Seats {
		if offered.Name == "Bo" {
			code = offered.GetClaimCode()
		}
	}
	claimed, _, err := anybody.SeatsAPI.ClaimSeat(ctx).ClaimBody(*verger.NewClaimBody(code)).Execute()
	must(claimed, err)
	ann := &seat{api: client(base, began.GetToken()), session: session, id: began.GetSeat()}
	return ann, &seat{api: client(base, claimed.GetToken()), session: session, id: claimed.Seat}
}

// agreed lets one seat make a proposal, and the other agree to it.
func agreed(one *seat, other *seat, subject verger.VergeProposalViewSubject) {
	event := one.moves(verger.Move{VergeProposeMove: verger.NewVergeProposeMove("propose", subject)})
	proposed := must(as[verger.VergeEffect](event.Effects[0])).VergeProposedEffect
	other.moves(verger.Move{AgreeMove: verger.NewAgreeMove("agree", proposed.Proposal)})
}

// loaded writes the network in turns. Each turn makes the move that the table waits for.
func loaded(ann *seat, bo *seat) {
	written := 0
	fresh := func() string {
		written++
		return labels[(written-1)%len(labels)] + ordinals[(written-1)/len(labels)]
	}
	for {
		wait := ann.awaited()[0]
		if len(wait.Seats) > 1 {
			return
		}
		turn := bo
		if wait.Seats[0] == ann.id {
			turn = ann
		}
		turn.moves(step(turn, wait.What, fresh))
	}
}

func step(turn *seat, what string, fresh func() string) verger.Move {
	switch what {
	case "node":
		return verger.Move{WriteNodeMove: verger.NewWriteNodeMove("write_node", fresh())}
	case "edge":
		return verger.Move{WriteEdgeMove: verger.NewWriteEdgeMove("write_edge", "knows", "n1")}
	case "tie":
		thing := verger.NewThingAsTieMoveThing(verger.NewNewThing(fresh()))
		return verger.Move{TieMove: verger.NewTieMove("tie", thing, "needs")}
	case "mark":
		return verger.Move{MarkMove: verger.NewMarkMove("mark", turn.firstChoice("mark"), "!")}
	}
	expect(what == "end_turn", what)
	return verger.Move{VergeEndTurnMove: verger.NewVergeEndTurnMove("end_turn")}
}

// noticed lets Bo lose an element after a notice of loss, without a fight. Then an ordinary scene begins.
func noticed(ann *seat, bo *seat) {
	bo.moves(verger.Move{ChooseLossMove: verger.NewChooseLossMove("choose_loss", bo.firstChoice("choose_loss"))})
	frame := verger.NewFrameMove("frame", "A door ajar.", "Home")
	frame.SetNotice(bo.id)
	ann.moves(verger.Move{FrameMove: frame})
	call := verger.NewCallConflictMove("call_conflict", "It is gone.")
	call.SetNotice(true)
	ann.moves(verger.Move{CallConflictMove: call})
	goal := verger.NewGoalAsJoinConflictMoveGoal(verger.NewNewGoal("It is lost.", "n1"))
	ann.moves(verger.Move{JoinConflictMove: verger.NewJoinConflictMove("join_conflict", "n1", goal)})
	bo.moves(verger.Move{StandAsideMove: verger.NewStandAsideMove("stand_aside")})
	ann.moves(verger.Move{FrameMove: verger.NewFrameMove("frame", "Rain.", "The quay")})
}

// declared returns the move that declares a change.
func declared(overview string, actions []verger.ActionRewordedEffectWording) *verger.VergeDeclareMove {
	move := verger.NewVergeDeclareMove("declare", actions)
	move.SetOverview(overview)
	return move
}

// refusedAndRebased checks a refusal with the facts of its sentence, and a move on an old version with the events since then.
func refusedAndRebased(bo *seat) {
	action := verger.ActionRewordedEffectWording{StrengthenAction: verger.NewStrengthenAction("strengthen", "The lamp is lit again.", "n2")}
	light := verger.Move{VergeDeclareMove: declared("More light.", []verger.ActionRewordedEffectWording{action})}
	refused := bo.refused(bo.request(light))
	expect(refused.Status == 409 && refused.Code == "not_enough_tokens", refused.Detail)
	expect(strings.HasSuffix(refused.Type, "/docs/problems/not_enough_tokens"), refused.Type)
	expect(*refused.Facts["tokens_needed"].String == "1 story, 1 development", refused.Detail)
	stale := bo.refused(bo.request(light).IfMatch(`"3"`))
	expect(stale.Code == "stale_version" && stale.Events[0].Version == 4, stale.Detail)
	expect(stale.Events[0].Event.Move.Move == "agree", "what happened since")
}

// changed lets Bo declare a change, and Ann consent to it.
func changed(ann *seat, bo *seat) {
	clerk := verger.NewVergeCreateAction("create", "He was on the quay that night.", "The Night Clerk", "saw", "n3")
	actions := []verger.ActionRewordedEffectWording{{VergeCreateAction: clerk}}
	bo.moves(verger.Move{VergeDeclareMove: declared("A witness turns up.", actions)})
	for _, wait := range ann.awaited() {
		if wait.What == "consent" {
			ann.moves(verger.Move{ConsentMove: verger.NewConsentMove("consent", wait.GetAbout())})
		}
	}
	network, _, err := ann.api.ReadingAPI.GetNetwork(ctx, ann.session).Execute()
	nodes := must(network, err).Nodes
	expect(nodes[len(nodes)-1].Label == clerk.Label, "the change")
}

// read reads the log page by page, and converts each effect to its type of the game.
func read(of *seat) (events []verger.EventView) {
	var after int64
	for {
		page, _, err := of.api.EventsAPI.ListEvents(ctx, of.session).After(after).Limit(20).Execute()
		events = append(events, must(page, err).Events...)
		if !page.NextAfter.IsSet() || page.NextAfter.Get() == nil {
			break
		}
		after = *page.NextAfter.Get()
	}
	for _, event := range events {
		for _, effect := range event.Event.Effects {
			must(as[verger.VergeEffect](effect))
		}
	}
	return events
}

func main() {
	log.SetFlags(log.Lshortfile)
	ann, bo := satDown(os.Getenv("BASE"))
	agreed(ann, bo, verger.VergeProposalViewSubject{FinishCompileSubject: verger.NewFinishCompileSubject("finish_compile")})
	loaded(ann, bo)
	agreed(ann, bo, verger.VergeProposalViewSubject{AcceptNetworkSubject: verger.NewAcceptNetworkSubject("accept_network")})
	noticed(ann, bo)
	refusedAndRebased(bo)
	changed(ann, bo)
	state, _, err := ann.api.ReadingAPI.GetState(ctx, ann.session).Execute()
	play := must(as[verger.VergePlay](must(state, err).Play))
	expect(play.Step == "run", play.Step)
	expect(int64(len(read(bo))) == state.Version, "the whole log")
	fmt.Printf("played to version %d\n", state.Version)
}
