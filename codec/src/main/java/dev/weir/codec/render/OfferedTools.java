package dev.weir.codec.render;

import dev.weir.codec.json.Json;
import dev.weir.codec.request.BuiltInTool;
import dev.weir.codec.request.Origin;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.RequestLoss;
import dev.weir.codec.request.Setting;
import dev.weir.codec.request.ToolChoice;
import dev.weir.codec.request.ToolSpec;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The tools of a request as a dialect offers them, and which of them to call. Where a dialect
 * cannot say that only some may be called, only those are offered, which has the same effect.
 */
public final class OfferedTools {

  /** What a dialect can say about tools. */
  public enum Can {
    /** That they may, must or must not be called, or that a particular one must. */
    CHOOSE,
    /** That only some may be called. */
    CHOOSE_AMONG,
    /** That calls must fit the schema. */
    BE_STRICT,
    /** The same, for schemas that OpenAI takes as strict. */
    BE_STRICT_IF_CLOSED,
    /** That they should be kept in the cache. */
    MARK_CACHE
  }

  /** Writes a tool of the provider; absent if it has no tool for this. */
  @FunctionalInterface
  public interface BuiltIns {
    @Nullable Tree written(BuiltInTool tool, String place);
  }

  private final Draft draft;
  private final BuiltIns builtIns;
  private final Set<Can> can = EnumSet.noneOf(Can.class);
  private final List<ToolSpec> offered = new ArrayList<>();
  private final Map<ToolSpec, Json> ownOfProvider = new HashMap<>();
  private final Set<String> chosen;

  /** The tools of a dialect whose providers have no built-in tools that others share. */
  public OfferedTools(Draft draft, Can... abilities) {
    this(draft, (tool, place) -> null, abilities);
  }

  public OfferedTools(Draft draft, BuiltIns builtIns, Can... abilities) {
    this.draft = draft;
    this.builtIns = builtIns;
    can.addAll(List.of(abilities));
    chosen = new HashSet<>(choice().names());
    if (draft.isOwn()) {
      offered.addAll(draft.request().tools());
    } else {
      draft.request().tools().stream().filter(this::isOffered).forEach(offered::add);
    }
  }

  private ToolChoice choice() {
    ToolChoice choice = draft.request().toolChoice();
    return choice == null ? ToolChoice.AUTO : choice;
  }

  private boolean isOffered(ToolSpec tool) {
    Origin origin = tool.note().origin();
    boolean isOwn = origin != null && origin.isOf(draft.dialect());
    if (tool.kind() == ToolSpec.Kind.BUILT_IN && !isOwn && !isKnown(tool)) {
      draft.lose(
          RequestLoss.of(
              PartLosses.place(tool.note(), "tools"),
              "%s does not have %s, a tool of another provider"
                  .formatted(draft.dialect(), tool.name())));
      return false;
    }
    boolean mayNot = !can.contains(Can.CHOOSE) && choice().mode() == ToolChoice.Mode.NONE;
    boolean isSet = !choice().names().isEmpty() && !choice().isNamed();
    boolean isAmong = !isSet || can.contains(Can.CHOOSE_AMONG) || chosen.contains(tool.name());
    if (mayNot || !isAmong) {
      draft.lose(
          RequestLoss.of(
              PartLosses.place(tool.note(), "tools"),
              "it is not offered, as it must not be called"));
      return false;
    }
    return true;
  }

  /** Writes the provider's own tool that does the same; returns whether it has one. */
  private boolean isKnown(ToolSpec tool) {
    BuiltInTool work = tool.builtIn();
    Tree written =
        work == null ? null : builtIns.written(work, PartLosses.place(tool.note(), "tools"));
    if (written != null) {
      ownOfProvider.put(tool, written.json());
    }
    return written != null;
  }

  /** Writes the tools, each as it was read or as it is written now. */
  public OfferedTools write(Function<ToolSpec, Tree> tool, Consumer<Json> add) {
    draft.carry(
        Setting.TOOLS,
        () -> {
          for (ToolSpec spec : offered) {
            Origin own = draft.own(spec.note().origin());
            Json theirs = ownOfProvider.get(spec);
            add.accept(own != null ? own.json() : theirs != null ? theirs : written(spec, tool));
          }
        });
    return this;
  }

  private Json written(ToolSpec spec, Function<ToolSpec, Tree> tool) {
    if (!can.contains(Can.MARK_CACHE)) {
      draft.lost().cache(spec.note(), "tools");
    }
    if (!Boolean.TRUE.equals(spec.strict()) || can.contains(Can.BE_STRICT)) {
      return tool.apply(spec).json();
    }
    boolean couldBe = can.contains(Can.BE_STRICT_IF_CLOSED);
    if (couldBe && Schemas.isStrict(spec.parameters())) {
      return tool.apply(spec).json();
    }
    draft.lose(
        RequestLoss.of(
            PartLosses.place(spec.note(), "tools") + ".strict",
            couldBe
                ? Schemas.notStrict(draft)
                : "%s does not hold calls to their schema".formatted(draft.dialect())));
    return tool.apply(spec.withStrict(false)).json();
  }

  /** Writes which tools to call, if the dialect can say it. */
  public OfferedTools choose(Consumer<ToolChoice> write) {
    Request request = draft.request();
    draft.carry(
        Setting.TOOL_CHOICE,
        () -> {
          ToolChoice choice = choice();
          boolean isSet = !choice.names().isEmpty() && !choice.isNamed();
          boolean mustCall = choice.mode() == ToolChoice.Mode.REQUIRED;
          if (offered.isEmpty() || !can.contains(Can.CHOOSE)) {
            if (mustCall) {
              draft.lose(
                  Setting.TOOL_CHOICE,
                  offered.isEmpty()
                      ? "there is no tool left to call"
                      : "%s cannot be told to call a tool".formatted(draft.dialect()));
            } else if (choice.mode() == ToolChoice.Mode.NONE || isSet) {
              narrowed();
            }
          } else if (isSet && !can.contains(Can.CHOOSE_AMONG)) {
            narrowed();
            write.accept(new ToolChoice(choice.mode(), List.of()));
          } else {
            Map<String, String> names = new HashMap<>();
            request
                .tools()
                .forEach(tool -> names.putIfAbsent(tool.name(), Foreign.function(tool).name()));
            write.accept(
                new ToolChoice(
                    choice.mode(),
                    choice.names().stream().map(n -> names.getOrDefault(n, n)).toList()));
          }
        });
    return this;
  }

  private void narrowed() {
    draft.lose(RequestLoss.of(draft.field(Setting.TOOL_CHOICE), "the other tools are not offered"));
  }

  /** Writes whether several may be called at once, if there are any to call. */
  public void parallel(Consumer<Boolean> write) {
    Boolean parallel = draft.request().parallelCalls();
    if (!offered.isEmpty() || draft.isOwn()) {
      draft.carry(
          Setting.PARALLEL_CALLS,
          () -> {
            if (parallel != null) {
              write.accept(parallel);
            }
          });
    }
  }
}
