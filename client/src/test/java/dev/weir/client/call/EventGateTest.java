package dev.weir.client.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamFault;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventGateTest {
  @Test
  void aFaultKeepsEveryWordOfTheProviderButTheKey() {
    List<StreamEvent> told = new ArrayList<>();
    var gate = new EventGate(text -> text.replace("sk-1", "***"), told::add);
    gate.take(
        new Fault(
            new StreamFault(
                StreamFault.Kind.PROVIDER_ERROR, "tool sk-1", "No sk-1 here", "invalid sk-1")));
    gate.open();
    assertThat(told)
        .containsExactly(
            new Fault(
                new StreamFault(
                    StreamFault.Kind.PROVIDER_ERROR, "tool ***", "No *** here", "invalid ***")));
  }
}
