"""HTTP/1.1 and WebSocket over a TCP connection (RFC 9112, RFC 6455), within a budget of bytes, frames and time."""
