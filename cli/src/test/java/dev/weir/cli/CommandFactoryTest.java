package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class CommandFactoryTest {
  private final CommandFactory commands =
      new CommandFactory(new Console(InputStream.nullInputStream(), System.out, System.err));

  @Test
  void everyCommandIsFoundByItsName() {
    var all = new CommandLine(new Main(), commands).getSubcommands();
    assertThat(all).hasSizeGreaterThan(8);
    all.forEach((name, command) -> {
      if (!name.equals("help")) {
        assertThat(commands.named(name)).hasSameClassAs(command.getCommand());
      }
    });
    assertThat(commands.named("help")).isNull();
  }
}
