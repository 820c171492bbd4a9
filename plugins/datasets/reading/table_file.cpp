#include "reading/table_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <span>
#include <stdexcept>
#include <utility>

namespace skald {
namespace {

constexpr std::array<char, 8> kMagic{'S', 'k', 'a', 'l', 'd', 'T', 'b', '1'};
constexpr std::size_t kAlignment = 64;
constexpr std::size_t kMostArrays = 8;

struct ArrayHeader {
  std::array<char, 32> name;
  std::int64_t rows, cols;
};

// Numbers in the order of the processor: a cache is for one machine. The blocks follow in the order
// features, target, group, arrays, each at a multiple of kAlignment.
struct Header {
  std::array<char, 8> magic;
  std::array<char, 64> key;
  std::int64_t seconds;  // the file's time of change: whole seconds, as no later write would leave
  std::int64_t total;    // bytes of the file
  std::int64_t features, rows, targets, classes, grouped, groups, train, arrays;
  std::array<ArrayHeader, kMostArrays> array;
};

// Places of the blocks, one after the other.
class Layout {
 public:
  template <class T>
  std::size_t place(std::int64_t count) {
    const std::size_t here = end_;
    const std::size_t size = static_cast<std::size_t>(count) * sizeof(T);
    end_ += (size + kAlignment - 1) / kAlignment * kAlignment;
    return here;
  }
  std::size_t end() const { return end_; }

 private:
  std::size_t end_ = (sizeof(Header) + kAlignment - 1) / kAlignment * kAlignment;
};

Header header_of(const DecodedTable& table, const std::string& key) {
  if (table.arrays.size() > kMostArrays)
    throw std::logic_error("a decoded table has more than 8 further arrays");
  Header header{};
  header.magic = kMagic;
  key.copy(header.key.data(), header.key.size());
  header.seconds = std::time(nullptr);
  header.features = table.features.rows();
  header.rows = table.features.cols();
  header.targets = std::ssize(table.target);
  header.classes = table.classes;
  header.grouped = std::ssize(table.group);
  header.groups = table.groups;
  header.train = table.train;
  header.arrays = std::ssize(table.arrays);
  for (std::size_t i = 0; i < table.arrays.size(); ++i) {
    const auto& [name, values] = table.arrays[i];
    name.copy(header.array[i].name.data(), header.array[i].name.size() - 1);
    header.array[i].rows = values.rows();
    header.array[i].cols = values.cols();
  }
  return header;
}

// A file that is gone again unless it was finished.
class NewFile {
 public:
  explicit NewFile(std::string path) : path_(std::move(path)), temporary_(path_ + ".XXXXXX") {
    file_ = mkstemp(temporary_.data());
    if (file_ < 0) fail();
  }
  ~NewFile() {
    if (file_ < 0) return;
    close(file_);
    unlink(temporary_.c_str());
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write_at(std::size_t offset, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t done = pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) fail();
      offset += static_cast<std::size_t>(done);
      bytes = bytes.subspan(static_cast<std::size_t>(done));
    }
  }
  void finish(const Header& header) {
    const timespec time{header.seconds, 0};
    const std::array<timespec, 2> times{time, time};
    if (ftruncate(file_, header.total) != 0 || fchmod(file_, 0444) != 0 || fsync(file_) != 0 ||
        futimens(file_, times.data()) != 0 || rename(temporary_.c_str(), path_.c_str()) != 0)
      fail();
    close(file_);
    file_ = -1;
  }

 private:
  [[noreturn]] void fail() const {
    throw std::runtime_error(path_ + ": cannot be written (" + std::strerror(errno) + ")");
  }

