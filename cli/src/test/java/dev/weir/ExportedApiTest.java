package dev.weir;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.Tree.Kind;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What other people's code may call: the public types of the packages that a module exports, or of
 * all packages where a module is not a Java module. Read from the sources.
 */
class ExportedApiTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern EXPORTS = Pattern.compile("exports ([\\w.]+);");

  /** Programs and tests: nobody depends on them. */
  private static final Set<String> NOT_FOR_OTHERS =
      Set.of("testkit", "interop", "fuzzing", "bench", "cli", "gateway");

  /** With more components than this, nobody can tell by its place what a value is. */
  private static final int FEW = 4;

  /**
   * Records with more components, because nobody but Weir makes them: they are handed out, or made
   * by a factory and methods that begin with {@code with}. Whatever else users are to make is a
   * class with a builder, so that a new field breaks nobody.
   */
  private static final Set<String> NOT_MADE_BY_USERS =
      Set.of(
          // Handed out.
          "dev.weir.codec.chunk.Chunk",
          "dev.weir.codec.chunk.Place",
          "dev.weir.codec.dialect.Loss",
          "dev.weir.codec.frontend.CallOutput",
          "dev.weir.codec.frontend.FrontEndRequest",
          "dev.weir.codec.request.Rendered",
          "dev.weir.client.call.ProviderError",
          "dev.weir.client.route.Step",
          "dev.weir.client.transport.HttpCall",
          "dev.weir.log.StreamInfo",
          "dev.weir.log.metrics.MetricsRecord",
          "dev.weir.log.recording.RecordingHeader",
          "dev.weir.sim.http.HttpAsk",
          "dev.weir.sim.request.Asked",
          // Read from a script or from properties.
          "dev.weir.sim.script.ScriptedAnswer",
          "dev.weir.sim.script.When",
          "dev.weir.springboot.Calls",
          "dev.weir.springboot.Given",
          "dev.weir.springboot.WeirProperties",
          // Made by a factory, or from a default.
          "dev.weir.client.route.Route",
          "dev.weir.client.tool.http.HttpEndpoint",
          "dev.weir.codec.dialect.EncodeOptions",
          "dev.weir.codec.request.Attachment",
          "dev.weir.codec.request.Sampling",
          "dev.weir.codec.request.Style",
          "dev.weir.codec.request.ToolOutput",
          "dev.weir.codec.request.ToolSpec",
          "dev.weir.redis.RedisPlace",
          "dev.weir.terminal.ViewOptions",
          // Made by dialects and front ends of the project.
          "dev.weir.codec.dialect.InfoPath",
          "dev.weir.terminal.chat.SlashCommand");

  static List<Path> modules() throws IOException {
    try (Stream<Path> folders = Files.list(ROOT)) {
      return folders
          .filter(folder -> Files.isDirectory(folder.resolve("src/main/java")))
          .filter(folder -> !NOT_FOR_OTHERS.contains(folder.getFileName().toString()))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("modules")
  void everyPublicTypeAndMethodSaysWhatItIsFor(Path module) throws IOException {
    List<String> silent = new ArrayList<>();
    forEachType(module, new Undocumented(silent));
    assertThat(silent).as("public, without a comment").isEmpty();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void whatUsersMakeIsNotMadeByPosition(Path module) throws IOException {
    Set<String> wide = new TreeSet<>();
    forEachType(module, new WideRecords(wide));
    wide.removeAll(NOT_MADE_BY_USERS);
    // Events, and what is made of them.
    wide.removeIf(name -> name.startsWith("dev.weir.event."));
    assertThat(wide).as("records of more than %d components", FEW).isEmpty();
  }

  private static void forEachType(Path module, Exported scanner) throws IOException {
    Path sources = module.resolve("src/main/java");
    Set<String> exported = exported(sources.resolve("module-info.java"));
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    try (Stream<Path> all = Files.walk(sources);
        StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
      List<Path> java =
          all.filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !file.endsWith("module-info.java"))
              .toList();
      var task =
          (JavacTask)
              javac.getTask(
                  null,
                  files,
                  /* diagnosticListener= */ null,
                  List.of("-proc:none"),
                  null,
                  files.getJavaFileObjectsFromPaths(java));
      scanner.docs = DocTrees.instance(task);
      for (CompilationUnitTree unit : task.parse()) {
        if (exported == null || exported.contains(String.valueOf(unit.getPackageName()))) {
          scanner.unit = unit;
          scanner.scan(unit, /* inInterface= */ false);
        }
      }
    }
  }

  private static @Nullable Set<String> exported(Path moduleInfo) throws IOException {
    return Files.exists(moduleInfo)
        ? EXPORTS
            .matcher(Files.readString(moduleInfo))
            .results()
            .map((MatchResult found) -> found.group(1))
            .collect(Collectors.toSet())
        : null;
  }

  /** Visits public types; the members of an interface are public unless they are private. */
  private abstract static class Exported extends TreePathScanner<@Nullable Void, Boolean> {
    DocTrees docs;
    CompilationUnitTree unit;

    abstract void visit(ClassTree type);

    @Override
    public @Nullable Void visitClass(ClassTree type, Boolean inInterface) {
      if (isPublic(type.getModifiers().getFlags(), inInterface)) {
        visit(type);
        boolean isInterface =
            type.getKind() == Kind.INTERFACE || type.getKind() == Kind.ANNOTATION_TYPE;
        type.getMembers().forEach(member -> scan(member, isInterface));
      }
      return null;
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, Boolean inInterface) {
      return null;
    }

    @Override
    public @Nullable Void visitVariable(VariableTree variable, Boolean inInterface) {
      return null;
    }

    static boolean isPublic(Set<Modifier> flags, boolean inInterface) {
      return flags.contains(Modifier.PUBLIC) || (inInterface && !flags.contains(Modifier.PRIVATE));
    }
  }

  private static final class Undocumented extends Exported {
    private final List<String> silent;

    Undocumented(List<String> silent) {
      this.silent = silent;
    }

    @Override
    void visit(ClassTree type) {
      check(type, type.getSimpleName().toString());
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, Boolean inInterface) {
      boolean overrides =
          method.getModifiers().getAnnotations().stream()
              .anyMatch(found -> found.getAnnotationType().toString().equals("Override"));
      Tree type = getCurrentPath().getParentPath().getLeaf();
      // What a record is made of is said by the record itself.
      boolean makesRecord = method.getReturnType() == null && type.getKind() == Kind.RECORD;
      if (!overrides && !makesRecord && isPublic(method.getModifiers().getFlags(), inInterface)) {
        check(method, method.getName().toString());
      }
      return null;
    }

    private void check(Tree tree, String name) {
      if (docs.getDocComment(getCurrentPath()) == null) {
        long at = docs.getSourcePositions().getStartPosition(unit, tree);
        silent.add(
            "%s:%d %s"
                .formatted(
                    unit.getSourceFile().getName(), unit.getLineMap().getLineNumber(at), name));
      }
    }
  }

  private static final class WideRecords extends Exported {
    private final Set<String> wide;

    WideRecords(Set<String> wide) {
      this.wide = wide;
    }

    @Override
    void visit(ClassTree type) {
      long components =
          type.getMembers().stream()
              .filter(VariableTree.class::isInstance)
              .map(VariableTree.class::cast)
              .filter(field -> !field.getModifiers().getFlags().contains(Modifier.STATIC))
              .count();
      if (type.getKind() == Kind.RECORD && components > FEW) {
        wide.add(unit.getPackageName() + "." + type.getSimpleName());
      }
    }
  }
}
