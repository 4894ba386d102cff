package dev.weir.cli;

import dev.weir.cli.input.ReadOptions;
import dev.weir.codec.Limits;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.ThinkTags;
import dev.weir.codec.registry.Dialects;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which streams to read, and how: the options that commands over captured streams share. */
final class StreamOptions {
  @Option(
      names = {"-d", "--dialect"},
      paramLabel = "D",
      completionCandidates = DialectNames.class,
      description = {
        "The wire protocol; guessed from the first bytes when not given.",
        "One of: ${COMPLETION-CANDIDATES}"
      })
  private @Nullable String dialect;

  @Option(
      names = "--think-tags",
      paramLabel = "HOW",
      description =
          "What <think>…</think> inside the text means (openai-chat): keep (default) leaves it,"
              + " split makes it reasoning, split_opened also begins inside it.")
  private ThinkTags thinkTags = ThinkTags.KEEP;

  @Option(
      names = "--max-frame-bytes",
      paramLabel = "N",
      description = "Fail a stream in which a frame is larger; default 16777216.")
  private int maxFrameBytes = Limits.DEFAULT.maxFrameBytes();

  @Option(
      names = "--max-open-blocks",
      paramLabel = "N",
      description = "Fail a stream with more blocks open at once; default 1024.")
  private int maxOpenBlocks = Limits.DEFAULT.maxOpenBlocks();

  @Option(
      names = "--max-block-chars",
      paramLabel = "N",
      description = "Fail a stream in which a call has longer arguments; default 8388608.")
  private int maxBlockChars = Limits.DEFAULT.maxBlockChars();

  @Mixin private EntryOptions entry = new EntryOptions();

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = {
        "Captured streams; - is standard input. Also recordings, HAR files, VCR cassettes,",
        "curl -i and curl --trace; all of them also in gzip, zstd and UTF-16."
      })
  private List<String> files;

  StreamOptions() {
    this(List.of());
  }

  StreamOptions(List<String> files) {
    this.files = files;
  }

  List<String> files() {
    return files;
  }

  @Nullable Dialect dialect() {
    String word = dialect;
    if (word == null) {
      return null;
    }
    return Dialects.of(word)
        .orElseThrow(() ->
            new CallException(
                "Unknown dialect \"%s\"; expected one of %s".formatted(word, Dialects.words())));
  }

  DecodeOptions decodeOptions() {
    var limits =
        new Limits(
            atLeastOne("--max-frame-bytes", maxFrameBytes),
            atLeastOne("--max-open-blocks", maxOpenBlocks),
            atLeastOne("--max-block-chars", maxBlockChars),
            Limits.DEFAULT.maxDepth());
    return new DecodeOptions(limits, thinkTags);
  }

  private static int atLeastOne(String option, int value) {
    if (value < 1) {
      throw new CallException("%s must be at least 1, saw %d".formatted(option, value));
    }
    return value;
  }

  /** How to read the inputs. */
  ReadOptions reading() {
    return new ReadOptions(dialect(), decodeOptions(), entry.choice());
  }

  /** The dialects by name. */
  static final class DialectNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Dialects.all().stream().map(Dialect::word).iterator();
    }
  }
}
