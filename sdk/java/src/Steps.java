import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import svc.registry.ApiClient;
import svc.registry.ApiException;
import svc.registry.ApiResponse;
import svc.registry.model.Problem;

/** Common functions of the steps. */
final class Steps {
    private static int done = 0;

    private Steps() {}

    /** An action that may throw. */
    interface Work {
        void run() throws Exception;
    }

    /** A call of an operation. */
    interface Call<T> {
        ApiResponse<T> run() throws ApiException;
    }

    /** Returns the value of an environment variable, which must be set. */
    static String env(String name) {
        String value = System.getenv(name);
        check(value != null, name + " is not set");
        return value;
    }

    static void check(boolean condition, String otherwise) {
        if (!condition) throw new IllegalStateException(otherwise);
    }

    /** Runs one step and reports it. A step that throws ends the program. */
    static void step(String name, Work work) throws Exception {
        work.run();
        done += 1;
        System.out.println("ok " + done + " " + name);
    }

    /** Returns the body of a response, which must be a success with this status. */
    static <T> T want(int status, Call<T> call) throws ApiException {
        ApiResponse<T> response = call.run();
        check(response.getStatusCode() == status, status + " expected, " + response.getStatusCode() + " received");
        return response.getData();
    }

    /**
     * Returns the problem of a response, which must be an error with this status. The generated client returns the body of an error as
     * text.
     */
    static <T> Problem refused(int status, Call<T> call) throws IOException {
        try {
            call.run();
        } catch (ApiException refusal) {
            check(refusal.getCode() == status, status + " expected, " + refusal.getCode() + " received");
            return new ApiClient().getObjectMapper().readValue(refusal.getResponseBody(), Problem.class);
        }
        throw new IllegalStateException(status + " expected, but the request succeeded");
    }

    /** Returns a client that sends this header with every request. */
    static ApiClient clientWith(String header, String value) {
        ApiClient client = new ApiClient();
        client.updateBaseUri(env("SVC_BASE_URL"));
        if (!header.isEmpty()) client.setRequestInterceptor(request -> request.header(header, value));
        return client;
    }

    static ApiClient withBearer(String token) {
        return clientWith("Authorization", "Bearer " + token);
    }

    static String pin() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(env("SVC_PIN_URL"))).build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    /** Returns an object with this many levels. */
    static Map<String, Object> nested(int levels) {
        return levels == 1 ? Map.of() : Map.of("inner", nested(levels - 1));
    }
}
