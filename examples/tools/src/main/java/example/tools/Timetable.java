package example.tools;

import dev.weir.client.tool.java.ToolMethod;
import dev.weir.codec.bind.Param;
import java.util.List;
import java.util.Optional;

/** What the model may call. Its methods and their parameters are described to it. */
final class Timetable {
  /** What a method returns goes to the model as JSON. */
  record Ferry(String from, String to, String leaves) {}

  private static final List<Ferry> FERRIES =
      List.of(
          new Ferry("Bonn", "Königswinter", "09:30"),
          new Ferry("Bonn", "Linz", "11:00"),
          new Ferry("Linz", "Bonn", "16:45"));

  @ToolMethod("The ferries of today")
  List<Ferry> ferries(
      @Param("Where they leave") String from, @Param("Where they go") Optional<String> to) {
    return FERRIES.stream()
        .filter(ferry -> ferry.from().equals(from))
        .filter(ferry -> to.isEmpty() || ferry.to().equals(to.get()))
        .toList();
  }
}
