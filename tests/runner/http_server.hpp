// A small HTTP server on loopback for tests: serves the files of a folder, with or without ranges.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace skald::test {

class HttpServer {
 public:
  explicit HttpServer(std::filesystem::path folder) : folder_(std::move(folder)) {
    socket_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    if (socket_ < 0 || bind(socket_, generic, size) != 0 || listen(socket_, 8) != 0 ||
        getsockname(socket_, generic, &size) != 0)
      throw std::runtime_error("no server on loopback");
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~HttpServer() {
    shutdown(socket_, SHUT_RDWR);
    thread_.join();
    close(socket_);
  }
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  std::string address() const { return "http://127.0.0.1:" + std::to_string(port_); }

  std::atomic<bool> knows_ranges = true;
  // Breaks off after this many bytes of an answer.
  std::atomic<std::size_t> breaks_after = std::size_t(-1);
  std::map<std::string, std::string> moved;  // files, and where they are said to be
  std::atomic<int> answers = 0, ranges = 0;  // number given, and number from the middle

 private:
  void serve() {
    for (int client; (client = accept(socket_, nullptr, nullptr)) >= 0; close(client))
      answer(client, request(client));
  }
  static std::string request(int client) {
    std::string text;
    char piece[1024];
    while (text.find("\r\n\r\n") == std::string::npos) {
      const ssize_t got = recv(client, piece, sizeof piece, 0);
      if (got <= 0) break;
      text.append(piece, static_cast<std::size_t>(got));
    }
    return text;
  }
  void answer(int client, const std::string& request) {
    ++answers;
    const std::size_t path = request.find('/');
    const std::string name = request.substr(path + 1, request.find(' ', path) - path - 1);
    if (const auto found = moved.find(name); found != moved.end()) {
      return send_all(client, "HTTP/1.1 302 Found\r\nLocation: " + found->second +
                                  "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    }
    const std::filesystem::path file = folder_ / name;
    std::ifstream in(file, std::ios::binary);
    if (!in) return send_all(client, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
    std::string body((std::istreambuf_iterator<char>(in)), {});
    std::string head = "HTTP/1.1 200 OK\r\n";
    const std::size_t range = request.find("Range: bytes=");
    if (range != std::string::npos && knows_ranges) {
      ++ranges;
      const std::size_t first = std::stoul(request.substr(range + 13));
      head = "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes " + std::to_string(first) + "-" +
             std::to_string(body.size() - 1) + "/" + std::to_string(body.size()) + "\r\n";
      body.erase(0, first);
    }
    head += "Content-Length: " + std::to_string(body.size()) + "\r\nConnection: close\r\n\r\n";
    send_all(client, head + body.substr(0, breaks_after));
  }
  static void send_all(int client, const std::string& text) {
    for (std::size_t sent = 0; sent < text.size();) {
      const ssize_t n = send(client, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
      if (n <= 0) return;
      sent += static_cast<std::size_t>(n);
    }
  }

  std::filesystem::path folder_;
  int socket_ = -1;
  int port_ = 0;
  std::thread thread_;
};

}  // namespace skald::test
