package example.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.client.Weir;
import dev.weir.client.provider.Preset;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/** A chat on the terminal, with the first provider whose key is in the environment. */
final class Main {
  private Main() {}

  public static void main(String[] arguments) throws IOException {
    Preset preset =
        Preset.withKey(System.getenv())
            .orElseThrow(() ->
                new IllegalStateException("Set the key of a provider, such as ANTHROPIC_API_KEY"));
    try (Weir weir = Weir.of(preset.provider(System.getenv()));
        var in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
      var conversation = new Conversation(weir);
      System.out.print("> ");
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        var answer = conversation.ask(line, System.out::print);
        answer.error().ifPresent(error -> System.out.print("[" + error.message() + "]"));
        System.out.print("\n> ");
        System.out.flush();
      }
    }
  }
}
