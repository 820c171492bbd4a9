#include "reading/table_cache.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "data/file_cache.hpp"
#include "text/sha256.hpp"

namespace skald {
namespace {

std::string digest_of(const std::string& recipe, const std::vector<const SourceFile*>& sources) {
  std::string text = "table 5\n" + recipe;  // 5: revision of the format in table_file.cpp
  for (const SourceFile* source : sources) text += '\n' + source->digest;
  return text::sha256(text);
}

DecodedTable empty_table(const TableShape& shape) {
  DecodedTable table;
  table.features.resize(shape.features, shape.rows);
  if (shape.labels == 0) table.target.resize(static_cast<std::size_t>(shape.rows));
  table.group.resize(static_cast<std::size_t>(shape.rows));
  table.classes = shape.classes;
  table.groups = shape.groups;
  table.train = shape.train;
  table.arrays = shape.shared;
  if (shape.labels > 0)
    table.arrays.emplace_back(kLabels, Eigen::MatrixXd(shape.labels, shape.rows));
  return table;
}

class RowsInMemory final : public RowSink {
 public:
  explicit RowsInMemory(DecodedTable& table) : table_(table) {}
  void put(Index first, const PutRows& rows) override {
    table_.features.middleCols(first, rows.features.cols) = rows.features.matrix();
    std::copy(rows.group.begin(), rows.group.end(), table_.group.begin() + first);
    if (table_.target.empty()) {
      table_.arrays.back().second.middleCols(first, rows.labels.cols) = rows.labels.matrix();
    } else {
      std::copy(rows.target.begin(), rows.target.end(), table_.target.begin() + first);
    }
  }

 private:
  DecodedTable& table_;
};

}  // namespace

SharedTable::SharedTable(const std::string& recipe, const std::vector<const SourceFile*>& sources,
                         const std::function<DecodedTable()>& decode)
    : digest_(digest_of(recipe, sources)) {
  std::optional<DecodedTable> decoded;
  std::optional<TableParts> parts;
  map(data::cached_file(name(), [&] {
    decoded.emplace(decode());
    return parts.emplace(*decoded).parts();
  }));
  if (!mapped_) keep(decoded ? std::move(*decoded) : decode());
}

SharedTable::SharedTable(const TableShape& shape, const std::string& digest,
                         const std::function<void(RowSink&)>& put_rows)
    : digest_(digest) {
  const TableFileLayout layout(shape);
  if (!digest_.empty()) {
    map(data::cached_file(name(), layout.sizes(), [&](data::SealedFileWriter& to) {
      TableFileRows rows(layout, to);
      put_rows(rows);
    }));
  }
  if (mapped_) return;
  DecodedTable table = empty_table(shape);
  RowsInMemory rows(table);
  put_rows(rows);
  keep(std::move(table));
}

void SharedTable::map(std::optional<data::SealedFile> file) {
  if (file) mapped_ = MappedTable::read(std::move(*file));
  if (!mapped_) return;
  table_ = mapped_->table();
  table_.digest = digest_.c_str();
}

void SharedTable::keep(DecodedTable table) {
  own_.emplace(std::move(table));
  table_ = own_->table();
}

std::string fingerprint(const Random& random) {
  std::string text;
  for (const std::uint64_t word :
       random_words(random, {Role::dataset}, std::numeric_limits<std::int64_t>::max(), 0, 4))
    text += std::to_string(word) + '\n';
  return text;
}

std::string drawn_digest(const TableShape& shape, const Random& random, std::string_view generator,
                         std::uint32_t revision, std::initializer_list<double> reals,
                         std::initializer_list<std::int64_t> integers) {
  if (shape.bytes() < kCachedTableBytes) return {};
  std::string text = "generated 1\n" + std::string(generator) + ' ' + std::to_string(revision);
  for (const double number : reals)
    text += ' ' + std::to_string(std::bit_cast<std::uint64_t>(number));
  for (const std::int64_t number : integers) text += ' ' + std::to_string(number);
  return text::sha256(text + '\n' + fingerprint(random));
}

}  // namespace skald
