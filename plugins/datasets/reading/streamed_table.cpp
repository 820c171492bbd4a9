#include "reading/streamed_table.hpp"

#include <algorithm>
#include <utility>

#include "data/file_cache.hpp"

namespace skald {
namespace {

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

StreamedTable::StreamedTable(const TableShape& shape, const std::string& digest,
                             const std::function<void(RowSink&)>& put_rows)
    : digest_(digest) {
  if (!digest_.empty()) find_in_cache(shape, put_rows);
  if (!mapped_) make_in_memory(shape, put_rows);
}

void StreamedTable::find_in_cache(const TableShape& shape,
                                  const std::function<void(RowSink&)>& put_rows) {
  const TableFileLayout layout(shape);
  auto file =
      data::cached_file(digest_ + ".table", layout.sizes(), [&](data::SealedFileWriter& to) {
        TableFileRows rows(layout, to);
        put_rows(rows);
      });
  if (file) mapped_ = MappedTable::read(std::move(*file));
  if (!mapped_) return;
  table_ = mapped_->table();
  table_.digest = digest_.c_str();
}

void StreamedTable::make_in_memory(const TableShape& shape,
                                   const std::function<void(RowSink&)>& put_rows) {
  DecodedTable table = empty_table(shape);
  RowsInMemory rows(table);
  put_rows(rows);
  own_.emplace(std::move(table));
  table_ = own_->table();
}

}  // namespace skald
