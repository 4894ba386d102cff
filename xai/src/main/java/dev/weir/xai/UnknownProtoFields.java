package dev.weir.xai;

import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import dev.weir.codec.dialect.EventWriter;
import java.util.HashSet;
import java.util.Set;

/** Carries fields that our small proto does not have, each when it first comes. */
final class UnknownProtoFields {
  private final EventWriter writer;
  private final Set<String> seen = new HashSet<>();

  UnknownProtoFields(EventWriter writer) {
    this.writer = writer;
  }

  void report(String place, Message message) {
    message
        .getUnknownFields()
        .asMap()
        .forEach((number, field) -> {
          String path = place + number;
          if (seen.add(path)) {
            writer.unrecognized(
                "field " + path,
                UnknownFieldSet.newBuilder().addField(number, field).build().toString());
          }
        });
  }
}
