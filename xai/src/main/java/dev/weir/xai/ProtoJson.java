package dev.weir.xai;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.weir.codec.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Puts JSON into protobuf messages and back, under the names that fields have in the proto file. A
 * field that the proto does not have cannot be sent and is refused by name.
 */
final class ProtoJson {
  private ProtoJson() {}

  /**
   * Fills a message.
   *
   * @throws IllegalArgumentException if a field is unknown or its value does not fit
   */
  static void fill(Message.Builder message, Json json) {
    Descriptor type = message.getDescriptorForType();
    json.fields()
        .forEach((name, value) -> {
          FieldDescriptor field = type.findFieldByName(name);
          if (field == null) {
            throw new IllegalArgumentException(
                "xAI's %s has no field \"%s\"; omit that option".formatted(type.getName(), name));
          }
          if (field.isRepeated()) {
            value
                .items()
                .forEach(item -> message.addRepeatedField(field, value(message, field, item)));
          } else if (!value.isNull()) {
            message.setField(field, value(message, field, value));
          }
        });
  }

  /** The JSON form of a message: its fields that are set, by their names in the proto file. */
  static Json of(Message message) {
    Map<String, Json> fields = new LinkedHashMap<>();
    message
        .getAllFields()
        .forEach((field, value) ->
            fields.put(
                field.getName(),
                value instanceof List<?> values
                    ? new Json.Items(values.stream().map(ProtoJson::json).toList())
                    : json(value)));
    return new Json.Fields(fields);
  }

  private static Json json(Object value) {
    return switch (value) {
      case Message message -> of(message);
      case Boolean flag -> new Json.Bool(flag);
      case Number number -> new Json.Num(number.toString());
      case EnumValueDescriptor constant -> new Json.Text(constant.getName());
      default -> new Json.Text(value.toString());
    };
  }

  private static Object value(Message.Builder parent, FieldDescriptor field, Json value) {
    return switch (field.getJavaType()) {
      case MESSAGE -> {
        Message.Builder inner = parent.newBuilderForField(field);
        fill(inner, value);
        yield inner.build();
      }
      case STRING -> text(field, value);
      case BOOLEAN -> value.isTrue();
      case INT -> (int) number(field, value);
      case LONG -> (long) number(field, value);
      case FLOAT -> (float) number(field, value);
      case DOUBLE -> number(field, value);
      case ENUM -> constant(field, word(field, value));
      case BYTE_STRING -> throw unfit(field, value);
    };
  }

  /** A schema is sent as text: where one is expected, JSON is written out. */
  private static String text(FieldDescriptor field, Json value) {
    String text = value.text();
    if (text != null) {
      return text;
    }
    return value.isObject() || value.isArray() ? value.toText() : word(field, value);
  }

  private static EnumValueDescriptor constant(FieldDescriptor field, String word) {
    EnumValueDescriptor known = field.getEnumType().findValueByName(word);
    if (known == null) {
      throw new IllegalArgumentException(
          "xAI's %s is \"%s\"; expected one of %s"
              .formatted(field.getName(), word, field.getEnumType().getValues()));
    }
    return known;
  }

  private static String word(FieldDescriptor field, Json value) {
    String word = value.word();
    if (word == null) {
      throw unfit(field, value);
    }
    return word;
  }

  private static double number(FieldDescriptor field, Json value) {
    try {
      return Double.parseDouble(word(field, value));
    } catch (NumberFormatException noNumber) {
      throw unfit(field, value);
    }
  }

  private static IllegalArgumentException unfit(FieldDescriptor field, Json value) {
    return new IllegalArgumentException(
        "xAI's %s cannot be %s; expected %s"
            .formatted(
                field.getName(), value.toText(), field.getType().name().toLowerCase(Locale.ROOT)));
  }
}
