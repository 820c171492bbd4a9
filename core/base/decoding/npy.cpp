#include "decoding/npy.hpp"

#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <type_traits>

#include "decoding/refuse.hpp"
#include "text/number_text.hpp"

namespace skald::decoding {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view kMagic = "\x93NUMPY";

// The header: a Python dictionary with the keys descr, fortran_order and shape.
struct Header {
  std::string type;
  bool fortran = false;
  std::vector<Index> shape;
  std::size_t size = 0;  // bytes before the numbers
};

class HeaderReader {
 public:
  HeaderReader(std::string_view content, const std::string& file)
      : content_(content), file_(file) {}

  Header read() {
    take_preamble();
    expect('{');
    while (!take('}')) {
      read_entry();
      take(',');
    }
    header_.size = end_;
    return header_;
  }

 private:
  [[noreturn]] void fail(const std::string& expected) const {
    const std::string found =
        at_ < end_ ? quoted(content_.substr(at_, 1)) : "the end of the header";
    refuse(file_, at_, found, expected);
  }
  void take_preamble() {
    if (!content_.starts_with(kMagic)) refuse(file_, 0, "other bytes", "the magic of NPY files");
    if (content_.size() < 12) refuse(file_, content_.size(), "the end of the file", "a header");
    const int version = static_cast<std::uint8_t>(content_[6]);
    if (version < 1 || version > 3)
      refuse(file_, 6, "version " + std::to_string(version), "1, 2 or 3");
    const std::size_t bytes = version == 1 ? 2 : 4;
    std::size_t length = 0;
    std::memcpy(&length, content_.data() + 8, bytes);
    at_ = 8 + bytes;
    if (length > content_.size() - at_) {
      refuse(file_, content_.size(), "the end of the file",
             "a header of " + std::to_string(length) + " bytes");
    }
    end_ = at_ + length;
  }
  bool take(char c) {
    while (at_ < end_ && (content_[at_] == ' ' || content_[at_] == '\n')) ++at_;
    if (at_ == end_ || content_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) fail(std::string("'") + c + "'");
  }
  bool take_word(std::string_view word) {
    take('\0');
    if (!content_.substr(at_, end_ - at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  std::string text() {
    expect('\'');
    const std::size_t close = content_.find('\'', at_);
    if (close == std::string_view::npos || close >= end_) fail("a closing quote");
    std::string found(content_.substr(at_, close - at_));
    at_ = close + 1;
    return found;
  }
  void read_entry() {
    const std::size_t key_at = at_;
    const std::string key = text();
    expect(':');
    if (key == "descr" && take('[')) {
      refuse(file_, at_ - 1, "an array with named fields",
             "one type of numbers: save numpy.lib.recfunctions.structured_to_unstructured(array)");
    } else if (key == "descr") {
      header_.type = text();
    } else if (key == "fortran_order") {
      header_.fortran = take_word("True");
      if (!header_.fortran && !take_word("False")) fail("True or False");
    } else if (key == "shape") {
      read_shape();
    } else {
      refuse(file_, key_at, "key " + quoted(key), "descr, fortran_order or shape");
    }
  }
  void read_shape() {
    expect('(');
    while (!take(')')) {
      Index length = 0;
      const char* first = content_.data() + at_;
      const auto [end, error] = std::from_chars(first, content_.data() + end_, length);
      if (error != std::errc() || length < 0) fail("the length of an axis");
      at_ += static_cast<std::size_t>(end - first);
      header_.shape.push_back(length);
      take(',');
    }
  }

  std::string_view content_;
  const std::string& file_;
  std::size_t at_ = 0, end_ = 0;
  Header header_;
};

// Whether a double holds the number to the last bit.
template <class T>
bool is_exact(T value) {
  if constexpr (std::is_floating_point_v<T> || sizeof(T) < sizeof(double)) {
    return true;
  } else {
    constexpr int kDigits = std::numeric_limits<double>::digits;
    const auto bits = static_cast<std::uint64_t>(value);
    const std::uint64_t size = value < T{0} ? ~bits + 1 : bits;
    return size == 0 || (size >> std::countr_zero(size)) >> kDigits == 0;
  }
}

// Converts the numbers up to the first that a double does not hold, and returns its text.
template <class T>
std::string convert(std::string_view bytes, std::vector<double>& out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    T value;
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
    if (!is_exact(value)) return std::to_string(value);
    out[i] = static_cast<double>(value);
  }
  return "";
}

struct Type {
  const char* name;
  std::size_t size;
  std::string (*convert)(std::string_view, std::vector<double>&);
};

constexpr Type kTypes[] = {{"<f4", 4, convert<float>},        {"<f8", 8, convert<double>},
                           {"|b1", 1, convert<std::uint8_t>}, {"|u1", 1, convert<std::uint8_t>},
                           {"|i1", 1, convert<std::int8_t>},  {"<u2", 2, convert<std::uint16_t>},
                           {"<i2", 2, convert<std::int16_t>}, {"<u4", 4, convert<std::uint32_t>},
                           {"<i4", 4, convert<std::int32_t>}, {"<u8", 8, convert<std::uint64_t>},
                           {"<i8", 8, convert<std::int64_t>}};

const Type& type_of(const Header& header, const std::string& file) {
  for (const Type& type : kTypes) {
    if (header.type == type.name) return type;
  }
  refuse(file, kMagic.size(), "numbers of type " + quoted(header.type),
         "little-endian floats or integers, bytes or booleans: save array.astype('float64') or, of "
         "words, numpy.unique(array, return_inverse=True)[1]");
}

std::size_t count_of(const Header& header, std::size_t size, const std::string& file) {
  std::size_t count = 1, bytes = size;
  for (const Index length : header.shape) {
    count *= static_cast<std::size_t>(length);
    if (__builtin_mul_overflow(bytes, static_cast<std::size_t>(length), &bytes))
      refuse(file, kMagic.size(), "an axis of length " + std::to_string(length), "fewer numbers");
  }
  return count;
}

// From the first axis fastest to the last axis fastest.
std::vector<double> in_c_order(const std::vector<double>& values, const std::vector<Index>& shape) {
  std::vector<double> out(values.size());
  std::vector<Index> index(shape.size(), 0);
  for (double& to : out) {
    Index from = 0;
    for (std::size_t axis = shape.size(); axis-- > 0;) from = from * shape[axis] + index[axis];
    to = values[static_cast<std::size_t>(from)];
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      if (++index[axis] < shape[axis]) break;
      index[axis] = 0;
    }
  }
  return out;
}

}  // namespace

NpyArray read_npy(std::string_view content, const std::string& file) {
  const Header header = HeaderReader(content, file).read();
  const Type& type = type_of(header, file);
  const std::size_t count = count_of(header, type.size, file);
  const std::size_t given = content.size() - header.size, wanted = count * type.size;
  if (given < wanted) {
    refuse(
        file, content.size(), "the end of the file",
        text::counted(static_cast<std::int64_t>(wanted - given), "further byte", "further bytes") +
            ", as the header says");
  }
  if (given > wanted) {
    refuse(
        file, header.size + wanted,
        text::counted(static_cast<std::int64_t>(given - wanted), "further byte", "further bytes"),
        "the end of the file, as the header says");
  }
  NpyArray array{header.shape, std::vector<double>(count), header.type == "|u1"};
  const std::string inexact = type.convert(content.substr(header.size), array.values);
  if (!inexact.empty()) {
    throw std::runtime_error(file + ": found " + inexact +
                             "; expected integers that a double holds: of labels and clients, save "
                             "numpy.unique(array, return_inverse=True)[1], of measurements, "
                             "array.astype('float64')");
  }
  if (header.fortran && header.shape.size() > 1)
    array.values = in_c_order(array.values, header.shape);
  return array;
}

}  // namespace skald::decoding
