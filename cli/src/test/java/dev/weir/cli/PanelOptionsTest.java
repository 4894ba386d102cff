package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.terminal.screen.Palette;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class PanelOptionsTest {

  @ParameterizedTest
  @CsvSource({
    // option, NO_COLOR, COLORFGBG: palette
    "auto,,,DARK",
    "auto,1,,NONE",
    "auto,,15;0,DARK",
    "auto,,0;15,LIGHT",
    "auto,,0;default;7,LIGHT",
    "auto,1,0;15,NONE",
    "light,,15;0,LIGHT",
    "dark,1,0;15,DARK",
    "never,,,NONE"
  })
  void coloursFollowTheOptionThenTheEnvironment(
      String option, String noColor, String colours, Palette expected) {
    Map<String, String> environment = new HashMap<>();
    environment.put("NO_COLOR", noColor);
    environment.put("COLORFGBG", colours);
    var nowhere = new PrintStream(OutputStream.nullOutputStream());
    var console =
        new Console(
            InputStream.nullInputStream(),
            nowhere,
            nowhere,
            environment,
            /* outIsTerminal= */ true,
            /* errIsTerminal= */ true);
    var options = new PanelOptions();
    new CommandLine(options)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .parseArgs("--colour", option);

    assertThat(options.view(console).palette()).isEqualTo(expected);
  }
}
