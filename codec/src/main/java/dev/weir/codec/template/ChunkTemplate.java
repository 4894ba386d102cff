package dev.weir.codec.template;

import dev.weir.codec.dialect.Hole;
import dev.weir.codec.dialect.Hole.Role;
import dev.weir.codec.json.JsonString;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one whole frame, with holes in it.
 *
 * <p>A later frame matches if it is equal except for the holes, and each hole holds a value of its
 * kind. Then only the values are read. Anything else is not a match, and the frame goes the general
 * way, so a template can never change a result.
 */
public final class ChunkTemplate {
  /** The bytes are not a frame of this kind. */
  public static final int NO_MATCH = -1;

  /** The bytes are the beginning of a frame of this kind. */
  public static final int BEGINNING = -2;

  private final byte[] frame;
  private final Role[] roles;

  /** Where the holes begin and end in the frame. */
  private final int[] from;

  private final int[] to;
  private final int deltaHole;

  /** Which holes have held something else in a later frame. */
  private final boolean[] varies;

  /** The short way through a frame; absent until it is known which holes vary. */
  private @Nullable LiteralWalk walk;

  private final HoleValues values = new HoleValues();

  private ChunkTemplate(byte[] frame, Role[] roles, int[] from, int[] to) {
    this.frame = frame;
    this.roles = roles;
    this.from = from;
    this.to = to;
    this.deltaHole = List.of(roles).indexOf(Role.DELTA);
    this.varies = new boolean[roles.length];
    varies[deltaHole] = true;
  }

  /**
   * Makes a template of a frame.
   *
   * @param frameFrom where the frame begins, {@code frameTo} where it ends, its blank line included
   * @param dataFrom where its JSON begins, {@code dataTo} where it ends
   * @param delta the text that the frame added
   * @return {@code null} if the text is not in exactly one hole for it, or a hole holds something
   *     odd
   */
  public static @Nullable ChunkTemplate of(
      byte[] slice,
      int frameFrom,
      int frameTo,
      int dataFrom,
      int dataTo,
      List<Hole> holes,
      String delta) {
    List<HoleFinder.Found> used = new ArrayList<>();
    int deltas = 0;
    for (HoleFinder.Found found : HoleFinder.find(slice, dataFrom, holes)) {
      if (found.hole().role() != Role.DELTA) {
        used.add(found);
      } else if (found.from() < found.to()) {
        deltas++;
        used.add(found);
        String text =
            JsonString.read(
                slice, found.from(), found.to(), /* isAscii= */ false, /* hasEscapes= */ true);
        deltas += delta.equals(text) ? 0 : 1;
      }
    }
    addPadding(slice, dataTo, used);
    if (deltas != 1) {
      return null;
    }
    ChunkTemplate template = cut(Arrays.copyOfRange(slice, frameFrom, frameTo), frameFrom, used);
    return template.readsItself() ? template : null;
  }

  private static void addPadding(byte[] slice, int dataTo, List<HoleFinder.Found> holes) {
    int to = dataTo - 1;
    if (slice[to] == '}') {
      int from = to;
      while (slice[from - 1] == ' ') {
        from--;
      }
      holes.add(new HoleFinder.Found(Hole.of(Role.PADDING), from, to));
    }
  }

  private static ChunkTemplate cut(byte[] frame, int offset, List<HoleFinder.Found> holes) {
    int count = holes.size();
    Role[] roles = new Role[count];
    int[] from = new int[count];
    int[] to = new int[count];
    for (int i = 0; i < count; i++) {
      roles[i] = holes.get(i).hole().role();
      from[i] = holes.get(i).from() - offset;
      to[i] = holes.get(i).to() - offset;
    }
    return new ChunkTemplate(frame, roles, from, to);
  }

  private boolean readsItself() {
    for (int i = 0; i < roles.length; i++) {
      if (values.read(roles[i], frame, from[i], frame.length) != to[i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Matches a frame that begins at a place.
   *
   * @return where it ends, {@link #BEGINNING} or {@link #NO_MATCH}
   */
  public int match(byte[] slice, int start, int limit) {
    LiteralWalk known = walk;
    int end = known == null ? NO_MATCH : known.match(slice, start, limit, values);
    return end >= 0 ? end : matchByDifferences(slice, start, limit);
  }

  /**
   * Matches a frame of which less is known: it may end beyond the limit, hold something new in any
   * hole, or be another one.
   *
   * <p>It is compared with this one as a whole. The first byte that differs must lie in a hole or
   * right after it, where a longer value goes on: that hole is read, and what follows is compared
   * in turn. What stands in a hole that does not differ is read here.
   */
  private int matchByDifferences(byte[] slice, int start, int limit) {
    int at = start;
    int compared = 0;
    int hole = 0;
    while (true) {
      int length = Math.min(frame.length - compared, limit - at);
      int same = Arrays.mismatch(frame, compared, compared + length, slice, at, at + length);
      int differs = compared + (same < 0 ? length : same);
      while (hole < roles.length && to[hole] < differs) {
        var unused = values.read(roles[hole], frame, from[hole], frame.length);
        if (hole == deltaHole) {
          values.moveDelta(at - compared);
        }
        hole++;
      }
      if (same < 0 && differs < frame.length) {
        return BEGINNING;
      }
      if (same < 0) {
        walk = walk == null ? new LiteralWalk(frame, roles, from, to, varies) : walk;
        return at + length;
      }
      if (hole == roles.length || differs < from[hole]) {
        return NO_MATCH;
      }
      if (!varies[hole]) {
        varies[hole] = true;
        walk = null;
      }
      at = values.read(roles[hole], slice, at + from[hole] - compared, limit);
      if (at < 0) {
        return at;
      }
      compared = to[hole++];
    }
  }

  /** What stood in the holes at the last match. */
  public HoleValues values() {
    return values;
  }
}
