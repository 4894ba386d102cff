package dev.weir.aws;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.client.provider.RequestSigner;
import dev.weir.client.provider.Secret;
import dev.weir.client.transport.HttpCall;
import java.io.ByteArrayInputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.AwsSessionCredentialsIdentity;

/** Signs requests to Bedrock by AWS Signature Version 4. Any thread may call. */
public final class AwsSigner implements RequestSigner {
  private static final String SERVICE = "bedrock";
  private static final String USUAL_REGION = "us-east-1";

  private final Secret keyId;
  private final Secret secretKey;
  private final @Nullable Secret sessionToken;
  private final String region;
  private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();

  /** Signs with these keys; the session token is there only with temporary ones. */
  public AwsSigner(Secret keyId, Secret secretKey, @Nullable Secret sessionToken, String region) {
    this.keyId = keyId;
    this.secretKey = secretKey;
    this.sessionToken = sessionToken;
    this.region = region;
  }

  /** A signer with the keys from the usual variables; {@code null} if they are not set. */
  public static @Nullable AwsSigner fromEnvironmentIfAny(Map<String, String> environment) {
    Secret id = secret(environment.get("AWS_ACCESS_KEY_ID"));
    Secret key = secret(environment.get("AWS_SECRET_ACCESS_KEY"));
    if (id == null || key == null) {
      return null;
    }
    String region = environment.getOrDefault("AWS_REGION", USUAL_REGION);
    return new AwsSigner(id, key, secret(environment.get("AWS_SESSION_TOKEN")), region);
  }

  private static @Nullable Secret secret(@Nullable String value) {
    return value == null || value.isBlank() ? null : Secret.of(value);
  }

  @Override
  public Map<String, String> sign(HttpCall call) {
    SdkHttpRequest.Builder request =
        SdkHttpRequest.builder().method(SdkHttpMethod.fromValue(call.method())).uri(call.url());
    // Only what cannot change on the way is signed.
    call.headers()
        .forEach((name, value) -> {
          if (name.equalsIgnoreCase("content-type")) {
            request.putHeader(name, value);
          }
        });
    byte[] body = call.body().getBytes(UTF_8);
    SignedRequest signed =
        signer.sign(r ->
            r.identity(identity())
                .request(request.build())
                .payload(() -> new ByteArrayInputStream(body))
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, SERVICE)
                .putProperty(AwsV4HttpSigner.REGION_NAME, region));
    Map<String, String> headers = new LinkedHashMap<>();
    signed.request().forEachHeader((name, values) -> headers.put(name, String.join(",", values)));
    return headers;
  }

  private AwsCredentialsIdentity identity() {
    Secret token = sessionToken;
    return token == null
        ? AwsCredentialsIdentity.create(keyId.reveal(), secretKey.reveal())
        : AwsSessionCredentialsIdentity.create(keyId.reveal(), secretKey.reveal(), token.reveal());
  }

  @Override
  public List<Secret> secrets() {
    Secret token = sessionToken;
    return token == null ? List.of(keyId, secretKey) : List.of(keyId, secretKey, token);
  }

  @Override
  public String toString() {
    return "AWS signature for " + region;
  }
}
