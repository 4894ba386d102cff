package dev.weir.sim.request;

import dev.weir.sim.request.Asked.Result;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Walks through the messages of a request, oldest first, and keeps what an answer depends on. */
public final class MessageReader {
  private final Map<String, String> callNames = new HashMap<>();
  private final List<Result> results = new ArrayList<>();
  private String prompt = "";

  public void user(String text) {
    if (!text.isEmpty()) {
      prompt = text;
    }
  }

  /** The model spoke, so that earlier results have been answered. */
  public void model() {
    results.clear();
  }

  public void call(String id, String name) {
    callNames.put(id, name);
  }

  /** A tool's result, by the tool's own name or by the id of its call. */
  public void result(String callId, String name, String text) {
    results.add(new Result(name.isEmpty() ? callNames.getOrDefault(callId, "") : name, text));
  }

  public String prompt() {
    return prompt;
  }

  public List<Result> results() {
    return results;
  }
}
