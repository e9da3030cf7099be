// A client with Java's own HttpClient. Its defaults ask for an upgrade to HTTP/2. README.md explains these programs.
import java.io.*;
import java.net.URI;
import java.net.http.*;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;

public class Client {
  static final HttpClient HTTP = HttpClient.newHttpClient();

  public static void main(String[] words) throws Exception {
    if (words[0].equals("ask")) ask(words[1]);
    else follow(words[1], words[2]);
  }

  static void ask(String base) throws Exception {
    var lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = lines.readLine()) != null; ) {
      var fields = line.split("\t", -1);
      var body = Base64.getDecoder().decode(fields[2]);
      var publisher = body.length == 0 ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body);
      var request = HttpRequest.newBuilder(URI.create(base + fields[1])).method(fields[0], publisher);
      for (int at = 3; at < fields.length; at++) request.header(fields[at].split(": ", 2)[0], fields[at].split(": ", 2)[1]);
      var answer = HTTP.send(request.build(), BodyHandlers.ofByteArray());
      var told = new StringBuilder(answer.statusCode() + "\t" + Base64.getEncoder().encodeToString(answer.body()));
      answer.headers().map().forEach((name, values) -> told.append("\t" + name + ": " + String.join(", ", values)));
      System.out.println(told);
    }
  }

  static String last = "", id = "", name = "", data = "";

  static void follow(String address, String token) throws Exception {
    while (true) {
      var request = HttpRequest.newBuilder(URI.create(address)).header("Authorization", "Bearer " + token).header("Accept", "text/event-stream");
      if (!last.isEmpty()) request.header("Last-Event-ID", last);
      name = data = "";
      try {
        HTTP.send(request.build(), BodyHandlers.ofLines()).body().forEach(Client::heard);
      } catch (IOException | UncheckedIOException cut) {
        // After a cut, connect again after the last event.
      }
      Thread.sleep(100);
    }
  }

  static void heard(String line) {
    if (line.startsWith("id: ")) id = line.substring(4);
    if (line.startsWith("event: ")) name = line.substring(7);
    if (line.startsWith("data: ")) data = line.substring(6);
    if (!line.isEmpty() || data.isEmpty()) return;
    if (name.equals("end")) System.exit(0);
    last = id;
    System.out.println(id + "\t" + name + "\t" + Base64.getEncoder().encodeToString(data.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    name = data = "";
  }
}
