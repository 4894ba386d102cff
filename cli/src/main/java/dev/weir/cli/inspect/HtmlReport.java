package dev.weir.cli.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Objects;

/**
 * Draws streams as one page that needs nothing else: no script, no remote content, and a policy
 * that forbids both. What providers and models say is text in it and cannot be more.
 */
public final class HtmlReport {
  private static final int OPEN_UP_TO = 6;

  private final Markup markup = new Markup();
  private final List<Inspected> streams;

  private HtmlReport(List<Inspected> streams) {
    this.streams = streams;
  }

  public static String of(List<Inspected> streams) {
    var report = new HtmlReport(streams);
    report.page();
    return report.markup.toString();
  }

  private void page() {
    String style = style();
    markup
        .raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .open(
            "meta",
            "http-equiv",
            "Content-Security-Policy",
            "content",
            "default-src 'none'; style-src 'sha256-%s'; base-uri 'none'; form-action 'none'"
                .formatted(sha256(style)))
        .raw("\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        .raw("\n<meta name=\"referrer\" content=\"no-referrer\">\n")
        .element("title", title())
        .raw("\n<style>")
        .raw(style)
        .raw("</style>\n</head>\n<body>\n<main>\n")
        .element("h1", title());
    anatomy();
    charts();
    facts();
    markup.raw("\n</main>\n</body>\n</html>\n");
  }

  private String title() {
    return streams.size() == 1
        ? "Anatomy of " + streams.getFirst().name()
        : "Anatomy of %,d streams".formatted(streams.size());
  }

  private void anatomy() {
    markup.raw("\n").open("section").element("h2", "Where the time went");
    markup.open("ul", "class", "legend");
    for (Span.Kind kind : Span.Kind.values()) {
      markup.open("li").open("i", "class", kind.cssClass()).close("i").text(kind.words).close("li");
    }
    markup.close("ul");
    markup.open("div", "class", "scroll wide");
    AnatomyChart.draw(markup, streams);
    markup.close("div").close("section");
  }

  private void charts() {
    markup.raw("\n").open("section").element("h2", "Over time, and the pauses");
    markup.element(
        "p",
        "All streams share the time axis. Tokens are the provider's count, spread over the deltas"
            + " by their length. Bars of pauses grow with the logarithm of their number.");
    var charts = new StreamCharts(markup, TimeAxis.of(streams, /* mostTicks= */ 5));
    for (Inspected stream : streams) {
      markup.raw("\n<details").raw(streams.size() <= OPEN_UP_TO ? " open>" : ">");
      markup.open("summary").text(stream.name()).element("span", stream.about()).close("summary");
      charts.draw(stream);
      markup.close("details");
    }
    markup.close("section");
  }

  private void facts() {
    markup.raw("\n").open("section").element("h2", "Side by side").open("div", "class", "scroll");
    markup.raw("<table><thead><tr><td></td>");
    for (Inspected stream : streams) {
      markup.open("th").text(stream.name()).element("small", stream.about()).close("th");
    }
    markup.raw("</tr></thead><tbody>");
    for (Facts fact : Facts.of(streams)) {
      markup.open("tr").element("th", fact.name());
      for (Inspected stream : streams) {
        String words = fact.words().apply(stream);
        if (words.equals("N/A")) {
          markup.element("td", words, "class", "none");
        } else {
          markup.element("td", words);
        }
      }
      markup.close("tr");
    }
    markup.raw("</tbody></table>").close("div").close("section");
  }

  private static String style() {
    try (InputStream in = HtmlReport.class.getResourceAsStream("inspect.css")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static String sha256(String text) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }
}
