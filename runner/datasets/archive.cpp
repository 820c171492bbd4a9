#include "datasets/archive.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

#include "data/gzip.hpp"
#include "decoding/zip_file.hpp"
#include "files/regular_file.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

constexpr std::size_t kBlock = 512;  // of a tar archive: IEEE Std 1003.1, "ustar"

[[noreturn]] void refuse(const std::filesystem::path& archive, const std::string& member,
                         const std::string& fault) {
  throw std::runtime_error(archive.string() + ", member " + member + ": " + fault);
}

void require_size(const std::filesystem::path& archive, const std::string& member,
                  std::size_t found, std::size_t expected) {
  if (found == expected) return;
  refuse(archive, member,
         "found " + text::counted(found, "byte") + "; expected " + std::to_string(expected));
}

std::string text_at(std::string_view header, std::size_t at, std::size_t length) {
  const std::string_view field = header.substr(at, length);
  return std::string(field.substr(0, field.find('\0')));
}

// Returns the octal number at byte 124 of the header, up to the first character that is no digit.
std::size_t size_in(std::string_view header) {
  const std::string digits = text_at(header, 124, 12);
  std::size_t size = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), size, 8);
  return size;
}

std::string tar_member(std::string_view tar, const std::filesystem::path& archive,
                       const std::string& name, std::size_t expected) {
  for (std::size_t at = 0; at + kBlock <= tar.size();) {
    const std::string_view header = tar.substr(at, kBlock);
    const std::size_t size = size_in(header);
    const std::string prefix = text_at(header, 345, 155);
    const std::string found = (prefix.empty() ? "" : prefix + "/") + text_at(header, 0, 100);
    if (size > tar.size() - at - kBlock) refuse(archive, found, "the archive ends before it does");
    if (found == name) {
      require_size(archive, name, size, expected);
      return std::string(tar.substr(at + kBlock, size));
    }
    at += kBlock + (size + kBlock - 1) / kBlock * kBlock;
  }
  refuse(archive, name, "is not there");
}

std::string read_zipped(const std::filesystem::path& archive, const std::string& name) {
  try {
    return decoding::read_zipped(archive.string(), name);
  } catch (const std::runtime_error& error) {
    const std::string_view fault(error.what());
    const std::size_t place = archive.string().size() + 2;  // "ARCHIVE: "
    refuse(archive, name, std::string(fault.substr(std::min(place, fault.size()))));
  }
}

std::string zip_member(const std::filesystem::path& archive, const std::string& name,
                       std::size_t size) {
  std::string content = read_zipped(archive, name);
  require_size(archive, name, content.size(), size);
  return content;
}

}  // namespace

Archive::Archive(std::filesystem::path file) : file_(std::move(file)) {
  if (file_.extension() != ".zip")
    tar_ = data::gunzip(files::read_regular_file(file_), file_.string());
}

std::string Archive::member(const std::string& name, std::size_t size) const {
  return tar_ ? tar_member(*tar_, file_, name, size) : zip_member(file_, name, size);
}

}  // namespace skald
