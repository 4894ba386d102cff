package dev.weir.codec.read;

import dev.weir.codec.request.Content;
import dev.weir.codec.request.Note;
import dev.weir.codec.request.Origin;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a user's message in which outputs of tools are beside what the user says. Each run of
 * either is a message of its own, in order; all remember that they were in the same one.
 */
public final class UserPieces {
  private final List<Piece> pieces = new ArrayList<>();

  private sealed interface Piece {}

  private record Said(Content content) implements Piece {}

  private record Output(
      @Nullable String callId,
      @Nullable String toolName,
      List<Content> contents,
      boolean isError,
      Note note)
      implements Piece {}

  public void content(Content content) {
    pieces.add(new Said(content));
  }

  public void output(
      @Nullable String callId,
      @Nullable String toolName,
      List<Content> contents,
      boolean isError,
      Note note) {
    pieces.add(new Output(callId, toolName, contents, isError, note));
  }

  public void addTo(MessageList messages, Origin shell) {
    List<Content> said = new ArrayList<>();
    for (Piece piece : pieces) {
      switch (piece) {
        case Said one -> {
          messages.outputsWithin(shell);
          said.add(one.content());
        }
        case Output output -> {
          if (!said.isEmpty()) {
            messages.user(said, shell);
            said.clear();
          }
          messages.output(
              output.callId(),
              output.toolName(),
              output.contents(),
              output.isError(),
              output.note());
        }
      }
    }
    messages.outputsWithin(shell);
    if (!said.isEmpty() || pieces.isEmpty()) {
      messages.user(said, shell);
    }
  }
}
