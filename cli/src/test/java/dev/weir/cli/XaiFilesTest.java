package dev.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.xai.proto.CompletionOutputChunk;
import dev.weir.xai.proto.Delta;
import dev.weir.xai.proto.FinishReason;
import dev.weir.xai.proto.GetChatCompletionChunk;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Captured bodies of xAI's gRPC service, whose chunks another module reads. */
class XaiFilesTest {
  @TempDir Path folder = Path.of("");

  @Test
  void aCapturedBodyIsDecodedRecordedReplayedAndExamined() throws IOException {
    Path file = write(message(/* flag= */ 0, chunk("sunny")));
    Path recording = folder.resolve("r.jsonl");

    String message =
        run("decode", "-d", "xai", "--record", recording + "", "--to", "message", file + "");

    assertThat(message)
        .isEqualTo(
            """
            {"file":"%s","dialect":"xai","responseId":"r","modelName":"grok","text":"sunny","reasoning":"","refusal":"","toolCalls":[],"serverTools":[],"finish":"REASON_STOP","verdict":"COMPLETE"}
            """
                .formatted(file));
    assertThat(run("replay", "--speed", "max", "--to", "events", recording + ""))
        .isEqualTo(run("decode", "-d", "xai", file + ""));
    assertThat(run("doctor", "-d", "xai", file + ""))
        .contains(": xai, grok, 6 events, COMPLETE")
        .contains("✓ nothing wrong");
    assertThat(run("decode", "-d", "xai", "--to", "chunks", file + ""))
        .contains("\"part_kind\":\"assistant\",\"text_delta\":\"sunny\"")
        .contains("finish_reason: REASON_STOP");
  }

  @Test
  void theTrailersOfAFailedCallAreItsError() throws IOException {
    byte[] trailers = "grpc-status:8\r\ngrpc-message:too many\r\n".getBytes(UTF_8);
    Path file = write(message(/* flag= */ 0x80, trailers));

    assertThat(run("doctor", "-d", "xai", file + "")).contains("FAILED").contains("too many");
  }

  private Path write(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("answer.grpc"), bytes);
  }

  private static byte[] chunk(String text) {
    return GetChatCompletionChunk.newBuilder()
        .setId("r")
        .setModel("grok")
        .addOutputs(
            CompletionOutputChunk.newBuilder()
                .setDelta(Delta.newBuilder().setContent(text))
                .setFinishReason(FinishReason.REASON_STOP))
        .build()
        .toByteArray();
  }

  private static byte[] message(int flag, byte[] payload) {
    return ByteBuffer.allocate(5 + payload.length)
        .put((byte) flag)
        .putInt(payload.length)
        .put(payload)
        .array();
  }

  private static String run(String... args) {
    var out = new ByteArrayOutputStream();
    var both = new PrintStream(out, true, UTF_8);
    Main.run(args, new Console(InputStream.nullInputStream(), both, both));
    return out.toString(UTF_8);
  }
}
