package dev.weir.codec.template;

import dev.weir.codec.dialect.Hole.Role;
import java.util.ArrayList;
import java.util.List;

/**
 * Walks through a whole frame from literal to hole to literal, without looking for the place where
 * it begins to differ.
 *
 * <p>Only holes that are known to vary are read. One that has held the same so far, such as the
 * time at which a response began, is part of the literal around it.
 */
final class LiteralWalk {
  /** What stands before each hole that varies, and after the last. */
  private final Literal[] literals;

  private final Role[] roles;

  LiteralWalk(byte[] frame, Role[] roles, int[] from, int[] to, boolean[] varies) {
    List<Literal> between = new ArrayList<>();
    List<Role> varying = new ArrayList<>();
    int begin = 0;
    for (int i = 0; i < roles.length; i++) {
      if (varies[i]) {
        between.add(new Literal(frame, begin, from[i]));
        varying.add(roles[i]);
        begin = to[i];
      }
    }
    between.add(new Literal(frame, begin, frame.length));
    this.literals = between.toArray(new Literal[0]);
    this.roles = varying.toArray(new Role[0]);
  }

  /**
   * Where a frame ends that begins at a place; {@link ChunkTemplate#NO_MATCH} if it is another, or
   * if too few bytes are left before the limit.
   */
  int match(byte[] slice, int start, int limit, HoleValues values) {
    int at = start;
    for (int i = 0; i < roles.length; i++) {
      at = literals[i].after(slice, at, limit);
      if (at < 0) {
        return ChunkTemplate.NO_MATCH;
      }
      at = values.read(roles[i], slice, at, limit);
      if (at < 0) {
        return ChunkTemplate.NO_MATCH;
      }
    }
    return literals[roles.length].after(slice, at, limit);
  }
}
