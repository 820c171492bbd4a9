// Tests the server through a socket: slow, large, malformed and many requests.
#include "serve/http_server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "test.hpp"

namespace http_server_test {

using namespace std::chrono_literals;
using namespace std::string_literals;

namespace {

// A connection to a port on loopback.
class Client {
 public:
  explicit Client(unsigned short port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  }
  Client(Client&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}
  ~Client() {
    if (socket_ >= 0) ::close(socket_);
  }

  bool send(std::string_view text) const {
    while (!text.empty()) {
      const auto sent = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  void end() const { ::shutdown(socket_, SHUT_WR); }

  // Returns what is received until the server closes the connection or `until` has arrived; gives
  // up after 10 s without data.
  std::string receive(std::string_view until = "") {
    std::string text;
    std::array<char, 4096> bytes{};
    for (;;) {
      if (!until.empty() && text.find(until) != std::string::npos) return text;
      pollfd waiting{socket_, POLLIN, 0};
      if (::poll(&waiting, 1, 10'000) != 1) return text + "(silence)";
      const auto count = ::recv(socket_, bytes.data(), bytes.size(), 0);
      if (count <= 0) return text;
      text.append(bytes.data(), static_cast<std::size_t>(count));
    }
  }

 private:
  int socket_;
};

class Running {
 public:
  explicit Running(const HttpLimits& limits = {}, HttpHandler handler = {}, HttpLanes lanes = {})
      : server("127.0.0.1", 0, handler ? std::move(handler) : hello(), limits, std::move(lanes)),
        thread_([this] { server.run(); }) {}
  ~Running() {
    server.stop();
    thread_.join();
  }

  std::string ask(const std::string& request) const {
    Client client(server.port());
    client.send(request);
    return client.receive();
  }

  HttpServer server;

 private:
  static HttpHandler hello() {
    return [](const HttpRequest& request) {
      return http_response(200, "text/plain", "hello " + request.target);
    };
  }

  std::thread thread_;
};

std::string request(const std::string& more = "Connection: close\r\n",
                    const std::string& line = "GET /x HTTP/1.1") {
  return line + "\r\nHost: localhost\r\n" + more + "\r\n";
}

bool answers(const std::string& text, int status) {
  return text.starts_with("HTTP/1.1 " + std::to_string(status) + " ");
}

}  // namespace

TEST_CASE("a request is answered, and the next one on the same connection") {
  const Running running;
  CHECK(running.server.is_loopback());
  Client client(running.server.port());
  for (int i = 0; i < 3; ++i) {
    client.send(request(""));
    const std::string answer = client.receive("hello /x");
    CHECK(answers(answer, 200));
    CHECK(answer.find("Content-Length: 8") != std::string::npos);
  }
  client.send(request("") + request());  // two at once
  const std::string both = client.receive();
  CHECK(both.find("hello /x") != both.rfind("hello /x"));
  CHECK(answers(running.ask("GET /x HTTP/1.0\r\nHost: localhost\r\n\r\n"), 200));
}

TEST_CASE("HEAD has the headers alone") {
  const Running running;
  const std::string answer = running.ask(request("Connection: close\r\n", "HEAD /x HTTP/1.1"));
  CHECK(answers(answer, 200));
  CHECK(answer.find("Content-Length: 8") != std::string::npos);
  CHECK(answer.ends_with("\r\n\r\n"));
}

TEST_CASE("the handler sees host, cookie and tag") {
  const Running running({}, [](const HttpRequest& r) {
    return http_response(200, "text/plain", r.host + "|" + r.cookie + "|" + r.if_none_match);
  });
  CHECK(running.ask(request("Cookie: a=b\r\nIf-None-Match: \"t\"\r\nConnection: close\r\n"))
            .ends_with("localhost|a=b|\"t\""));
}

TEST_CASE("an exception of the handler is an answer") {
  const Running running(
      {}, [](const HttpRequest&) -> HttpResponse { throw std::runtime_error("broken"); });
  CHECK(answers(running.ask(request()), 500));
  CHECK(answers(running.ask(request()), 500));
}

TEST_CASE("malformed and unwelcome requests are refused by their kind") {
  const Running running;
  const std::string end = "\r\n\r\n", host = "\r\nHost: localhost";
  struct Case {
    std::string text;
    int status;
  };
  for (const auto& [text, status] : {
           Case{"\r\n\r\n\r\nx\r\n\r\n", 400},
           Case{"GET" + end, 400},
           Case{"GET /" + end, 400},
           Case{"GET / HTTP/9.9" + host + end, 400},
           Case{"GET / HTTX/1.1" + host + end, 400},
           Case{"GET  / HTTP/1.1" + host + end, 400},
           Case{"GET /a b HTTP/1.1" + host + end, 400},
           Case{"GET /\x01 HTTP/1.1" + host + end, 400},
           Case{std::string("GET /\0 HTTP/1.1", 15) + host + end, 400},
           Case{"G\x80T / HTTP/1.1" + host + end, 400},
           Case{"GET / HTTP/1.1" + host + "\r\nno colon" + end, 400},
           Case{"GET / HTTP/1.1" + host + "\r\n: x" + end, 400},
           Case{"GET / HTTP/1.1" + host + "\r\nA B: x" + end, 400},
           Case{"GET / HTTP/1.1" + host + "\r\nA: x\x01" + end, 400},
           Case{"GET / HTTP/1.1" + host + "\nA: x\n\n", 400},
           Case{"GET / HTTP/1.1" + end, 400},
           Case{"GET / HTTP/1.1\r\nHost:" + end, 400},
           Case{"GET / HTTP/1.1" + host + host + end, 400},
           Case{"GET / HTTP/1.1" + host + "\r\nContent-Length: x" + end, 400},
           Case{"GET / HTTP/1.1" + host + "\r\nContent-Length: -1" + end, 400},
           Case{"GET / HTTP/1.1" + host + "\r\nContent-Length: 99999999999999999999" + end, 400},
           Case{"GET / HTTP/1.1" + host + "\r\nContent-Length: 5" + end + "hello", 413},
           Case{"GET / HTTP/1.1" + host + "\r\nTransfer-Encoding: chunked" + end + "0" + end, 413},
           Case{"POST / HTTP/1.1" + host + "\r\nContent-Length: 5" + end + "hello", 405},
           Case{"POST / HTTP/1.1" + host + "\r\nContent-Length: 99999999999" + end, 405},
           Case{"OPTIONS * HTTP/1.1" + host + end, 405},
           Case{"CONNECT a:1 HTTP/1.1" + host + end, 405},
           Case{"FROB / HTTP/1.1" + host + end, 405},
           Case{"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400},
           Case{"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 a hello of TLS"s + end, 400},
           Case{request("X: " + std::string(20'000, 'a') + "\r\n"), 431},
           Case{"GET /" + std::string(100'000, 'a') + " HTTP/1.1" + host + end, 431},
           Case{std::string(1'000'000, 'a'), 431},
           Case{request([] {
                  std::string many;
                  for (int i = 0; i < 5000; ++i) many += "A: b\r\n";
                  return many;
                }()),
                431},
       }) {
    INFO(text.substr(0, 80));
    const std::string answer = running.ask(text);
    CAPTURE(answer.substr(0, 60));
    CHECK(answers(answer, status));
    CHECK(answer.find("Connection: close") != std::string::npos);
    CHECK(answer.find("default-src 'none'") != std::string::npos);
  }
  CHECK(answers(running.ask(request()), 200));
}

TEST_CASE("garbage of any kind does not end the server") {
  const Running running;
  std::mt19937 random(7);
  const std::string good = request("Cookie: a=b\r\nConnection: close\r\n");
  for (int round = 0; round < 300; ++round) {
    std::string text = good;
    if (round % 3 == 0) {
      text.assign(random() % 2000, ' ');
      for (char& c : text) c = static_cast<char>(random());
    }
    for (auto change = random() % 6; change > 0 && !text.empty(); --change) {
      text[random() % text.size()] = static_cast<char>(random());
    }
    const Client client(running.server.port());
    client.send(text);
    client.end();
  }
  CHECK(answers(running.ask(request()), 200));
}

TEST_CASE("a hundred connections at once are answered, and go on") {
  const Running running({.connections = 100, .connections_of_client = 100});
  std::vector<Client> clients;
  for (int i = 0; i < 100; ++i) clients.emplace_back(running.server.port());
  for (const Client& client : clients) client.send(request(""));
  for (Client& client : clients) CHECK(answers(client.receive("hello /x"), 200));
  for (const Client& client : clients) client.send(request(""));
  for (Client& client : clients) CHECK(answers(client.receive("hello /x"), 200));
}

TEST_CASE("five hundred connections that say nothing keep nobody out") {
  HttpLimits limits;
  if (GENERATE(true, false)) limits.connections = 64;  // the limit of all, or that of a client
  const Running running(limits);
  std::vector<Client> silent;
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 500; ++i) {
    silent.emplace_back(running.server.port());
    if (i % 100 == 99) CHECK(answers(running.ask(request()), 200));
  }
  CHECK(std::chrono::steady_clock::now() - begin < 10s);  // none waited for the time limit
  CHECK(silent.front().receive().empty());                // closed for another
}

TEST_CASE("if all connections are being answered, further ones are told") {
  std::atomic<bool> may_end = false;
  const Running running({.connections = 3}, [&](const HttpRequest&) {
    while (!may_end) std::this_thread::sleep_for(1ms);
    return http_response(200, "text/plain", "at last");
  });
  std::vector<Client> clients;
  for (int i = 0; i < 3; ++i) clients.emplace_back(running.server.port());
  for (const Client& client : clients) client.send(request());
  bool is_told = false;
  for (int i = 0; i < 100 && !is_told; ++i) is_told = answers(running.ask(""), 503);
  CHECK(is_told);
  may_end = true;
  for (Client& client : clients) CHECK(answers(client.receive(), 200));
}

TEST_CASE("a lane whose answers take long keeps no other waiting") {
  std::atomic<bool> may_end = false;
  const auto handler = [&](const HttpRequest& request) {
    while (request.target == "/slow" && !may_end) std::this_thread::sleep_for(1ms);
    return http_response(200, "text/plain", "hello " + request.target);
  };
  const Running running({}, handler,
                        {2, [](const HttpRequest& request) -> std::optional<std::size_t> {
                           if (request.target == "/slow") return 0;
                           if (request.target == "/quick") return 1;
                           return std::nullopt;
                         }});
  std::vector<Client> slow;
  for (int i = 0; i < 20; ++i) {
    slow.emplace_back(running.server.port());
    slow.back().send(request("Connection: close\r\n", "GET /slow HTTP/1.1"));
  }
  for (const char* target : {"/quick", "/x", "/quick"}) {
    const std::string line = std::string("GET ") + target + " HTTP/1.1";
    CHECK(answers(running.ask(request("Connection: close\r\n", line)), 200));
  }
  may_end = true;
  for (Client& client : slow) CHECK(answers(client.receive(), 200));
}

TEST_CASE("slow clients are left behind, and others do not wait for them") {
  const Running running({.read = 300ms});
  Client silent(running.server.port()), slow(running.server.port());
  const auto begin = std::chrono::steady_clock::now();
  std::thread drip([&slow] {
    for (const char c : request()) {
      if (!slow.send(std::string(1, c))) return;
      std::this_thread::sleep_for(50ms);
    }
  });
  CHECK(answers(running.ask(request()), 200));
  CHECK(std::chrono::steady_clock::now() - begin < 250ms);
  CHECK(silent.receive().empty());
  CHECK(slow.receive().empty());
  CHECK(std::chrono::steady_clock::now() - begin < 2s);
  drip.join();
}

TEST_CASE("a client that does not take its answer is left behind") {
  std::atomic<int> held = 0;
  const auto body = std::make_shared<const std::string>(64 << 20, 'x');
  {
    const Running running({.write = 300ms}, [&](const HttpRequest&) {
      ++held;
      return http_response(200, "text/plain", body);
    });
    const Client client(running.server.port());
    client.send(request(""));
    const auto end = std::chrono::steady_clock::now() + 10s;
    while ((held == 0 || body.use_count() > 1) && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(20ms);
    }
    CHECK(held == 1);
    CHECK(body.use_count() == 1);
  }
}

TEST_CASE("the server stops at once, whatever is under way") {
  std::atomic<bool> is_asked = false;
  const auto begin = std::chrono::steady_clock::now();
  {
    Running running({}, [&](const HttpRequest&) {
      is_asked = true;
      std::this_thread::sleep_for(200ms);
      return http_response(200, "text/plain", "late");
    });
    const Client idle(running.server.port()), waiting(running.server.port());
    waiting.send(request());
    idle.send("GET / HT");
    while (!is_asked) std::this_thread::sleep_for(1ms);
  }
  CHECK(std::chrono::steady_clock::now() - begin < 2s);
}

TEST_CASE("an address that cannot be listened to is named") {
  const Running running;
  CHECK_THROWS_WITH(
      HttpServer("127.0.0.1", running.server.port(), {}),
      Catch::Contains("port " + std::to_string(running.server.port()) + ": cannot be listened to"));
  CHECK_THROWS_WITH(HttpServer("example.org", 0, {}), Catch::Contains("example.org"));
}

}  // namespace http_server_test
