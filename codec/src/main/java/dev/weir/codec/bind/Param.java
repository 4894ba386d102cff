package dev.weir.codec.bind;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Tells the model what a parameter of a tool's method, or a component of a record, means. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface Param {

  /** What it means, for the model. */
  String value() default "";

  /** Its name; empty takes the parameter's own, which needs {@code javac -parameters}. */
  String name() default "";
}
