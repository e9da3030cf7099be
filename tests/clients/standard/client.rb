# A client with Ruby's Net::HTTP and its defaults. README.md explains these programs.
require "net/http"

def ask(base)
  address = URI(base)
  Net::HTTP.start(address.host, address.port) do |http|
    $stdin.each_line(chomp: true) do |line|
      method, path, body, *headers = line.split("\t", -1)
      request = Net::HTTP.const_get(method.capitalize).new(path, headers.to_h { |one| one.split(": ", 2) })
      request.body = body.unpack1("m0") unless body.empty?
      answer = http.request(request)
      puts [answer.code, [answer.body.to_s].pack("m0"), *answer.to_hash.map { |name, values| "#{name}: #{values.join(", ")}" }].join("\t")
    end
  end
end

def follow(address, token)
  last = ""
  loop do
    # Ruby delays events of a stream that a proxy has compressed.
    headers = { "Authorization" => "Bearer #{token}", "Accept" => "text/event-stream", "Accept-Encoding" => "identity" }
    headers["Last-Event-ID"] = last unless last.empty?
    begin
      # By default, Ruby repeats a GET after a cut, with the old Last-Event-ID.
      Net::HTTP.start(URI(address).host, URI(address).port, max_retries: 0) do |http|
        http.request_get(address, headers) { |answer| heard(answer, last) { |id| last = id } }
      end
    rescue IOError, SystemCallError, Net::HTTPBadResponse, Zlib::Error
      # After a cut, connect again after the last event.
    end
    sleep 0.1
  end
end

def heard(answer, last)
  id, name, data, rest = last, "", "", "".b
  answer.read_body do |part|
    *lines, rest = (rest + part).split("\n", -1)
    lines.each do |line|
      field, value = line.split(": ", 2)
      id = value if field == "id"
      name = value if field == "event"
      data = value if field == "data"
      next unless line.empty? && !data.empty?
      exit if name == "end"
      yield id
      puts "#{id}\t#{name}\t#{[data].pack("m0")}"
      name = data = ""
    end
  end
end

$stdout.sync = true
ARGV[0] == "ask" ? ask(ARGV[1]) : follow(ARGV[1], ARGV[2])
