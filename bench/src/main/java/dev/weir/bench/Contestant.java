package dev.weir.bench;

import dev.weir.bench.peer.AnthropicJava;
import dev.weir.bench.peer.GoogleGenAi;
import dev.weir.bench.peer.JacksonWalk;
import dev.weir.bench.peer.LangChain4j;
import dev.weir.bench.peer.OpenAiJava;
import dev.weir.bench.peer.Peer;
import dev.weir.bench.peer.Tally;
import dev.weir.bench.peer.Weir;
import dev.weir.bench.stream.ProviderStream;
import java.util.Locale;

/** Who is measured on which stream. The first of each course is what the others are compared to. */
public enum Contestant {
  CHAT_WEIR(Course.CHAT, Label.WEIR),
  CHAT_GENERAL(Course.CHAT, Label.GENERAL),
  CHAT_FRAMING(Course.CHAT, Label.FRAMING),
  CHAT_JACKSON(Course.CHAT, Label.JACKSON),
  CHAT_LANGCHAIN4J(Course.CHAT, "langchain4j"),
  CHAT_OPENAI_JAVA(Course.CHAT, "openai-java"),

  RESPONSES_WEIR(Course.RESPONSES, Label.WEIR),
  RESPONSES_GENERAL(Course.RESPONSES, Label.GENERAL),
  RESPONSES_FRAMING(Course.RESPONSES, Label.FRAMING),
  RESPONSES_JACKSON(Course.RESPONSES, Label.JACKSON),
  RESPONSES_LANGCHAIN4J(Course.RESPONSES, "langchain4j"),
  RESPONSES_OPENAI_JAVA(Course.RESPONSES, "openai-java"),

  ANTHROPIC_WEIR(Course.ANTHROPIC, Label.WEIR),
  ANTHROPIC_GENERAL(Course.ANTHROPIC, Label.GENERAL),
  ANTHROPIC_FRAMING(Course.ANTHROPIC, Label.FRAMING),
  ANTHROPIC_JACKSON(Course.ANTHROPIC, Label.JACKSON),
  ANTHROPIC_LANGCHAIN4J(Course.ANTHROPIC, "langchain4j"),
  ANTHROPIC_ANTHROPIC_JAVA(Course.ANTHROPIC, "anthropic-java"),

  GEMINI_WEIR(Course.GEMINI, Label.WEIR),
  GEMINI_GENERAL(Course.GEMINI, Label.GENERAL),
  GEMINI_FRAMING(Course.GEMINI, Label.FRAMING),
  GEMINI_JACKSON(Course.GEMINI, Label.JACKSON),
  GEMINI_GOOGLE_GENAI(Course.GEMINI, "google-genai"),

  CHAT_ARGUMENTS_WEIR(Course.CHAT_ARGUMENTS, Label.WEIR),
  CHAT_ARGUMENTS_LANGCHAIN4J(Course.CHAT_ARGUMENTS, "langchain4j"),
  CHAT_ARGUMENTS_OPENAI_JAVA(Course.CHAT_ARGUMENTS, "openai-java"),

  RESPONSES_ARGUMENTS_WEIR(Course.RESPONSES_ARGUMENTS, Label.WEIR),
  RESPONSES_ARGUMENTS_LANGCHAIN4J(Course.RESPONSES_ARGUMENTS, "langchain4j"),
  RESPONSES_ARGUMENTS_OPENAI_JAVA(Course.RESPONSES_ARGUMENTS, "openai-java"),

  ANTHROPIC_ARGUMENTS_WEIR(Course.ANTHROPIC_ARGUMENTS, Label.WEIR),
  ANTHROPIC_ARGUMENTS_LANGCHAIN4J(Course.ANTHROPIC_ARGUMENTS, "langchain4j"),
  ANTHROPIC_ARGUMENTS_ANTHROPIC_JAVA(Course.ANTHROPIC_ARGUMENTS, "anthropic-java"),

  CHAT_REASONING_WEIR(Course.CHAT_REASONING, Label.WEIR),
  CHAT_REASONING_LANGCHAIN4J(Course.CHAT_REASONING, "langchain4j"),

