// A small HTTP/1.1 server that obtains every response from a function.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

#include "serve/http_message.hpp"

namespace skald {

struct HttpLimits {
  std::size_t connections = 256;             // at a time; further ones get 503
  std::size_t header_bytes = 16 * 1024;      // per request; more gets 431
  std::chrono::milliseconds read{15'000};    // to receive a request, including the wait between two
  std::chrono::milliseconds write{120'000};  // to send a response
};

// Answers GET and HEAD by `handler`, which several threads call at the same time. Refuses
// everything else with 400, 405, 413, 431 or 503.
class HttpServer {
 public:
  // Listens from now on; port 0 is any free port. Throws std::runtime_error if it cannot listen.
  HttpServer(const std::string& address, unsigned short port, HttpHandler handler,
             const HttpLimits& limits = {});
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  unsigned short port() const;
  bool is_loopback() const;

  // Serves until stop(), which any thread may call.
  void run();
  void stop();
  // From now on, SIGINT, SIGTERM and SIGHUP stop the server.
  void stop_at_signals();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace skald
