package dev.weir.codec.dialect.responses;

import dev.weir.codec.dialect.PathText;
import dev.weir.codec.dialect.Resuming;
import dev.weir.codec.json.Json;
import org.jspecify.annotations.Nullable;

/** A response in the background goes on without a connection; its events are numbered. */
final class ResponsesResuming implements Resuming {

  @Override
  public @Nullable String responseId(Json chunk) {
    return chunk.get("response").get("id").textIfAny();
  }

  @Override
  public boolean isNumbered() {
    return true;
  }

  @Override
  public @Nullable String place(Json chunk) {
    Long number = chunk.get("sequence_number").number();
    return number == null ? null : Long.toString(number);
  }

  @Override
  public String path(String asked, String responseId, @Nullable String place, Json body) {
    int question = asked.indexOf('?');
    StringBuilder rest =
        new StringBuilder(question < 0 ? asked : asked.substring(0, question))
            .append('/')
            .append(responseId)
            .append(question < 0 ? "?" : asked.substring(question) + "&")
            .append("stream=true");
    if (place != null) {
      rest.append("&starting_after=").append(place);
    }
    for (Json included : body.get("include").items()) {
      rest.append("&include%5B%5D=").append(PathText.segment(included.textOrEmpty()));
    }
    return rest.toString();
  }
}