  RESPONSES_REASONING_WEIR(Course.RESPONSES_REASONING, Label.WEIR),
  RESPONSES_REASONING_OPENAI_JAVA(Course.RESPONSES_REASONING, "openai-java"),

  ANTHROPIC_REASONING_WEIR(Course.ANTHROPIC_REASONING, Label.WEIR),
  ANTHROPIC_REASONING_LANGCHAIN4J(Course.ANTHROPIC_REASONING, "langchain4j"),
  ANTHROPIC_REASONING_ANTHROPIC_JAVA(Course.ANTHROPIC_REASONING, "anthropic-java");

  private static final class Label {
    static final String WEIR = "Weir";
    static final String GENERAL = "Weir without its fast path";
    static final String FRAMING = "Weir's framing alone";
    static final String JACKSON = "jackson-core, delta only";
  }

  private final Course course;
  private final String label;

  Contestant(Course course, String label) {
    this.course = course;
    this.label = label;
  }

  Course course() {
    return course;
  }

  /** What a reader sees, without the version of the library. */
  String label() {
    return label;
  }

  /** What selects it on the command line. */
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** A decoder that has shown on its stream that it finds everything. */
  Peer ready() {
    ProviderStream stream = course.stream();
    Peer ready = peer(stream);
    var tally = new Tally();
    ready.decode(tally);
    if (label.equals(Label.FRAMING)) {
      tally.expectAllFramesOf(stream);
    } else {
      tally.expectAllTextOf(stream);
    }
    return ready;
  }

  private Peer peer(ProviderStream stream) {
    return switch (this) {
      case CHAT_WEIR,
          RESPONSES_WEIR,
          ANTHROPIC_WEIR,
          GEMINI_WEIR,
          CHAT_ARGUMENTS_WEIR,
          RESPONSES_ARGUMENTS_WEIR,
          ANTHROPIC_ARGUMENTS_WEIR,
          CHAT_REASONING_WEIR,
          RESPONSES_REASONING_WEIR,
          ANTHROPIC_REASONING_WEIR ->
          Weir.decoder(course.dialect(), stream);
      case CHAT_GENERAL, RESPONSES_GENERAL, ANTHROPIC_GENERAL, GEMINI_GENERAL ->
          Weir.generalWay(course.dialect(), stream);
      case CHAT_FRAMING, RESPONSES_FRAMING, ANTHROPIC_FRAMING, GEMINI_FRAMING ->
          Weir.framing(stream);
      case CHAT_JACKSON -> new JacksonWalk(stream, "choices", "delta", "content");
      case RESPONSES_JACKSON -> new JacksonWalk(stream, "delta");
      case ANTHROPIC_JACKSON -> new JacksonWalk(stream, "delta", "text");
      case GEMINI_JACKSON -> new JacksonWalk(stream, "candidates", "content", "parts", "text");
      case CHAT_LANGCHAIN4J, CHAT_ARGUMENTS_LANGCHAIN4J, CHAT_REASONING_LANGCHAIN4J ->
          LangChain4j.chat(stream);
      case RESPONSES_LANGCHAIN4J, RESPONSES_ARGUMENTS_LANGCHAIN4J -> LangChain4j.responses(stream);
      case ANTHROPIC_LANGCHAIN4J,
          ANTHROPIC_ARGUMENTS_LANGCHAIN4J,
          ANTHROPIC_REASONING_LANGCHAIN4J ->
          LangChain4j.anthropic(stream);
      case CHAT_OPENAI_JAVA, CHAT_ARGUMENTS_OPENAI_JAVA -> OpenAiJava.chat(stream);
      case RESPONSES_OPENAI_JAVA,
          RESPONSES_ARGUMENTS_OPENAI_JAVA,
          RESPONSES_REASONING_OPENAI_JAVA ->
          OpenAiJava.responses(stream);
      case ANTHROPIC_ANTHROPIC_JAVA,
          ANTHROPIC_ARGUMENTS_ANTHROPIC_JAVA,
          ANTHROPIC_REASONING_ANTHROPIC_JAVA ->
          AnthropicJava.messages(stream);
      case GEMINI_GOOGLE_GENAI -> GoogleGenAi.generateContent(stream);
    };
  }
}
