package dev.weir.client.tool.java;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Lets a model call this method. Its parameters are described to the model as a JSON schema. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface ToolMethod {

  /** What the tool does and when to use it, for the model. */
  String value();

  /** The tool's name; empty takes the method's. */
  String name() default "";
}
