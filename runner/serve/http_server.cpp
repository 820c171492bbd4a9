#include "serve/http_server.hpp"

#include <fcntl.h>
#include <signal.h>

#include <algorithm>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/write.hpp>
#include <exception>
#include <list>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace skald {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using boost::system::error_code;

// Threads for requests that are in no lane. Each lane has one more.
constexpr std::size_t kHandlers = 4;

using Strand = asio::strand<asio::thread_pool::executor_type>;
class Session;

struct Service {
  HttpHandler handler;
  HttpLimits limits;
  HttpLanes lanes;
  asio::thread_pool& handlers;
  std::vector<Strand>& strands;  // of the lanes
  std::size_t connections = 0;
  std::map<asio::ip::address, std::size_t> of_client = {};
  std::list<Session*> waiting = {};  // for a request; the longest first
};

// Returns the value of a header; nothing if it is sent twice.
std::optional<std::string> only(const http::fields& fields, http::field name) {
  if (fields.count(name) > 1) return std::nullopt;
  const auto value = fields[name];
  return std::string(value.data(), value.size());
}

// One connection, which answers requests one after another. Used by one thread.
class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(tcp::socket socket, asio::ip::address client, Service& service)
      : stream_(std::move(socket)), client_(std::move(client)), service_(service) {
    ++service_.connections;
    ++service_.of_client[client_];
  }
  ~Session() {
    stop_waiting();
    --service_.connections;
    if (--service_.of_client[client_] == 0) service_.of_client.erase(client_);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const asio::ip::address& client() const { return client_; }

  // Ends a connection that waits for a request.
  void leave() {
    stop_waiting();
    error_code ignored;
    stream_.socket().close(ignored);
  }

  void read() {
    place_ = service_.waiting.insert(service_.waiting.end(), this);
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(service_.limits.header_bytes));
    parser_->body_limit(boost::none);  // bodies are not read, and requests with one are refused
    stream_.expires_after(service_.limits.read);
    http::async_read_header(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](error_code error, std::size_t) { self->take(error); });
  }

  void refuse(unsigned status, std::string_view why) {
    is_last_ = true;
    write(http_refusal(status, why));
  }

 private:
  using Answer = http::response<http::span_body<const char>>;

  void stop_waiting() {
    if (place_) service_.waiting.erase(*place_);
    place_.reset();
  }

  void take(error_code error) {
    stop_waiting();
    if (error == http::error::header_limit || error == http::error::buffer_overflow) {
      return refuse(431, "the header of the request is too large");
    }
    const bool is_end =
        error == http::error::end_of_stream || error == http::error::partial_message;
    if (error && !is_end &&
        error.category() == make_error_code(http::error::bad_method).category()) {
      return refuse(400, "no request of HTTP/1.1");
    }
    if (error) return;  // closed by the client, or timed out
    const auto& request = parser_->get();
    const auto host = only(request, http::field::host);
    if (!host || (host->empty() && request.version() >= 11)) {
      return refuse(400, "expected one Host header");
    }
    if (request.method() != http::verb::get && request.method() != http::verb::head) {
      return refuse(405, "pages are only read here: GET or HEAD");
    }
    if (!parser_->is_done()) return refuse(413, "expected a request without content");
    is_head_ = request.method() == http::verb::head;
    is_last_ = !request.keep_alive();
    ask({std::string(request.method_string()), std::string(request.target()), *host,
         std::string(request[http::field::cookie]),
         std::string(request[http::field::if_none_match])});
  }

  // Handlers may read files, so they run on their own threads.
  void ask(HttpRequest request) {
    stream_.expires_never();
    const HttpLanes& lanes = service_.lanes;
    const std::optional<std::size_t> lane = lanes.of ? lanes.of(request) : std::nullopt;
    auto work = [self = shared_from_this(), request = std::move(request)]() mutable {
      HttpResponse response = answer(self->service_.handler, request);
      // The handler's thread keeps no share, since the last owner destroys the session.
      const auto executor = self->stream_.get_executor();
      asio::post(executor, [self = std::move(self), response = std::move(response)]() mutable {
        self->write(std::move(response));
      });
    };
    if (lane) {
      asio::post(service_.strands.at(*lane), std::move(work));
    } else {
      asio::post(service_.handlers, std::move(work));
    }
  }

  static HttpResponse answer(const HttpHandler& handler, const HttpRequest& request) {
    try {
      return handler(request);
    } catch (const std::exception& e) {
      return http_refusal(500, e.what());
    }
  }

  void write(HttpResponse response) {
    response_ = std::move(response);
    answer_.emplace(static_cast<http::status>(response_.status), 11U);
    for (const auto& [name, value] : response_.headers) answer_->insert(name, value);
    answer_->keep_alive(!is_last_);
    const std::string& body = *response_.body;
    const bool has_body = response_.status != 304;
    if (has_body) answer_->content_length(body.size());
    if (has_body && !is_head_) answer_->body() = {body.data(), body.size()};
    stream_.expires_after(service_.limits.write);
    http::async_write(
        stream_, *answer_,
        [self = shared_from_this()](error_code error, std::size_t) { self->written(error); });
  }

  void written(error_code error) {
    answer_.reset();
    response_ = {};
    if (error) return;
    if (!is_last_) return read();
    stream_.socket().shutdown(tcp::socket::shutdown_send, error);
    if (!error) drain();
  }

  // Reads and drops a limited amount of what the client still sends. If the connection were closed
  // before that, the client might lose the response.
  void drain() {
    constexpr std::size_t most = 1 << 20;
    if (drained_ > most) return;
    buffer_.clear();
    stream_.expires_after(std::min(service_.limits.read, std::chrono::milliseconds(2000)));
    stream_.async_read_some(buffer_.prepare(16 * 1024),
                            [self = shared_from_this()](error_code error, std::size_t bytes) {
                              self->drained_ += bytes;
                              if (!error) self->drain();
                            });
  }

  beast::tcp_stream stream_;
  asio::ip::address client_;
  beast::flat_buffer buffer_{64 * 1024};
  Service& service_;
  std::optional<http::request_parser<http::empty_body>> parser_;
  HttpResponse response_;
  std::optional<Answer> answer_;
  std::optional<std::list<Session*>::iterator> place_;  // among those that wait
  std::size_t drained_ = 0;
  bool is_head_ = false, is_last_ = false;
};

