package dev.weir.langchain4j;

import dev.weir.codec.registry.Dialects;
import org.junit.jupiter.api.Nested;

/** LangChain4j's own suite for streaming models. */
final class StreamingSuiteTest {
  @Nested
  final class Responses extends StreamingSuite {
    Responses() {
      super(Dialects.OPENAI_RESPONSES);
    }
  }

  @Nested
  final class Chat extends StreamingSuite {
    Chat() {
      super(Dialects.OPENAI_CHAT);
    }
  }

  @Nested
  final class Anthropic extends StreamingSuite {
    Anthropic() {
      super(Dialects.ANTHROPIC);
    }
  }

  @Nested
  final class Gemini extends StreamingSuite {
    Gemini() {
      super(Dialects.GEMINI);
    }
  }

  @Nested
  final class Ollama extends StreamingSuite {
    Ollama() {
      super(Dialects.OLLAMA);
    }
  }

  @Nested
  final class Interactions extends StreamingSuite {
    Interactions() {
      super(Dialects.GEMINI_INTERACTIONS);
    }
  }

  @Nested
  final class Bedrock extends StreamingSuite {
    Bedrock() {
      super(Dialects.BEDROCK);
    }
  }

  @Nested
  final class Cohere extends StreamingSuite {
    Cohere() {
      super(Dialects.COHERE);
    }
  }
}
