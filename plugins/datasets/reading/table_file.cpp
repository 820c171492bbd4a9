#include "reading/table_file.hpp"

#include <array>
#include <cstring>
#include <span>
#include <stdexcept>

#include "text/wire.hpp"

namespace skald {
namespace {

constexpr std::size_t kMostArrays = 8;
constexpr std::size_t kHeaderPart = 0, kFeaturesPart = 1, kTargetPart = 2, kGroupPart = 3,
                      kFirstArrayPart = 4;

struct ArrayHeader {
  std::array<char, 32> name;
  std::int64_t rows, cols;
};

// The blocks follow in the order features, target, group, arrays, columns.
struct TableHeader {
  std::int64_t features, rows, targets, classes, grouped, groups, train, arrays;
  std::int64_t columns;    // bytes of their names and scales
  std::int64_t is_sparse;  // 1: arrays hold the features, of which there is no block

  std::int64_t numbers() const { return is_sparse != 0 ? 0 : features * rows; }
  std::array<ArrayHeader, kMostArrays> array;
};

// Places of the blocks, one after the other.
class Layout {
 public:
  template <class T>
  std::size_t place(std::int64_t count) {
    const std::size_t here = end_;
    const std::size_t size = static_cast<std::size_t>(count) * sizeof(T);
    end_ += (size + data::kPartAlignment - 1) / data::kPartAlignment * data::kPartAlignment;
    return here;
  }
  std::size_t end() const { return end_; }

