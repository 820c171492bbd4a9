// Fuzz target: edits of a decoded table as the cache keeps it, with a correct seal. What is read is
// within the file, and its parts fit together; the numbers themselves are whatever the seal vouches
// for.
#include "reading/table_file.hpp"

#include "fuzz_target.hpp"
#include "temporary_folder.hpp"

namespace {

using namespace skald;

DecodedTable table() {
  DecodedTable table;
  table.features = Eigen::MatrixXd::Constant(3, 5, 0.5);
  table.target = {0, 1, 2, 1, 0};
  table.classes = 3;
  table.group = {0, 0, 1, 1, 1};
  table.groups = 2;
  table.train = 4;
  table.arrays = {{"image_shape", Eigen::MatrixXd::Constant(3, 1, 1)},
                  {"precision", Eigen::MatrixXd::Constant(2, 5, 1)}};
  return table;
}

data::SealedFile sealed(const std::string& path, const data::FileParts& parts) {
  data::write_sealed_file(parts, path);
  auto file = data::SealedFile::open(path);
  fuzz::require(file.has_value());
  return std::move(*file);
}

std::string content(const data::SealedFile& file) {
  return {reinterpret_cast<const char*>(file.content().data()), file.content().size()};
}

}  // namespace

FUZZ_TARGET(table_file, bytes) {
  static const TemporaryFolder folder;
  static const DecodedTable valid = table();
  static const std::string name = folder / "name.table";
  static const std::string whole = content(sealed(name, TableParts(valid).parts()));
  const std::string edited = fuzz::edited(whole, bytes);
  data::SealedFile file = sealed(name, {std::as_bytes(std::span(edited))});
  const std::span<const std::byte> inside = file.content();
  const auto require_inside = [&](const auto* first, Index count) {
    const auto* begin = reinterpret_cast<const std::byte*>(first);
    fuzz::require(count == 0 ||
                  (begin >= inside.data() && begin + count * static_cast<Index>(sizeof *first) <=
                                                 inside.data() + inside.size()));
  };
  const auto mapped = MappedTable::read(std::move(file));
  if (edited == whole) fuzz::require(mapped.has_value());
  if (!mapped) return;
  const Table& read = mapped->table();
  const bool is_block = read.features.data != nullptr;
  require_inside(read.features.data, is_block ? read.features.rows * read.features.cols : 0);
  require_inside(read.target.data(), std::ssize(read.target));
  require_inside(read.group.data(), std::ssize(read.group));
  for (const NamedArray& array : read.arrays) {
    require_inside(array.values.data, array.values.rows * array.values.cols);
    fuzz::require(std::string_view(array.name).size() < 32);
    fuzz::require(array.values.cols <= 1 || array.values.cols == read.rows());
  }
  fuzz::require(read.target.empty() || std::ssize(read.target) == read.rows());
  fuzz::require(read.group.empty() || std::ssize(read.group) == read.rows());
  fuzz::require(read.train >= 0 && read.train <= read.rows());
  fuzz::require(read.classes >= 0 && read.groups >= 0);
}
