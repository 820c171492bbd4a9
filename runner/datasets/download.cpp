#include "datasets/download.hpp"
#include "text/result.hpp"

#include <curl/curl.h>
#include <dlfcn.h>

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

namespace skald {
namespace {

namespace fs = std::filesystem;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

constexpr const char* kLibrary = "libcurl.so.4";

[[noreturn]] void refuse_to_begin() { throw std::runtime_error("libcurl cannot be initialised"); }

// libcurl, loaded only when something is downloaded: it needs some thirty further libraries, and
// loading them costs more than everything else that a process of Skald does at its start.
class Curl {
 public:
  // Returns the initialised library. libcurl must be initialised once, before threads are started.
  static const Curl& loaded() {
    static const Curl curl;
    return curl;
  }

  decltype(&curl_easy_init) init;
  decltype(&curl_easy_cleanup) cleanup;
  decltype(&curl_easy_setopt) setopt;
  decltype(&curl_easy_perform) perform;
  decltype(&curl_easy_strerror) strerror;

 private:
  Curl() : library_(::dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL)) {
    if (library_ == nullptr) {
      throw std::runtime_error(std::string("libcurl cannot be loaded: ") + ::dlerror() +
                               "; install it, or put the files where --from finds them");
    }
    find(init, "curl_easy_init");
    find(cleanup, "curl_easy_cleanup");
    find(setopt, "curl_easy_setopt");
    find(perform, "curl_easy_perform");
    find(strerror, "curl_easy_strerror");
    decltype(&curl_global_init) initialise = nullptr;
    find(initialise, "curl_global_init");
    if (initialise(CURL_GLOBAL_DEFAULT) != CURLE_OK) refuse_to_begin();
  }
  template <class Function>
  void find(Function& function, const char* name) const {
    function = reinterpret_cast<Function>(::dlsym(library_, name));
    if (function == nullptr) {
      throw std::runtime_error(std::string(kLibrary) + " has no " + name);
    }
  }

  void* library_;
};

using Handle = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;

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
  const auto set = Curl::loaded().setopt;
  set(curl, CURLOPT_URL, address.c_str());
  set(curl, CURLOPT_PROTOCOLS_STR, "https,http");  // of what it is sent on to, too
  set(curl, CURLOPT_FOLLOWLOCATION, 1L);
  set(curl, CURLOPT_FAILONERROR, 1L);
  set(curl, CURLOPT_NOSIGNAL, 1L);
  set(curl, CURLOPT_CONNECTTIMEOUT, seconds_to_connect);
  set(curl, CURLOPT_LOW_SPEED_LIMIT, slowest);
  set(curl, CURLOPT_LOW_SPEED_TIME, seconds_so_slow);
  set(curl, CURLOPT_WRITEFUNCTION, &append);
  set(curl, CURLOPT_WRITEDATA, file);
}

struct Fault {
  CURLcode code;
  std::string text;
};

// Makes one attempt from byte `begin` on. Returns the file, or what went wrong.
text::Result<fs::path, Fault> transfer(const std::string& address, const fs::path& file,
                                       curl_off_t begin) {
  const File out(std::fopen(file.c_str(), begin > 0 ? "ab" : "wb"));
  if (!out) throw std::runtime_error(file.string() + ": cannot be written");
  const Curl& library = Curl::loaded();
  const Handle curl(library.init(), library.cleanup);
  if (!curl) refuse_to_begin();
  char message[CURL_ERROR_SIZE] = "";
  set_up(curl.get(), address, out.get());
  library.setopt(curl.get(), CURLOPT_ERRORBUFFER, message);
  library.setopt(curl.get(), CURLOPT_RESUME_FROM_LARGE, begin);
  const CURLcode code = library.perform(curl.get());
  if (code == CURLE_OK) return file;
  return text::no_value(Fault{code, *message != '\0' ? message : library.strerror(code)});
}

// Whether another attempt must begin at the first byte.
bool cannot_go_on(const Fault& fault) {
  return fault.code == CURLE_RANGE_ERROR || fault.code == CURLE_HTTP_RETURNED_ERROR;
}

}  // namespace

bool is_address(const std::string& text) {
  return text.starts_with("https://") || text.starts_with("http://");
}

void download(const std::string& address, const fs::path& file) {
  const curl_off_t begin = size_of(file);
  text::Result<fs::path, Fault> done = transfer(address, file, begin);
  if (!done && begin > 0 && cannot_go_on(done.reason())) done = transfer(address, file, 0);
  if (!done) throw std::runtime_error(address + ": " + done.reason().text);
}

}  // namespace skald