 private:
  std::size_t end_ = (sizeof(TableHeader) + data::kPartAlignment - 1) / data::kPartAlignment *
                     data::kPartAlignment;
};

std::string bytes_of(const OwnColumns& columns) {
  text::WireWriter wire;
  wire.put(columns);
  return wire.take();
}

// Throws std::runtime_error where the bytes end too early.
OwnColumns columns_of(std::string_view bytes) {
  return bytes.empty() ? OwnColumns() : text::WireReader(bytes).get<OwnColumns>();
}

void state(TableHeader& header, const std::string& name, Index rows, Index cols) {
  if (header.arrays == static_cast<std::int64_t>(kMostArrays))
    throw std::logic_error("a decoded table has more than 8 further arrays");
  ArrayHeader& array = header.array[static_cast<std::size_t>(header.arrays++)];
  name.copy(array.name.data(), array.name.size() - 1);
  array.rows = rows;
  array.cols = cols;
}

TableHeader header_of(const DecodedTable& table) {
  TableHeader header{};
  header.is_sparse = table.sparse_features > 0 ? 1 : 0;
  header.features = header.is_sparse ? table.sparse_features : table.features.rows();
  header.rows = header.is_sparse ? std::ssize(table.target) : table.features.cols();
  header.targets = std::ssize(table.target);
  header.classes = table.classes;
  header.grouped = std::ssize(table.group);
  header.groups = table.groups;
  header.train = table.train;
  for (const auto& [name, values] : table.arrays) state(header, name, values.rows(), values.cols());
  return header;
}

template <class T>
std::span<const std::byte> bytes_of(const T* values, std::int64_t count) {
  return std::as_bytes(std::span(values, static_cast<std::size_t>(count)));
}

// Whether the parts fit together and none of the products below can overflow.
bool are_sane(const TableHeader& header) {
  constexpr std::int64_t most = std::int64_t{1} << 40;
  const auto sane = [](std::int64_t rows, std::int64_t cols) {
    return rows >= 0 && cols >= 0 && rows <= most && cols <= most &&
           (rows == 0 || cols <= most / rows);
  };
  bool all = sane(header.features, header.rows) && header.train >= 0 &&
             header.train <= header.rows && header.classes >= 0 && header.groups >= 0 &&
             header.columns >= 0 && header.columns <= most && header.arrays >= 0 &&
             header.arrays <= static_cast<std::int64_t>(kMostArrays);
  for (const std::int64_t column : {header.targets, header.grouped})
    all = all && (column == 0 || column == header.rows);
  for (const ArrayHeader& array : header.array) {
    all = all && sane(array.rows, array.cols) && array.name.back() == '\0' &&
          (array.cols <= 1 || array.cols == header.rows);
  }
  return all;
}

std::size_t size_of(const TableHeader& header) {
  Layout layout;
  layout.place<double>(header.numbers());
  layout.place<double>(header.targets);
  layout.place<std::int32_t>(header.grouped);
  for (std::size_t i = 0; i < static_cast<std::size_t>(header.arrays); ++i)
    layout.place<double>(header.array[i].rows * header.array[i].cols);
  layout.place<char>(header.columns);
  return layout.end();
}

bool holds_table(std::span<const std::byte> content) {
  if (content.size() < sizeof(TableHeader)) return false;
  const auto& header = *reinterpret_cast<const TableHeader*>(content.data());
  return are_sane(header) && size_of(header) == content.size();
}

}  // namespace

TableParts::TableParts(const DecodedTable& table)
    : table_(table), columns_(bytes_of(table.columns)), header_(sizeof(TableHeader)) {
  TableHeader header = header_of(table);
  header.columns = std::ssize(columns_);
  std::memcpy(header_.data(), &header, sizeof header);
}

data::FileParts TableParts::parts() const {
  data::FileParts parts{header_, bytes_of(table_.features.data(), table_.features.size()),
                        bytes_of(table_.target.data(), std::ssize(table_.target)),
                        bytes_of(table_.group.data(), std::ssize(table_.group))};
  for (const auto& [name, values] : table_.arrays)
    parts.push_back(bytes_of(values.data(), values.size()));
  parts.push_back(bytes_of(columns_.data(), std::ssize(columns_)));
  return parts;
}

TableFileLayout::TableFileLayout(const TableShape& shape)
    : shape_(shape), header_(sizeof(TableHeader)) {
  TableHeader header{};
  header.features = shape.features;
  header.rows = header.grouped = shape.rows;
  header.targets = shape.labels == 0 ? shape.rows : 0;
  header.classes = shape.classes;
  header.groups = shape.groups;
  header.train = shape.train;
  for (const auto& [name, values] : shape.shared) state(header, name, values.rows(), values.cols());
  if (shape.labels > 0) state(header, kLabels, shape.labels, shape.rows);
  std::memcpy(header_.data(), &header, sizeof header);
}

std::vector<std::size_t> TableFileLayout::sizes() const {
  const auto rows = static_cast<std::size_t>(shape_.rows);
  std::vector<std::size_t> sizes{
      sizeof(TableHeader), static_cast<std::size_t>(shape_.features) * rows * sizeof(double),
      shape_.labels == 0 ? rows * sizeof(double) : 0, rows * sizeof(std::int32_t)};
  for (const auto& [name, values] : shape_.shared)
    sizes.push_back(static_cast<std::size_t>(values.size()) * sizeof(double));
  if (shape_.labels > 0)
    sizes.push_back(static_cast<std::size_t>(shape_.labels) * rows * sizeof(double));
  return sizes;
}

TableFileRows::TableFileRows(const TableFileLayout& layout, data::SealedFileWriter& file)
    : layout_(layout), file_(file) {
  file_.write(kHeaderPart, 0, layout.header());
  for (std::size_t i = 0; i < layout.shape().shared.size(); ++i) {
    const Eigen::MatrixXd& values = layout.shape().shared[i].second;
    file_.write(kFirstArrayPart + i, 0, bytes_of(values.data(), values.size()));
  }
}

void TableFileRows::put(Index first, const PutRows& rows) {
  const auto at = static_cast<std::size_t>(first);
  const auto write = [&](std::size_t part, ConstBlock block) {
    if (block.stride != block.rows)
      throw std::logic_error("rows for a file are not one after the other");
    file_.write(part, at * static_cast<std::size_t>(block.rows) * sizeof(double),
                bytes_of(block.data, block.rows * block.cols));
  };
  write(kFeaturesPart, rows.features);
  file_.write(kGroupPart, at * sizeof(std::int32_t), std::as_bytes(rows.group));
  if (layout_.shape().labels > 0) {
    write(kFirstArrayPart + layout_.shape().shared.size(), rows.labels);
  } else {
    file_.write(kTargetPart, at * sizeof(double), std::as_bytes(rows.target));
  }
}

std::optional<MappedTable> MappedTable::read(data::SealedFile file) {
  const std::span<const std::byte> content = file.content();
  if (!holds_table(content)) return std::nullopt;
  const auto& header = *reinterpret_cast<const TableHeader*>(content.data());
  Layout layout;
  const auto take = [&]<class T>(const T*, std::int64_t count) {
    return reinterpret_cast<const T*>(content.data() + layout.place<T>(count));
  };
  const auto block = [&](std::int64_t rows, std::int64_t cols) {
    return ConstBlock{take(static_cast<double*>(nullptr), rows * cols), rows, cols, rows};
  };
  const auto count = [](std::int64_t n) { return static_cast<std::size_t>(n); };
  MappedTable mapped(std::move(file));
  Table& table = mapped.table_;
  table.features = {take(static_cast<double*>(nullptr), header.numbers()), header.features,
                    header.rows, header.features};
  if (header.is_sparse != 0) table.features.data = nullptr;
  table.target = {take(static_cast<double*>(nullptr), header.targets), count(header.targets)};
  table.group = {take(static_cast<std::int32_t*>(nullptr), header.grouped), count(header.grouped)};
  table.classes = header.classes;
  table.groups = header.groups;
  table.train = header.train;
  for (std::size_t i = 0; i < count(header.arrays); ++i) {
    const ArrayHeader& array = header.array[i];
    mapped.arrays_.push_back({array.name.data(), block(array.rows, array.cols)});
  }
  table.arrays = mapped.arrays_;
  const char* columns = take(static_cast<char*>(nullptr), header.columns);
  try {
    mapped.columns_ = columns_of({columns, count(header.columns)});
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
  return mapped;
}

}  // namespace skald
