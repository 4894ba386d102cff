package dev.weir.client.call;

import dev.weir.client.provider.Provider;
import dev.weir.client.transport.HttpCall;
import dev.weir.codec.json.Json;
import dev.weir.codec.request.Rendered;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Fetches a response on from where it broke, where the provider can: one of OpenAI Responses that
 * runs in the background goes on without a connection, and its events can be had after any number.
 *
 * <p>One that is only stored is not resumed: it ends with its connection.
 */
final class Resumption {
  /** The id comes from outside and becomes part of an address. */
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,200}");

  private final CallWriter writer;
  private final Rendered rendered;
  private final int most;
  private final FrameJoiner joint;
  private int count;

  private Resumption(CallWriter writer, Rendered rendered, CallOptions options) {
    this.writer = writer;
    this.rendered = rendered;
    this.most = options.resumes();
    this.joint = new FrameJoiner(options.decode().limits().maxFrameBytes());
  }

  /** The way to fetch the response on; absent if there is none. */
  static @Nullable Resumption of(CallWriter writer, Rendered rendered, CallOptions options) {
    Provider provider = writer.provider();
    boolean canResume =
        options.resumes() > 0
            && provider
                .dialect()
                .clientSide()
                .filter(side -> side.isResumable(rendered.body()))
                .isPresent();
    return canResume ? new Resumption(writer, rendered, options) : null;
  }

  FrameJoiner joint() {
    return joint;
  }

  /** How often the response was resumed. */
  int count() {
    return count;
  }

  boolean isPossible() {
    String id = joint.responseId();
    return count < most && joint.last() != null && id != null && ID.matcher(id).matches();
  }

  /** Takes bytes as they come; returns the whole frames to be decoded. */
  byte[] feed(byte[] slice) {
    return joint.feed(slice, this::isPossible);
  }

  /** The request for the rest; to be asked for only if it is possible. */
  HttpCall next() {
    count++;
    String path = rendered.path();
    int question = path.indexOf('?');
    StringBuilder rest =
        new StringBuilder(question < 0 ? path : path.substring(0, question))
            .append('/')
            .append(joint.responseId())
            .append(question < 0 ? "?" : path.substring(question) + "&")
            .append("stream=true&starting_after=")
            .append(joint.last());
    for (Json included : rendered.body().get("include").items()) {
      rest.append("&include%5B%5D=")
          .append(URLEncoder.encode(included.textOrEmpty(), StandardCharsets.UTF_8));
    }
    return writer.fetch(rest.toString(), rendered.headers());
  }
}
