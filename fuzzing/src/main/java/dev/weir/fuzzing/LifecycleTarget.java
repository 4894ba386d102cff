package dev.weir.fuzzing;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.EventJson;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.lifecycle.LifecycleChecker;
import dev.weir.codec.lifecycle.LifecycleEncoder;
import dev.weir.codec.lifecycle.LifecycleFrame;
import dev.weir.codec.lifecycle.LifecycleOptions;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.ResponseJson;
import dev.weir.codec.stream.StreamDecoder;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What follows from the events of a dialect, which the first byte chooses: the rules of the
 * lifecycle, the whole response as JSON, each event as JSON and back.
 */
public final class LifecycleTarget {
  private static final List<Dialect> READ = Dialects.all();

  private LifecycleTarget() {}

  public static void fuzzerTestOneInput(byte[] data) {
    if (data.length == 0) {
      return;
    }
    Dialect dialect = READ.get((data[0] & 15) % READ.size());
    List<StreamEvent> events =
        DialectTarget.decode(
            new StreamDecoder(dialect, DialectTarget.OPTIONS),
            List.of(Arrays.copyOfRange(data, 1, data.length)));
    List<LifecycleFrame> frames = new ArrayList<>();
    var encoder = new LifecycleEncoder(LifecycleOptions.DEFAULT, frames::add);
    var assembler = new ResponseAssembler();
    long at = 0;
    for (StreamEvent event : events) {
      at += 7;
      encoder.accept(event, at);
      assembler.accept(event);
      Finding.unlessEqual(EventJson.read(EventJson.write(event)), event, "event and its JSON");
    }
    encoder.end(at);
    LifecycleChecker.check(frames)
        .ifPresent(wrong -> Finding.unless(false, "The lifecycle breaks %s%n%s", wrong, frames));
    JsonText json = new JsonText().beginObject();
    ResponseJson.write(json, dialect, assembler.response());
    Finding.unless(!json.endObject().toString().isEmpty(), "no response");
  }
}
