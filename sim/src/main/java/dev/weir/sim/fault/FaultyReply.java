package dev.weir.sim.fault;

import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import dev.weir.codec.FrameEncoder;
import dev.weir.codec.dialect.ErrorAnswer;
import dev.weir.sim.reply.Ending;
import dev.weir.sim.reply.Place;
import dev.weir.sim.reply.Reply;
import dev.weir.sim.reply.Slice;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;

/** Turns a good reply into one with a fault. Pure: the same reply and fault give the same bytes. */
public final class FaultyReply {
  private static final int DRIBBLE_BYTES_PER_SECOND = 1;
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final int LATE_SECONDS = 20;
  private static final int DRIP_MILLIS = 1_000;
  private static final int LIMITED_SECONDS = 30;
  private static final String HTML =
      "<!DOCTYPE html><html><head><title>Just a moment…</title></head>"
          + "<body><h1>Checking your browser</h1></body></html>\n";

  private final Place place;
  private final String path;
  private final Reply good;
  private final Fault fault;

  private FaultyReply(Place place, String path, Reply good, Fault fault) {
    this.place = place;
    this.path = path;
    // The length of what is cut or changed is not known beforehand.
    this.good = good.withoutHeader("content-length");
    this.fault = fault;
  }

  /**
   * Breaks a reply.
   *
   * @param path where the request went, for a redirect to the same place
   */
  public static Reply of(Place place, String path, Reply good, Fault fault) {
    return new FaultyReply(place, path, good, fault).reply();
  }

  private Reply reply() {
    List<Slice> slices = good.slices();
    return switch (fault.kind()) {
      case STALL -> good.withSlices(slices.subList(0, frame())).withEnding(Ending.SILENCE);
      case CUT -> cut(Ending.CLOSE);
      case NO_TERMINAL -> good.withSlices(slices.subList(0, frame()));
      case GAP -> without(frame());
      case DUPLICATE -> with(frame(), again(slices.get(frame())));
      case REORDER -> reordered();
      case UNKNOWN -> with(frame(), frameOf("{\"type\":\"sim.unheard_of\",\"sim\":{\"n\":1}}"));
      case GARBAGE -> with(frame(), frameOf("{\"sim\": this is not JSON"));
      case SLOW -> dribbling();
      case ERROR -> failing();
      case STATUS -> failed();
      case HTML -> Reply.body(/* status= */ 200, "text/html; charset=utf-8", HTML);
      case MIME -> good.withHeader("content-type", "text/plain; charset=utf-8");
      case GZIP -> compressed();
      case REDIRECT ->
          Reply.body(/* status= */ 307, "text/plain", "")
              .withHeader("location", path + "?sim-fault=redirect");
      case BAD_CHUNK -> badChunk();
      case RESET -> cut(Ending.RESET);
      case RESET_UTF8 -> good.withSlices(good.head(insideCharacter())).withEnding(Ending.RESET);
      case RESET_EARLY -> Reply.nothing(Ending.RESET);
      case CLOSE_EARLY -> Reply.nothing(Ending.CLOSE);
      case SILENT -> Reply.nothing(Ending.SILENCE);
      case NO_BODY -> good.withSlices(List.of()).withEnding(Ending.SILENCE);
      case EMPTY -> good.withSlices(List.of());
      case LATE -> late();
      case DRIP -> dripping();
      case HANG_UP -> good.withSlices(slices.subList(0, frame())).withEnding(Ending.CLOSE);
      case MANGLE -> mangled();
      case NO_DONE -> good.withSlices(slices.subList(0, Math.max(0, slices.size() - 1)));
      case CONTEXT ->
          refused(
              "context_length_exceeded",
              "This model's maximum context length is 8192 tokens, and this is longer (simulated)");
      case FILTER ->
          refused(
              "content_policy_violation",
              "Your request was rejected as a result of our safety system (simulated)");
      case DOWN, FLAP -> place.error(/* status= */ 503, "Down for a while (simulated)");
      case RATE_LIMIT -> limited();
    };
  }

  /** The frame that the fault names, else the one in the middle; always one that exists. */
  private int frame() {
    int last = good.slices().size() - 1;
    return Math.clamp(Objects.requireNonNullElse(fault.number(), last / 2), 0, Math.max(0, last));
  }

  /** The byte that the fault names, else one in the middle of the frame in the middle. */
  private Reply cut(Ending ending) {
    long before = good.slices().subList(0, frame()).stream().mapToLong(Slice::length).sum();
    long middle = good.slices().isEmpty() ? 0 : before + good.slices().get(frame()).length() / 2;
    long at = fault.number() == null ? middle : fault.number();
    return good.withSlices(good.head(at)).withEnding(ending);
  }

  private Reply without(int frame) {
    List<Slice> slices = new ArrayList<>(good.slices());
    slices.remove(frame);
    return good.withSlices(slices);
  }

