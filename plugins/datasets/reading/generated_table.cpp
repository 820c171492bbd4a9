#include "reading/generated_table.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "data/file_cache.hpp"
#include "text/sha256.hpp"

namespace skald {
namespace {

// 256 bits that two seeds have in common with a probability of 2^-256, drawn where no generator
// draws.
std::string fingerprint(const Random& random) {
  std::string text;
  for (const std::uint64_t word :
       random_words(random, {Role::dataset}, std::numeric_limits<std::int64_t>::max(), 0, 4))
    text += std::to_string(word) + '\n';
  return text;
}

class RowsInMemory final : public RowSink {
 public:
  explicit RowsInMemory(DecodedTable& table) : table_(table) {}
  void put(Index first, ConstBlock features, std::span<const double> target,
           std::span<const std::int32_t> group) override {
    table_.features.middleCols(first, features.cols) = features.matrix();
    std::copy(target.begin(), target.end(), table_.target.begin() + first);
    std::copy(group.begin(), group.end(), table_.group.begin() + first);
  }

 private:
  DecodedTable& table_;
};

}  // namespace

std::string table_recipe(std::string_view generator, std::uint32_t revision,
                         std::initializer_list<double> reals,
                         std::initializer_list<std::int64_t> integers) {
  std::string text = std::string(generator) + ' ' + std::to_string(revision);
  for (const double number : reals)
    text += ' ' + std::to_string(std::bit_cast<std::uint64_t>(number));
  for (const std::int64_t number : integers) text += ' ' + std::to_string(number);
  return text;
}

GeneratedTable::GeneratedTable(const TableShape& shape, const std::string& recipe,
                               const Random& random,
                               const std::function<void(RowSink&)>& generate) {
  const auto bytes = static_cast<std::size_t>(shape.features * shape.rows) * sizeof(double);
  if (bytes >= kCachedTableBytes) find_in_cache(shape, recipe, random, generate);
  if (!mapped_) generate_in_memory(shape, generate);
}

void GeneratedTable::find_in_cache(const TableShape& shape, const std::string& recipe,
                                   const Random& random,
                                   const std::function<void(RowSink&)>& generate) {
  digest_ = text::sha256("generated 1\n" + recipe + '\n' + fingerprint(random));
  const TableFileLayout layout(shape);
  auto file =
      data::cached_file(digest_ + ".table", layout.sizes(), [&](data::SealedFileWriter& to) {
        TableFileRows rows(layout, to);
        generate(rows);
      });
  if (file) mapped_ = MappedTable::read(std::move(*file));
  if (!mapped_) return;
  table_ = mapped_->table();
  table_.digest = digest_.c_str();
}

void GeneratedTable::generate_in_memory(const TableShape& shape,
                                        const std::function<void(RowSink&)>& generate) {
  DecodedTable table;
  table.features.resize(shape.features, shape.rows);
  table.target.resize(static_cast<std::size_t>(shape.rows));
  table.group.resize(static_cast<std::size_t>(shape.rows));
  table.classes = shape.classes;
  table.groups = shape.groups;
  table.train = shape.train;
  RowsInMemory rows(table);
  generate(rows);
  own_.emplace(std::move(table));
  table_ = own_->table();
}

}  // namespace skald