tcp::endpoint endpoint_of(const std::string& address, unsigned short port) {
  error_code error;
  const auto parsed = asio::ip::make_address(address, error);
  if (error) throw std::invalid_argument("no address: " + address);
  return {parsed, port};
}

}  // namespace

struct HttpServer::Parts {
  Parts(HttpHandler answer, const HttpLimits& limits, HttpLanes lanes)
      : service{std::move(answer), limits, std::move(lanes), handlers, strands},
        handlers(kHandlers + service.lanes.count) {
    for (std::size_t lane = 0; lane < service.lanes.count; ++lane)
      strands.push_back(asio::make_strand(handlers.get_executor()));
  }

  void accept() {
    acceptor.async_accept([this](error_code error, tcp::socket socket) {
      if (error == asio::error::operation_aborted) return;
      if (error) return accept_later();
      welcome(std::move(socket));
      accept();
    });
  }

  void welcome(tcp::socket socket) {
    error_code gone;
    const asio::ip::address client = socket.remote_endpoint(gone).address();
    if (gone) return;
    const bool is_full = !has_place_for(client);
    // A few connections beyond the limit are accepted at a time, to be told the reason and closed.
    if (service.connections >= service.limits.connections + 16) return;
    const auto session = std::make_shared<Session>(std::move(socket), client, service);
    if (is_full) return session->refuse(503, "too many connections at once");
    session->read();
  }

  // Makes place if there is none: connections that say nothing keep nobody out.
  bool has_place_for(const asio::ip::address& client) const {
    const auto there = service.of_client.find(client);
    const bool has_too_many =
        there != service.of_client.end() && there->second >= service.limits.connections_of_client;
    if (!has_too_many && service.connections < service.limits.connections) return true;
    const auto& waiting = service.waiting;
    const auto longest = std::find_if(waiting.begin(), waiting.end(), [&](const Session* session) {
      return !has_too_many || session->client() == client;
    });
    if (longest == waiting.end()) return false;
    (*longest)->leave();
    return true;
  }

  // Tries again later: there may be no free file descriptor.
  void accept_later() {
    later.expires_after(std::chrono::milliseconds(100));
    later.async_wait([this](error_code error) {
      if (!error) accept();
    });
  }

  Service service;  // outlives the sessions, which the context and the handlers own
  asio::io_context context{1};
  tcp::acceptor acceptor{context};
  asio::steady_timer later{context};
  asio::signal_set signals{context};
  asio::thread_pool handlers;        // destroyed early: its tasks use other members
  std::vector<Strand> strands = {};  // of the handlers
};

HttpServer::HttpServer(const std::string& address, unsigned short port, HttpHandler handler,
                       const HttpLimits& limits, HttpLanes lanes)
    : parts_(std::make_unique<Parts>(std::move(handler), limits, std::move(lanes))) {
  const tcp::endpoint place = endpoint_of(address, port);
  try {
    parts_->acceptor.open(place.protocol());
    ::fcntl(parts_->acceptor.native_handle(), F_SETFD, FD_CLOEXEC);  // not for children
    parts_->acceptor.set_option(asio::socket_base::reuse_address(true));
    parts_->acceptor.bind(place);
    parts_->acceptor.listen();
  } catch (const boost::system::system_error& e) {
    throw std::runtime_error(address + " port " + std::to_string(port) +
                             ": cannot be listened to (" + e.code().message() + ")");
  }
}

HttpServer::~HttpServer() {
  stop();
  parts_->handlers.stop();
  parts_->handlers.join();
}

unsigned short HttpServer::port() const { return parts_->acceptor.local_endpoint().port(); }

bool HttpServer::is_loopback() const {
  return parts_->acceptor.local_endpoint().address().is_loopback();
}

void HttpServer::run() {
  parts_->accept();
  parts_->context.run();
}

void HttpServer::stop() { parts_->context.stop(); }

void HttpServer::stop_at_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) parts_->signals.add(signal);
  parts_->signals.async_wait([this](error_code error, int) {
    if (!error) stop();
  });
}

}  // namespace skald
