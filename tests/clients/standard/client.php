<?php
// A client with PHP's own streams, without an extension. README.md explains these programs.

function opened(string $method, string $address, string $body, array $headers, float $version = 1.1) {
    $how = ['method' => $method, 'content' => $body, 'header' => $headers, 'ignore_errors' => true, 'protocol_version' => $version];
    return @fopen($address, 'r', false, stream_context_create(['http' => $how]));
}

function ask(string $base): void {
    while (($line = fgets(STDIN)) !== false) {
        [$method, $path, $body, $headers] = [...explode("\t", rtrim($line, "\n"), 4), ''];
        $stream = opened($method, $base . $path, base64_decode($body), array_filter(explode("\t", $headers)));
        $told = stream_get_contents($stream);
        $head = stream_get_meta_data($stream)['wrapper_data'];
        fclose($stream);
        echo explode(' ', array_shift($head))[1], "\t", base64_encode($told), "\t", implode("\t", $head), "\n";
    }
}

function follow(string $address, string $token): void {
    for ($last = ''; ; usleep(100000)) {
        $headers = ["Authorization: Bearer $token", 'Accept: text/event-stream'];
        if ($last !== '') $headers[] = "Last-Event-ID: $last";
        // In HTTP/1.1, PHP returns a chunked answer only after 8 KiB have arrived.
        if ($stream = opened('GET', $address, '', $headers, 1.0)) heard($stream, $last);
    }
}

function heard($stream, string &$last): void {
    [$id, $name, $data] = [$last, '', ''];
    while (($line = fgets($stream)) !== false) {
        [$field, $value] = [...explode(': ', rtrim($line, "\n"), 2), ''];
        if ($field === 'id') $id = $value;
        if ($field === 'event') $name = $value;
        if ($field === 'data') $data = $value;
        if ($line !== "\n" || $data === '') continue;
        if ($name === 'end') exit(0);
        $last = $id;
        echo "$id\t$name\t", base64_encode($data), "\n";
        $name = $data = '';
    }
}

ini_set('default_socket_timeout', '60');
$argv[1] === 'ask' ? ask($argv[2]) : follow($argv[2], $argv[3]);
