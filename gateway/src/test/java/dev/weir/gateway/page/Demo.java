package dev.weir.gateway.page;

/**
 * A turn with everything in it: thinking, a status, a tool, what it found, an artifact, and an
 * answer.
 */
final class Demo {

  /** How many frames there are up to the first status. */
  static final int AFTER_STATUS = 5;

  static final String ANSWER =
      """
      Light from the sun holds every colour. The molecules of the air scatter **short waves far more than long ones**, so that blue \
      comes at you from everywhere.

      ## How much more

      | colour | wavelength | scattered |
      |---|---:|---:|
      | red | 700 nm | 1.0 |
      | green | 530 nm | 3.0 |
      | blue | 450 nm | 5.9 |

      ```python
      def scattered(nanometres, reference=700):
          return (reference / nanometres) ** 4
      ```

      At sunset the way through the air is some forty times longer: the blue is gone, and what is left is *red*. \
      More in [Rayleigh scattering](https://example.org/rayleigh).
      """;

  private static final String PAGE =
      """
      <style>body{margin:0;height:200px;background:linear-gradient(#bfe0ff,#eef7ff)}svg{display:block;width:100%;height:200px}</style>
      <svg viewBox="0 0 400 120" preserveAspectRatio="xMidYMax slice"><path d="M0 42q20-5 40 0t40 0 40 0 40 0 30 0q25 2 34 32t26 16 25 0 25 0 25 0 25 0 25 0 25 0v40H0z" fill="#2f78d2"/>
      <path d="M184 34h14l16 86h-46z" fill="#59616c"/></svg>\
      """;

  private Demo() {}

  static LifecycleScript script() {
    return new LifecycleScript()
        .pace(2480)
        .thinking(
            "Search the documents",
            12_400,
            "The question ",
            "has two halves. ",
            "Let me search the documents.")
        .pace(300)
        .toolCall("c1", "search_documents", "{\"query\":\"Rayleigh scattering\"}")
        .frame(
            "web_search",
            "\"data\":{\"query\":\"Rayleigh scattering\",\"results\":["
                + "{\"title\":\"Rayleigh scattering\",\"url\":\"https://example.org/rayleigh\",\"snippet\":\"Scattering of light by particles much smaller than its wavelength.\"},"
                + "{\"title\":\"Why the sky is blue\",\"url\":\"https://example.com/sky\",\"snippet\":\"Blue light is scattered in all directions by the gases of the air.\"}]}")
        .toolResult("c1", "search_documents", true)
        .artifact("A weir in a river", "text/html", PAGE)
        .phase(1)
        .pace(90)
        .text("stop", ANSWER.split("(?<=\\s)", -1));
  }
}
