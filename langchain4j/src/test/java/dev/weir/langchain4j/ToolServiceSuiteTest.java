package dev.weir.langchain4j;

import dev.weir.codec.registry.Dialects;
import org.junit.jupiter.api.Nested;

/** LangChain4j's own suite for AI services with tools. */
final class ToolServiceSuiteTest {
  @Nested
  final class Responses extends ToolServiceSuite {
    Responses() {
      super(Dialects.OPENAI_RESPONSES);
    }
  }

  @Nested
  final class Chat extends ToolServiceSuite {
    Chat() {
      super(Dialects.OPENAI_CHAT);
    }
  }

  @Nested
  final class Anthropic extends ToolServiceSuite {
    Anthropic() {
      super(Dialects.ANTHROPIC);
    }
  }

  @Nested
  final class Gemini extends ToolServiceSuite {
    Gemini() {
      super(Dialects.GEMINI);
    }
  }

  @Nested
  final class Ollama extends ToolServiceSuite {
    Ollama() {
      super(Dialects.OLLAMA);
    }
  }

  @Nested
  final class Interactions extends ToolServiceSuite {
    Interactions() {
      super(Dialects.GEMINI_INTERACTIONS);
    }
  }

  @Nested
  final class Bedrock extends ToolServiceSuite {
    Bedrock() {
      super(Dialects.BEDROCK);
    }
  }

  @Nested
  final class Cohere extends ToolServiceSuite {
    Cohere() {
      super(Dialects.COHERE);
    }
  }
}
