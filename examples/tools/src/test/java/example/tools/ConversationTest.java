package example.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.client.Answer;
import dev.weir.client.Weir;
import dev.weir.sim.Simulator;
import dev.weir.sim.junit.SimulatorExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Against a simulated provider: over a real socket, without a key. */
class ConversationTest {
  @RegisterExtension
  static final SimulatorExtension SIMULATOR =
      SimulatorExtension.of(
          """
          answers:
            - when: {text: Linz}
              say:
                - thinking: The timetable knows.
                - call: ferries
                  arguments: {from: Bonn, to: Linz}
            - when: {result: ferries}
              say: [{text: ["It leaves", " at 11."]}]
            - when: {text: busy}
              fault: 400
              say: [{text: never}]
            - say: [{text: You are welcome.}]
          """);

  private final StringBuilder shown = new StringBuilder();

  @Test
  void theModelLooksIntoTheTimetable(Weir weir, Simulator simulator) {
    Answer answer = new Conversation(weir).ask("When is the ferry to Linz?", shown::append);
    assertEquals("It leaves at 11.", shown.toString());
    assertEquals("It leaves at 11.", answer.text());
    // The second request has what the method returned.
    assertEquals(2, simulator.requests().size());
    assertTrue(simulator.requests().getLast().body().contains("11:00"));
  }

  @Test
  void theNextQuestionKnowsWhatWasSaid(Weir weir, Simulator simulator) {
    var conversation = new Conversation(weir);
    conversation.ask("When is the ferry to Linz?", shown::append);
    conversation.ask("Thanks!", shown::append);
    String last = simulator.requests().getLast().body();
    assertTrue(last.contains("ferry to Linz") && last.contains("It leaves at 11."), last);
  }

  @Test
  void aQuestionThatFailsIsNotRemembered(Weir weir, Simulator simulator) {
    var conversation = new Conversation(weir);
    Answer failed = conversation.ask("Are you busy?", shown::append);
    assertTrue(failed.error().isPresent());
    conversation.ask("Thanks!", shown::append);
    assertTrue(!simulator.requests().getLast().body().contains("busy"));
  }
}
