package dev.weir.codec.frontend;

import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.frontend.FrontEndEvent.Source;
import dev.weir.codec.json.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the pages that providers cite, each once. A model may name anything; only pages count. */
final class Citations {
  private static final int MAX_SOURCES = 1_000;
  private static final List<String> WITHIN = List.of("", "url_citation", "web", "retrievedContext");

  private final String stream;
  private final Set<String> found = new HashSet<>();

  Citations(String stream) {
    this.stream = stream;
  }

  Optional<Source> in(String annotation) {
    Json json = ProviderJson.parse(annotation);
    if (json == null || found.size() >= MAX_SOURCES) {
      return Optional.empty();
    }
    for (String name : WITHIN) {
      Json place = name.isEmpty() ? json : json.get(name);
      String url = url(place);
      if (url != null && found.add(url)) {
        String id = "%s-source-%d".formatted(stream, found.size());
        return Optional.of(new Source(id, url, place.get("title").textIfAny()));
      }
    }
    return Optional.empty();
  }

  private static @Nullable String url(Json place) {
    String url = place.get("url").textIfAny();
    String address = url == null ? place.get("uri").textIfAny() : url;
    return address != null && isPage(address) ? address : null;
  }

  static boolean isPage(String url) {
    return url.startsWith("https://") || url.startsWith("http://");
  }
}
