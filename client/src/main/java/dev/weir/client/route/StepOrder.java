package dev.weir.client.route;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** In which order the steps of a route are asked. */
final class StepOrder {
  private StepOrder() {}

  /** Steps that have a weight are drawn, each next one among those left; the others follow. */
  static List<Integer> of(List<RouteStep> steps, RandomGenerator chance) {
    List<Integer> drawn = new ArrayList<>();
    List<Integer> left = new ArrayList<>();
    List<Integer> others = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      (steps.get(i).weight() == null ? others : left).add(i);
    }
    while (!left.isEmpty()) {
      int all = left.stream().mapToInt(i -> weight(steps.get(i))).sum();
      int at = chance.nextInt(all);
      int chosen = 0;
      while (at >= weight(steps.get(left.get(chosen)))) {
        at -= weight(steps.get(left.get(chosen++)));
      }
      drawn.add(left.remove(/* index */ chosen));
    }
    drawn.addAll(others);
    return List.copyOf(drawn);
  }

  private static int weight(RouteStep step) {
    Integer weight = step.weight();
    return weight == null ? 0 : weight;
  }
}
