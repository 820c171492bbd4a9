// skald serve DATABASE...: shows the pages of studies to browsers, live while sweeps run.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "commands/command.hpp"
#include "serve/access.hpp"
#include "serve/http_server.hpp"
#include "serve/site.hpp"
#include "system/exit_code.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostDatabases = 64;

struct ServeCommand {
  std::vector<std::string> databases;
  unsigned short port = 0;
  std::string address = "127.0.0.1";
};

std::vector<fs::path> files(const ServeCommand& command) {
  if (command.databases.size() > kMostDatabases) {
    throw UsageError(fmt::format("{} databases, expected at most {}; serve some of them elsewhere",
                                 command.databases.size(), kMostDatabases));
  }
  std::vector<fs::path> files;
  for (const std::string& name : command.databases) {
    if (fs::is_directory(name)) {
      throw UsageError(name + ": a folder, expected a results database such as results.db");
    }
    if (!fs::exists(name)) print_error("{}: not there yet; its page waits for it\n", name);
    files.push_back(fs::absolute(name));
  }
  return files;
}

// Returns the host part of a URL with this address.
std::string url_host(const std::string& address) {
  if (address == "0.0.0.0") return "127.0.0.1";
  if (address == "::") return "[::1]";
  return address.find(':') == std::string::npos ? address : "[" + address + "]";
}

int serve(const ServeCommand& command) {
  const std::vector<fs::path> databases = files(command);
  std::unique_ptr<Site> site;
  // A database that takes long to read keeps the pages of no other waiting.
  HttpServer server(command.address, command.port,
                    [&site](const HttpRequest& request) { return site->respond(request); }, {},
                    {databases.size(),
                     [&site](const HttpRequest& request) { return site->database_of(request); }});
  const std::string token = random_token();
  site = std::make_unique<Site>(
      databases, SiteOptions{token, server.port(), server.is_loopback(), FeedOptions{}});
  site->start();
  server.stop_at_signals();
  if (!server.is_loopback()) {
    print_error("other machines can reach this server; what they read is not encrypted\n");
  }
  print_out("http://{}:{}/?token={}\n", url_host(command.address), server.port(), token);
  print_error("open it in a browser; Ctrl-C ends the server\n");
  server.run();
  // Do not wait for readings in progress: they change nothing.
  std::_Exit(is_output_written() ? kOk : kEnvironment);
}

}  // namespace

void add_serve(CLI::App& app, Action& chosen) {
  const auto [line, command] = add_command(
      app, chosen, "serve", "serve pages of studies to a browser, live while sweeps run", serve);
  line.add_option("databases", command.databases, "results databases, which need not exist yet")
      ->required();
  line.add_option("--port", command.port, "port (default: any free one)");
  // Versions of CLI11 differ in how they print a default.
  line.add_option(
      "--listen", command.address,
      "address to listen at (default: " + command.address + "); 0.0.0.0: all of this machine's");
}

}  // namespace skald
