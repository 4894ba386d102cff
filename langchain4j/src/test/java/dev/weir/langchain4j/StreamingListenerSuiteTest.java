package dev.weir.langchain4j;

import dev.weir.codec.registry.Dialects;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.parallel.Isolated;

/** LangChain4j's own suite for listeners of streaming models; alone, for it has a limit of time. */
@Isolated
final class StreamingListenerSuiteTest {
  @Nested
  final class Responses extends StreamingListenerSuite {
    Responses() {
      super(Dialects.OPENAI_RESPONSES);
    }
  }

  @Nested
  final class Chat extends StreamingListenerSuite {
    Chat() {
      super(Dialects.OPENAI_CHAT);
    }
  }

  @Nested
  final class Anthropic extends StreamingListenerSuite {
    Anthropic() {
      super(Dialects.ANTHROPIC);
    }
  }

  @Nested
  final class Gemini extends StreamingListenerSuite {
    Gemini() {
      super(Dialects.GEMINI);
    }
  }

  @Nested
  final class Ollama extends StreamingListenerSuite {
    Ollama() {
      super(Dialects.OLLAMA);
    }
  }

  @Nested
  final class Interactions extends StreamingListenerSuite {
    Interactions() {
      super(Dialects.GEMINI_INTERACTIONS);
    }
  }

  @Nested
  final class Bedrock extends StreamingListenerSuite {
    Bedrock() {
      super(Dialects.BEDROCK);
    }
  }

  @Nested
  final class Cohere extends StreamingListenerSuite {
    Cohere() {
      super(Dialects.COHERE);
    }
  }
}
