#include "download.hpp"

#include <curl/curl.h>

#include <cstdio>
#include <memory>
#include <stdexcept>

namespace skald {
namespace {

namespace fs = std::filesystem;

using File = std::unique_ptr<std::FILE, decltype(&std::fclose)>;
using Handle = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;

// libcurl wants to be initialised before threads are started, once.
void initialise() {
  static const CURLcode code = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (code != CURLE_OK) throw std::runtime_error("libcurl cannot be initialised");
}

std::size_t append(const char* bytes, std::size_t size, std::size_t count, void* file) {
  return std::fwrite(bytes, size, count, static_cast<std::FILE*>(file));
}

curl_off_t size_of(const fs::path& file) {
  std::error_code none;
  const auto size = fs::file_size(file, none);
  return none ? 0 : static_cast<curl_off_t>(size);
}

void set_up(CURL* curl, const std::string& address, std::FILE* file) {
  constexpr long seconds_to_connect = 30, slowest = 100, seconds_so_slow = 60;
  curl_easy_setopt(curl, CURLOPT_URL, address.c_str());
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "https,http");
  curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, "https,http");
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(curl, CURLOPT_FAILONERROR, 1L);
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, seconds_to_connect);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, slowest);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, seconds_so_slow);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &append);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, file);
}

// One attempt from byte `begin` on.
CURLcode transfer(const std::string& address, const fs::path& file, curl_off_t begin,
                  std::string& fault) {
  const File out(std::fopen(file.c_str(), begin > 0 ? "ab" : "wb"), &std::fclose);
  if (!out) throw std::runtime_error(file.string() + ": cannot be written");
  const Handle curl(curl_easy_init(), &curl_easy_cleanup);
  if (!curl) throw std::runtime_error("libcurl cannot be initialised");
  char message[CURL_ERROR_SIZE] = "";
  set_up(curl.get(), address, out.get());
  curl_easy_setopt(curl.get(), CURLOPT_ERRORBUFFER, message);
  curl_easy_setopt(curl.get(), CURLOPT_RESUME_FROM_LARGE, begin);
  const CURLcode code = curl_easy_perform(curl.get());
  fault = *message != '\0' ? message : curl_easy_strerror(code);
  return code;
}

}  // namespace

bool is_address(const std::string& text) {
  return text.starts_with("https://") || text.starts_with("http://");
}

void download(const std::string& address, const fs::path& file) {
  initialise();
  std::string fault;
  const curl_off_t begin = size_of(file);
  CURLcode code = transfer(address, file, begin, fault);
  const bool cannot_go_on = code == CURLE_RANGE_ERROR || code == CURLE_HTTP_RETURNED_ERROR;
  if (begin > 0 && cannot_go_on) code = transfer(address, file, 0, fault);
  if (code != CURLE_OK) throw std::runtime_error(address + ": " + fault);
}

}  // namespace skald
