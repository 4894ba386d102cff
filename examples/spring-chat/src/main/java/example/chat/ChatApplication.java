package example.chat;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A chat in the browser. Who is asked is in {@code application.yaml}, or follows from the keys. */
@SpringBootApplication
public class ChatApplication {
  /** Starts it. */
  public static void main(String[] arguments) {
    SpringApplication.run(ChatApplication.class, arguments);
  }
}
