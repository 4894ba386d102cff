package dev.weir.sim.reply;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything that is sent in answer to one request, as a value: faults turn one reply into another,
 * and only the socket's side plays it.
 *
 * @param status the status of the http response; 0 if there is none and only the ending happens
 * @param headers in their order; a reply without {@code content-length} is sent in chunks
 */
public record Reply(int status, Map<String, String> headers, List<Slice> slices, Ending ending) {
  public static final int NO_STATUS = 0;

  public Reply {
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    slices = List.copyOf(slices);
  }

  /** A stream, slice by slice. */
  public static Reply stream(String contentType, List<Slice> slices) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("content-type", contentType);
    headers.put("cache-control", "no-cache");
    return new Reply(/* status= */ 200, headers, slices, Ending.WHOLE);
  }

  /** A body that is known whole. */
  public static Reply body(int status, String contentType, String body) {
    byte[] bytes = body.getBytes(UTF_8);
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("content-type", contentType);
    headers.put("content-length", String.valueOf(bytes.length));
    List<Slice> slices = bytes.length == 0 ? List.of() : List.of(Slice.of(0, bytes));
    return new Reply(status, headers, slices, Ending.WHOLE);
  }

  /** A reply that is one JSON text. */
  public static Reply json(int status, String body) {
    return body(status, "application/json", body);
  }

  /** Not even a header comes. */
  public static Reply nothing(Ending ending) {
    return new Reply(NO_STATUS, Map.of(), List.of(), ending);
  }

  /** With a header more, or another value of it. */
  public Reply withHeader(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Reply(status, more, slices, ending);
  }

  /** Without that header. */
  public Reply withoutHeader(String name) {
    Map<String, String> fewer = new LinkedHashMap<>(headers);
    fewer.remove(name);
    return new Reply(status, fewer, slices, ending);
  }

  /** With other bytes. */
  public Reply withSlices(List<Slice> other) {
    return new Reply(status, headers, other, ending);
  }

  /** With another end. */
  public Reply withEnding(Ending other) {
    return new Reply(status, headers, slices, other);
  }

  /** How many bytes all slices have. */
  public long length() {
    return slices.stream().mapToLong(Slice::length).sum();
  }

  /** The slices up to a byte, the last one shortened to end there. */
  public List<Slice> head(long bytes) {
    List<Slice> head = new ArrayList<>();
    long missing = bytes;
    for (Slice slice : slices) {
      if (missing <= 0) {
        break;
      }
      head.add(slice.length() <= missing ? slice : slice.head((int) missing));
      missing -= slice.length();
    }
    return head;
  }
}
