package dev.weir.fuzzing;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.StreamDecoder;
import dev.weir.codec.stream.StreamEncoder;
import dev.weir.event.GrammarChecker;
import dev.weir.event.StreamEvent;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;

/**
 * Events of one dialect written in another: what is written can be read and keeps the grammar. The
 * first byte chooses both.
 */
public final class EncodingTarget {
  private static final List<Dialect> READ = Dialects.all();
  private static final List<Dialect> WRITTEN =
      READ.stream().filter(dialect -> dialect.encoding().isPresent()).toList();

  private EncodingTarget() {}

  public static void fuzzerTestOneInput(byte[] data) {
    if (data.length == 0) {
      return;
    }
    Dialect from = READ.get((data[0] & 15) % READ.size());
    Dialect to = WRITTEN.get((data[0] >> 4 & 15) % WRITTEN.size());
    List<StreamEvent> events =
        DialectTarget.decode(
            new StreamDecoder(from, DialectTarget.OPTIONS),
            List.of(Arrays.copyOfRange(data, 1, data.length)));
    var out = new ByteArrayOutputStream();
    var encoder = new StreamEncoder(to, from, EncodeOptions.DEFAULT);
    events.forEach(event -> encoder.accept(event, out::writeBytes));
    List<StreamEvent> after =
        DialectTarget.decode(new StreamDecoder(to), List.of(out.toByteArray()));
    GrammarChecker.check(after)
        .ifPresent(wrong ->
            Finding.unless(
                false, "%s written as %s breaks the grammar: %s%n%s", from, to, wrong, out));
  }
}
