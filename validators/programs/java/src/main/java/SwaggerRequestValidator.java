import com.atlassian.oai.validator.OpenApiInteractionValidator;
import com.atlassian.oai.validator.model.Request;
import com.atlassian.oai.validator.model.SimpleRequest;
import com.atlassian.oai.validator.model.SimpleResponse;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Validates exchanges with swagger-request-validator. The argument is the path of the document. The program reads one exchange
 * as JSON per line, and writes a line with the violations of each exchange.
 */
public class SwaggerRequestValidator {
  private static final ObjectMapper JSON = new ObjectMapper();

  public static void main(String[] args) throws Exception {
    var validator =
        OpenApiInteractionValidator.createFor(args[0]).withBasePathOverride("/api/v1").build();
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine())
      System.out.println(JSON.writeValueAsString(violations(validator, JSON.readTree(line))));
  }

  private static List<String> violations(OpenApiInteractionValidator validator, JsonNode exchange) {
    var subject = text(exchange, "method") + " " + text(exchange, "target") + " " + exchange.get("status");
    return validator.validate(request(exchange), response(exchange)).getMessages().stream()
        .map(message -> subject + ": " + message.getKey() + ": " + message.getMessage())
        .collect(Collectors.toList());
  }

  private static SimpleRequest request(JsonNode exchange) {
    var target = URI.create(text(exchange, "target"));
    var method = Request.Method.valueOf(text(exchange, "method"));
    var request = new SimpleRequest.Builder(method, target.getRawPath());
    if (target.getRawQuery() != null)
      for (String pair : target.getRawQuery().split("&")) {
        var nameAndValue = pair.split("=", 2);
        request.withQueryParam(decoded(nameAndValue[0]), nameAndValue.length > 1 ? decoded(nameAndValue[1]) : "");
      }
    exchange.get("request_headers").properties().forEach(header -> request.withHeader(header.getKey(), header.getValue().asText()));
    if (!text(exchange, "request_body").isEmpty()) request.withBody(text(exchange, "request_body"));
    return request.build();
  }

  private static SimpleResponse response(JsonNode exchange) {
    var response = new SimpleResponse.Builder(exchange.get("status").asInt());
    exchange.get("response_headers").properties().forEach(header -> response.withHeader(header.getKey(), header.getValue().asText()));
    if (!text(exchange, "response_body").isEmpty()) response.withBody(text(exchange, "response_body"));
    return response.build();
  }

  private static String text(JsonNode exchange, String name) {
    return exchange.get(name).asText();
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
