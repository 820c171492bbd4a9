#include "data/gzip.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>
#include <stdexcept>

namespace skald::data {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 16;

// zlib's state, used for one member of the file after another.
class Inflater {
 public:
  Inflater(std::string_view bytes, const std::string& file) : bytes_(bytes), file_(file) {
    constexpr int gzip_only = 16;
    if (inflateInit2(&stream_, MAX_WBITS + gzip_only) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  std::string all(std::size_t largest) {
    std::string content;
    do member(content, largest);
    while (at_ < bytes_.size());
    return content;
  }

 private:
  void member(std::string& content, std::size_t largest) {
    inflateReset(&stream_);
    for (int code = Z_OK; code != Z_STREAM_END;) {
      if (at_ == bytes_.size()) refuse("the end of the file", "further compressed bytes");
      code = step(content);
      if (content.size() > largest) {
        refuse("more than " + std::to_string(largest) + " bytes of content",
               "no more, for a file of this length; if it is genuine, uncompress it yourself");
      }
      if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
        refuse(stream_.msg != nullptr ? stream_.msg : "bytes that are not valid gzip data",
               "an undamaged gzip file");
      }
    }
  }
  int step(std::string& content) {
    constexpr std::size_t most = std::numeric_limits<uInt>::max();
    const auto given = static_cast<uInt>(std::min(bytes_.size() - at_, most));
    const std::size_t old_size = content.size();
    content.resize(old_size + kChunk);
    stream_.next_in = reinterpret_cast<z_const Bytef*>(const_cast<char*>(bytes_.data() + at_));
    stream_.avail_in = given;
    stream_.next_out = reinterpret_cast<Bytef*>(content.data() + old_size);
    stream_.avail_out = static_cast<uInt>(kChunk);
    const int code = inflate(&stream_, Z_NO_FLUSH);
    at_ += given - stream_.avail_in;
    content.resize(content.size() - stream_.avail_out);
    return code;
  }
  [[noreturn]] void refuse(const std::string& found, const std::string& expected) const {
    throw std::runtime_error(file_ + ", byte " + std::to_string(at_) + " of the gzip file: found " +
                             found + "; expected " + expected);
  }

  std::string_view bytes_;
  const std::string& file_;
  std::size_t at_ = 0;
  z_stream stream_{};
};

}  // namespace

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

std::string gunzip(std::string_view bytes, const std::string& file, std::size_t largest) {
  return Inflater(bytes, file).all(largest);
}
std::string gunzip(std::string_view bytes, const std::string& file) {
  return gunzip(bytes, file, content_limit(bytes.size()));
}

}  // namespace skald::data
