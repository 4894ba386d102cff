package dev.weir.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.transport.HttpCall;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class AwsSignerTest {

  @Test
  void aRequestIsSignedForBedrockInItsRegion() {
    AwsSigner signer =
        Objects.requireNonNull(
            AwsSigner.fromEnvironmentIfAny(
                Map.of(
                    "AWS_ACCESS_KEY_ID", "AKIDEXAMPLE",
                    "AWS_SECRET_ACCESS_KEY", "wJalrXUtnFEMIexample",
                    "AWS_SESSION_TOKEN", "session-token",
                    "AWS_REGION", "eu-west-1")));
    var call =
        new HttpCall(
            "POST",
            URI.create(
                "https://bedrock-runtime.eu-west-1.amazonaws.com/model/a%3A0/converse-stream"),
            Map.of("Content-Type", "application/json"),
            "{}",
            Duration.ofSeconds(1));
    Map<String, String> headers = signer.sign(call);
    assertThat(headers.get("Authorization"))
        .startsWith("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/")
        .contains("/eu-west-1/bedrock/aws4_request")
        .contains(
            "SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date;x-amz-security-token");
    assertThat(headers).containsEntry("X-Amz-Security-Token", "session-token");
    assertThat(signer.secrets()).hasSize(3);
    assertThat(signer.toString()).doesNotContain("AKID", "wJalr", "session-token");
  }

  @Test
  void withoutKeysThereIsNoSigner() {
    assertThat(AwsSigner.fromEnvironmentIfAny(Map.of("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE"))).isNull();
  }
}