  std::string path_, temporary_;
  int file_;
};

template <class T>
std::span<const std::byte> bytes_of(const T* values, std::int64_t count) {
  return std::as_bytes(std::span(values, static_cast<std::size_t>(count)));
}

// Whether the sizes are such that none of the products below can overflow.
bool are_sane(const Header& header) {
  constexpr std::int64_t most = std::int64_t{1} << 40;
  const auto sane = [](std::int64_t rows, std::int64_t cols) {
    return rows >= 0 && cols >= 0 && rows <= most && cols <= most &&
           (rows == 0 || cols <= most / rows);
  };
  bool all = sane(header.features, header.rows) && sane(header.targets, 1) &&
             sane(header.grouped, 1) && header.train >= 0 && header.train <= header.rows &&
             header.arrays >= 0 && header.arrays <= static_cast<std::int64_t>(kMostArrays);
  for (const ArrayHeader& array : header.array)
    all = all && sane(array.rows, array.cols) && array.name.back() == '\0';
  return all;
}

std::size_t size_of(const Header& header) {
  Layout layout;
  layout.place<double>(header.features * header.rows);
  layout.place<double>(header.targets);
  layout.place<std::int32_t>(header.grouped);
  for (std::size_t i = 0; i < static_cast<std::size_t>(header.arrays); ++i)
    layout.place<double>(header.array[i].rows * header.array[i].cols);
  return layout.end();
}

bool is_right(const Header& header, const std::string& key, const struct stat& status) {
  return header.magic == kMagic && key == std::string_view(header.key.data(), header.key.size()) &&
         header.seconds == status.st_mtim.tv_sec && status.st_mtim.tv_nsec == 0 &&
         header.total == status.st_size && are_sane(header) &&
         size_of(header) == static_cast<std::size_t>(header.total);
}

}  // namespace

void write_table_file(const DecodedTable& table, const std::string& key, const std::string& path) {
  Header header = header_of(table, key);
  header.total = static_cast<std::int64_t>(size_of(header));
  NewFile file(path);
  Layout layout;
  const auto add = [&]<class T>(const T* values, std::int64_t count) {
    file.write_at(layout.place<T>(count), bytes_of(values, count));
  };
  add(table.features.data(), table.features.size());
  add(table.target.data(), std::ssize(table.target));
  add(table.group.data(), std::ssize(table.group));
  for (const auto& [name, values] : table.arrays) add(values.data(), values.size());
  file.write_at(0, bytes_of(&header, 1));
  file.finish(header);
}

std::optional<TableFile> TableFile::open(const std::string& path, const std::string& key) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  struct stat status {};
  Header header{};
  const bool is_whole = fstat(file, &status) == 0 &&
                        pread(file, &header, sizeof header, 0) == ssize_t{sizeof header} &&
                        is_right(header, key, status);
  const auto size = static_cast<std::size_t>(status.st_size);
  void* bytes = is_whole ? mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0) : MAP_FAILED;
  close(file);
  if (bytes == MAP_FAILED) return std::nullopt;
  TableFile mapped(static_cast<const std::byte*>(bytes), size);
  mapped.read();
  return mapped;
}

TableFile::TableFile(TableFile&& other) noexcept
    : bytes_(std::exchange(other.bytes_, nullptr)),
      size_(other.size_),
      arrays_(std::move(other.arrays_)),
      table_(other.table_) {}

TableFile::~TableFile() {
  if (bytes_ != nullptr) munmap(const_cast<std::byte*>(bytes_), size_);
}

void TableFile::read() {
  const auto& header = *reinterpret_cast<const Header*>(bytes_);
  Layout layout;
  const auto take = [&]<class T>(const T*, std::int64_t count) {
    return reinterpret_cast<const T*>(bytes_ + layout.place<T>(count));
  };
  const auto block = [&](std::int64_t rows, std::int64_t cols) {
    return ConstBlock{take(static_cast<double*>(nullptr), rows * cols), rows, cols, rows};
  };
  const auto count = [](std::int64_t n) { return static_cast<std::size_t>(n); };
  table_.features = block(header.features, header.rows);
  table_.target = {take(static_cast<double*>(nullptr), header.targets), count(header.targets)};
  table_.group = {take(static_cast<std::int32_t*>(nullptr), header.grouped), count(header.grouped)};
  table_.classes = header.classes;
  table_.groups = header.groups;
  table_.train = header.train;
  for (std::size_t i = 0; i < count(header.arrays); ++i) {
    const ArrayHeader& array = header.array[i];
    arrays_.push_back({array.name.data(), block(array.rows, array.cols)});
  }
  table_.arrays = arrays_;
}

}  // namespace skald
