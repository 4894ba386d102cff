package dev.weir.langchain4j;

import dev.weir.codec.registry.Dialects;
import org.junit.jupiter.api.Nested;

/** LangChain4j's own suite for AI services that stream. */
final class StreamingServiceSuiteTest {
  @Nested
  final class Responses extends StreamingServiceSuite {
    Responses() {
      super(Dialects.OPENAI_RESPONSES);
    }
  }

  @Nested
  final class Chat extends StreamingServiceSuite {
    Chat() {
      super(Dialects.OPENAI_CHAT);
    }
  }

  @Nested
  final class Anthropic extends StreamingServiceSuite {
    Anthropic() {
      super(Dialects.ANTHROPIC);
    }
  }

  @Nested
  final class Gemini extends StreamingServiceSuite {
    Gemini() {
      super(Dialects.GEMINI);
    }
  }

  @Nested
  final class Ollama extends StreamingServiceSuite {
    Ollama() {
      super(Dialects.OLLAMA);
    }
  }

  @Nested
  final class Interactions extends StreamingServiceSuite {
    Interactions() {
      super(Dialects.GEMINI_INTERACTIONS);
    }
  }

  @Nested
  final class Bedrock extends StreamingServiceSuite {
    Bedrock() {
      super(Dialects.BEDROCK);
    }
  }

  @Nested
  final class Cohere extends StreamingServiceSuite {
    Cohere() {
      super(Dialects.COHERE);
    }
  }
}
