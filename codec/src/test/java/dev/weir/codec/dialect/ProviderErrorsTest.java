package dev.weir.codec.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.StreamFault;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProviderErrorsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"message":"m","code":"1302","type":"server_error"}  | 1302                | server_error | true
          {"message":"m","code":503,"status":"UNAVAILABLE"}    | 503                 | UNAVAILABLE  | true
          {"message":"m","code":"1500"}                        | 1500                |              | false
          {"message":"m","type":"overloaded_error"}            | overloaded_error    |              | true
          {"message":"m","code":"bad","type":"bad"}            | bad                 |              | false
          {"message":"m","code":"nope","type":"invalid_request_error"} | nope        | invalid_request_error | false
          {"message":"m","type":"error"}                       |                     |              | false
          """)
  void anErrorIsTemporaryByItsCodeOrByItsType(
      String json, String code, String type, boolean passes) {
    StreamFault fault = ProviderErrors.fault(Objects.requireNonNull(ProviderJson.parse(json)));

    assertThat(fault).isEqualTo(new StreamFault(StreamFault.Kind.PROVIDER_ERROR, code, "m", type));
    assertThat(ProviderErrors.isPassing(fault)).isEqualTo(passes);
  }
}