  private Reply with(int frame, Slice added) {
    List<Slice> slices = new ArrayList<>(good.slices());
    slices.add(frame, added);
    return good.withSlices(slices);
  }

  private static Slice again(Slice slice) {
    return new Slice(/* afterMicros= */ 0, slice.bytes(), slice.isBare());
  }

  private Reply reordered() {
    List<Slice> slices = new ArrayList<>(good.slices());
    int first = Math.min(frame(), Math.max(0, slices.size() - 2));
    if (slices.size() > 1) {
      slices.add(first + 1, slices.remove(first));
    }
    return good.withSlices(slices);
  }

  private Slice frameOf(String data) {
    return frameOf(Frame.data(data));
  }

  /** A frame as it stands inside a stream, where others came before it. */
  private Slice frameOf(Frame frame) {
    FrameEncoder framing = place.endpoint().form().framing().get();
    byte[] first = framing.encode(frame);
    byte[] later = framing.encode(frame);
    return Slice.of(/* afterMicros= */ 0, good.slices().isEmpty() ? first : later);
  }

  private Reply dribbling() {
    int perSecond = Objects.requireNonNullElse(fault.number(), DRIBBLE_BYTES_PER_SECOND);
    long micros = MICROS_PER_SECOND / Math.max(1, perSecond);
    List<Slice> drops = new ArrayList<>();
    for (Slice slice : good.slices()) {
      Bytes bytes = slice.bytes();
      for (int i = bytes.from(); i < bytes.to(); i++) {
        drops.add(new Slice(micros, Bytes.of(bytes.array(), i, i + 1), slice.isBare()));
      }
    }
    return good.withSlices(drops);
  }

  /** Nothing is sent at once, so that the headers come. */
  private Reply late() {
    List<Slice> slices = new ArrayList<>(good.slices());
    slices.addFirst(Slice.of(/* afterMicros= */ 0, new byte[0]));
    Slice first = slices.get(Math.min(1, slices.size() - 1));
    long micros = Objects.requireNonNullElse(fault.number(), LATE_SECONDS) * MICROS_PER_SECOND;
    slices.set(Math.min(1, slices.size() - 1), new Slice(micros, first.bytes(), first.isBare()));
    return good.withSlices(slices);
  }

  private Reply dripping() {
    long micros = Objects.requireNonNullElse(fault.number(), DRIP_MILLIS) * 1000L;
    return good.withSlices(
        good.slices().stream()
            .map(slice -> new Slice(micros, slice.bytes(), slice.isBare()))
            .toList());
  }

  private Reply mangled() {
    List<Slice> slices = new ArrayList<>(good.slices());
    if (!slices.isEmpty()) {
      slices.set(frame(), frameOf("{\"sim\": this is not JSON"));
    }
    return good.withSlices(slices);
  }

  /** Dialects that have a code of their own for it say it in the body, all others in words. */
  private Reply refused(String code, String message) {
    ErrorAnswer error = place.server().error(/* status= */ 400, message);
    String usual = "\"code\":\"%s\"".formatted(ErrorAnswer.type(400));
    return Reply.json(
        error.status(), error.body().replace(usual, "\"code\":\"%s\"".formatted(code)));
  }

  private Reply limited() {
    int seconds = Objects.requireNonNullElse(fault.number(), LIMITED_SECONDS);
    return good.withHeader("x-ratelimit-remaining-requests", "0")
        .withHeader("x-ratelimit-reset-requests", seconds + "s");
  }

  private Reply failing() {
    int frame = frame();
    List<Slice> slices = new ArrayList<>(good.slices().subList(0, frame));
    slices.add(frameOf(place.server().errorFrame("Overloaded (simulated)", frame)));
    return good.withSlices(slices);
  }

  private Reply failed() {
    Reply reply = place.error(fault.status(), "Failed as asked (simulated)");
    return fault.number() == null
        ? reply
        : reply.withHeader("retry-after", String.valueOf(fault.number()));
  }

  private Reply badChunk() {
    List<Slice> slices = new ArrayList<>(good.slices().subList(0, frame()));
    slices.add(Slice.bare("zz\r\n"));
    return good.withSlices(slices).withEnding(Ending.CLOSE);
  }

  /** Right after the first byte of a character that has several; else anywhere in the middle. */
  private long insideCharacter() {
    long at = 0;
    for (Slice slice : good.slices()) {
      Bytes bytes = slice.bytes();
      for (int i = bytes.from(); i < bytes.to(); i++) {
        at++;
        if ((bytes.array()[i] & 0xC0) == 0xC0) {
          return at;
        }
      }
    }
    return good.length() / 2;
  }

  private Reply compressed() {
    var bytes = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(bytes)) {
      for (Slice slice : good.slices()) {
        gzip.write(slice.bytes().toArray());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<Slice> one = List.of(Slice.of(/* afterMicros= */ 0, bytes.toByteArray()));
    return good.withSlices(one).withHeader("content-encoding", "gzip");
  }
}
