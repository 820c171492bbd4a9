// A small HTTP/1.1 server that obtains every response from a function.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "serve/http_message.hpp"

namespace skald {

struct HttpLimits {
  // At a time, in all and of one address. For one beyond, the one that waits longest for a request
  // is closed; if all are being answered, the new one gets 503.
  std::size_t connections = 256, connections_of_client = 64;
  std::size_t header_bytes = 16 * 1024;      // per request; more gets 431
  std::chrono::milliseconds read{15'000};    // to receive a request, including the wait between two
  std::chrono::milliseconds write{120'000};  // to send a response
};

// Requests of one lane are answered one after another, so that slow ones keep no other lane
// waiting.
struct HttpLanes {
  std::size_t count = 0;
  // Returns the lane of a request, below `count`; nothing: it is in none.
  std::function<std::optional<std::size_t>(const HttpRequest&)> of = {};
};

// Answers GET and HEAD by `handler`, which several threads call at the same time. Refuses
// everything else with 400, 405, 413, 431 or 503.
class HttpServer {
 public:
  // Listens from now on; port 0 is any free port. Throws std::runtime_error if it cannot listen.
  HttpServer(const std::string& address, unsigned short port, HttpHandler handler,
             const HttpLimits& limits = {}, HttpLanes lanes = {});
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
