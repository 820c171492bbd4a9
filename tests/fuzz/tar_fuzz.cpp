// Fuzz target: any bytes as a tar archive, whose file "member" should have as many bytes as the
// first byte says. What is read is in the archive, behind its header; a refusal names the archive.
#include <zlib.h>

#include "datasets/archive.hpp"
#include "fuzz_target.hpp"
#include "temporary_folder.hpp"

namespace {

// Wraps the bytes as a gzip file, without compression.
std::string gzipped(std::string_view bytes) {
  z_stream stream{};
  constexpr int gzip_format = 15 + 16, memory = 8;
  deflateInit2(&stream, 0, Z_DEFLATED, gzip_format, memory, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<z_const Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  fuzz::require(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

}  // namespace

FUZZ_TARGET(tar, bytes) {
  static const TemporaryFolder folder;
  const std::size_t size = fuzz::take_byte(bytes);
  const std::string file = folder.write("file.tar.gz", gzipped(bytes));
  fuzz::refuses(
      [&] {
        const std::string content = skald::Archive(file).member("member", size);
        fuzz::require(content.size() == size);
        fuzz::require(bytes.substr(512).find(content) != std::string_view::npos);
      },
      {"file.tar.gz"});
}
