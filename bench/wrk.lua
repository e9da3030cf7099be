-- Sends the requests of a file: each visit of a table takes the next of that table's requests.
-- Arguments: the file, requests of each table, the number of the first request, the prefix of the keys.
-- A line of the file: method, path, token, body, with a tab between two.

local threads = {}

function setup(thread)
   threads[#threads + 1] = thread
end

function init(arguments)
   lines, keys = {}, arguments[4]
   for line in io.lines(arguments[1]) do
      local method, path, token, body = line:match("^(.-)\t(.-)\t(.-)\t(.*)$")
      lines[#lines + 1] = { method, path, "Bearer " .. token, body }
   end
   turns = tonumber(arguments[2])
   tables = #lines / turns
   -- wrk calls request() once before it sends anything.
   sent = tonumber(arguments[3]) - 1
end

function request()
   local line = lines[sent % tables * turns + math.floor(sent / tables) % turns + 1]
   local headers = { ["authorization"] = line[3] }
   if line[1] == "POST" then
      headers["content-type"] = "application/json"
      headers["idempotency-key"] = keys .. sent
   end
   sent = sent + 1
   return wrk.format(line[1], line[2], headers, line[4])
end

function done(summary, latency)
   local failed = summary.errors
   print(string.format(
      '{"sent": %d, "answered": %d, "refused": %d, "broken": %d, "microseconds": %d, "p50": %d, "p99": %d}',
      threads[1]:get("sent"), summary.requests, failed.status,
      failed.connect + failed.read + failed.write + failed.timeout,
      summary.duration, latency:percentile(50), latency:percentile(99)))
end
