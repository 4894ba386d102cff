package dev.weir.bench.peer;

import com.google.genai.Client;
import com.google.genai.types.ClientOptions;
import com.google.genai.types.GenerateContentConfig;
import dev.weir.bench.stream.ProviderStream;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Response;
import okhttp3.ResponseBody;

/** Google's own library, with an OkHttp interceptor that answers from memory. */
public final class GoogleGenAi {
  private static final MediaType EVENT_STREAM = MediaType.get("text/event-stream");

  private GoogleGenAi() {}

  public static Peer generateContent(ProviderStream stream) {
    var http =
        new OkHttpClient.Builder().addInterceptor(chain -> answer(chain, stream.bytes())).build();
    var client =
        Client.builder()
            .apiKey("none")
            .clientOptions(ClientOptions.builder().customHttpClient(http).build())
            .build();
    var config = GenerateContentConfig.builder().build();
    return sink -> {
      try (var response = client.models.generateContentStream("gemini-2.5-flash", "Go.", config)) {
        for (var chunk : response) {
          String text = chunk.text();
          sink.take(chunk, text == null ? "" : text);
        }
      }
    };
  }

  private static Response answer(Interceptor.Chain chain, byte[] body) {
    return new Response.Builder()
        .request(chain.request())
        .protocol(Protocol.HTTP_1_1)
        .code(200)
        .message("OK")
        .body(ResponseBody.create(body, EVENT_STREAM))
        .build();
  }
}
