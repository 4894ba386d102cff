package dev.weir.sim.xai;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import dev.weir.codec.Bytes;
import dev.weir.sim.request.Asked;
import dev.weir.sim.request.MessageReader;
import dev.weir.sim.request.RequestKey;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the few fields of a request that an answer depends on, by their numbers in the service's
 * own definition.
 */
final class XaiRequest {
  private static final int MESSAGES = 1;
  private static final int MODEL = 2;
  private static final int TOOLS = 17;
  private static final int CONTENT = 1;
  private static final int ROLE = 2;
  private static final int TOOL_CALLS = 4;
  private static final int TOOL_CALL_ID = 7;
  private static final int CALL_FUNCTION = 10;
  private static final int FIRST = 1;

  private static final long USER = 1;
  private static final long ASSISTANT = 2;
  private static final long TOOL = 5;

  private XaiRequest() {}

  /**
   * Reads a request.
   *
   * @throws InvalidProtocolBufferException if it is not a protobuf message
   * @throws IllegalArgumentException if xAI would refuse the conversation
   */
  static Asked read(Bytes message) throws InvalidProtocolBufferException {
    byte[] bytes = message.toSlice();
    UnknownFieldSet request = UnknownFieldSet.parseFrom(bytes);
    var conversation = new MessageReader();
    for (ByteString said : request.getField(MESSAGES).getLengthDelimitedList()) {
      message(UnknownFieldSet.parseFrom(said), conversation);
    }
    List<String> tools = new ArrayList<>();
    for (ByteString tool : request.getField(TOOLS).getLengthDelimitedList()) {
      for (ByteString function : fields(tool, FIRST)) {
        tools.add(text(UnknownFieldSet.parseFrom(function), FIRST));
      }
    }
    return new Asked(
        text(request, MODEL),
        /* isStreamed= */ true,
        conversation.prompt(),
        conversation.results(),
        tools,
        RequestKey.of(bytes),
        bytes.length);
  }

  private static void message(UnknownFieldSet message, MessageReader conversation)
      throws InvalidProtocolBufferException {
    List<Long> roles = message.getField(ROLE).getVarintList();
    long role = roles.isEmpty() ? 0 : roles.getLast();
    if (message.getField(CONTENT).getLengthDelimitedList().isEmpty()) {
      throw new IllegalArgumentException("Each message must have at least one content element.");
    }
    StringBuilder said = new StringBuilder();
    for (ByteString content : message.getField(CONTENT).getLengthDelimitedList()) {
      said.append(text(UnknownFieldSet.parseFrom(content), FIRST));
    }
    if (role == USER) {
      conversation.user(said.toString());
    } else if (role == TOOL) {
      conversation.result(text(message, TOOL_CALL_ID), "", said.toString());
    } else if (role == ASSISTANT) {
      conversation.model();
      for (ByteString call : message.getField(TOOL_CALLS).getLengthDelimitedList()) {
        for (ByteString function : fields(call, CALL_FUNCTION)) {
          conversation.call(
              text(UnknownFieldSet.parseFrom(call), FIRST),
              text(UnknownFieldSet.parseFrom(function), FIRST));
        }
      }
    }
  }

  private static List<ByteString> fields(ByteString message, int number)
      throws InvalidProtocolBufferException {
    return UnknownFieldSet.parseFrom(message).getField(number).getLengthDelimitedList();
  }

  private static String text(UnknownFieldSet message, int number) {
    List<ByteString> values = message.getField(number).getLengthDelimitedList();
    return values.isEmpty() ? "" : values.getLast().toStringUtf8();
  }
}
