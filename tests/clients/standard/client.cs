// A client with .NET's HttpClient, in Mono. README.md explains these programs.
using System;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Text;
using System.Threading;

static class Client {
  static readonly HttpClient http = new HttpClient();

  static void Main(string[] words) {
    if (words[0] == "ask") Ask(words[1]);
    else Follow(words[1], words[2]);
  }

  static void Ask(string address) {
    for (string line; (line = Console.ReadLine()) != null;) {
      var fields = line.Split('\t');
      var request = new HttpRequestMessage(new HttpMethod(fields[0]), address + fields[1]);
      if (fields[2] != "") request.Content = new ByteArrayContent(Convert.FromBase64String(fields[2]));
      foreach (var field in fields.Skip(3)) {
        var pair = field.Split(new[] { ": " }, 2, StringSplitOptions.None);
        if (!request.Headers.TryAddWithoutValidation(pair[0], pair[1])) request.Content.Headers.TryAddWithoutValidation(pair[0], pair[1]);
      }
      var answer = http.SendAsync(request).Result;
      var told = answer.Content.ReadAsByteArrayAsync().Result;
      var headers = answer.Headers.Concat(answer.Content.Headers).Select(one => "\t" + one.Key + ": " + string.Join(", ", one.Value));
      Console.WriteLine((int)answer.StatusCode + "\t" + Convert.ToBase64String(told) + string.Concat(headers));
    }
  }

  static void Follow(string address, string token) {
    for (var last = "";; Thread.Sleep(100)) {
      var request = new HttpRequestMessage(HttpMethod.Get, address);
      request.Headers.Add("Authorization", "Bearer " + token);
      request.Headers.Add("Accept", "text/event-stream");
      if (last != "") request.Headers.Add("Last-Event-ID", last);
      try {
        var answer = http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead).Result;
        using (var lines = new StreamReader(answer.Content.ReadAsStreamAsync().Result)) Heard(lines, ref last);
      } catch (Exception cut) when (cut is IOException || cut is AggregateException) {
        // After a cut, connect again after the last event.
      }
    }
  }

  static void Heard(StreamReader lines, ref string last) {
    string id = last, name = "", data = "";
    for (string line; (line = lines.ReadLine()) != null;) {
      if (line.StartsWith("id: ")) id = line.Substring(4);
      if (line.StartsWith("event: ")) name = line.Substring(7);
      if (line.StartsWith("data: ")) data = line.Substring(6);
      if (line != "" || data == "") continue;
      if (name == "end") Environment.Exit(0);
      last = id;
      Console.WriteLine(id + "\t" + name + "\t" + Convert.ToBase64String(Encoding.UTF8.GetBytes(data)));
      name = data = "";
    }
  }
}
