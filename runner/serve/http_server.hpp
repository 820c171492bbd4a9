// A small server of HTTP/1.1 that asks a function for every answer.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

#include "serve/http_message.hpp"

namespace skald {

struct HttpLimits {
  std::size_t connections = 256;             // at once; one more is told 503
  std::size_t header_bytes = 16 * 1024;      // of a request; more is told 431
  std::chrono::milliseconds read{15'000};    // until a request is there, and between two of them
  std::chrono::milliseconds write{120'000};  // until an answer is gone
};

// Answers GET and HEAD by `handler`, which several threads call at once, and refuses everything
// else by itself: 400, 405, 413, 431, 503.
class HttpServer {
 public:
  // Listens from here on; port 0: any free one. Throws std::runtime_error where that is not
  // possible.
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
  // SIGINT, SIGTERM and SIGHUP stop it from now on.
  void stop_at_signals();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace skald
