package dev.weir.gateway.chat;

import dev.weir.codec.Bytes;
import dev.weir.codec.seal.Seals;
import dev.weir.gateway.stream.Formats;
import dev.weir.testkit.Growth;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client chooses how much it asks: twice as much may cost twice as much, no more. */
class ChatRequestCostTest {
  private static final Formats FORMATS = new Formats(new Seals(new byte[32]));

  private static final String MESSAGE = "{'role':'user','content':'hi'}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {'messages':[ALL]}                                | {'role':'user','content':'hi %d'}
          {'messages':[{'role':'user','content':[ALL]}]}    | {'type':'text','text':'hi %d'}
          {'messages':[{'role':'user','content':'ALL'}]}    | words, many of them, and a number %d
          {'after':'a','messages':[ALL]}                    | {'role':'tool','toolCallId':'c%d','content':'x'}
          {'messages':[MESSAGE],'options':{ALL}}            | 'o%d':1
          """)
  void aRequestIsRead(String form, String piece) {
    Growth.check(
        form,
        500,
        n -> {
          String all =
              IntStream.range(0, n).mapToObj(piece::formatted).collect(Collectors.joining(","));
          Bytes body =
              Bytes.of(form.replace("MESSAGE", MESSAGE).replace("ALL", all).replace('\'', '"'));
          return () -> {
            try {
              ChatRequest.parse(body, FORMATS).title();
            } catch (WrongRequestException refused) {
              throw new AssertionError(refused);
            }
          };
        });
  }
}
