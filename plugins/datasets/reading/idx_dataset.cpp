#include "reading/idx_dataset.hpp"

#include "reading/idx.hpp"
#include "reading/published.hpp"

namespace skald {

Table IdxDataset::load(const Random&) {
  std::array<SourceFile, 4> files{source_by_name(std::string(given_.train_images)),
                                  source_by_name(std::string(given_.train_labels)),
                                  source_by_name(std::string(given_.test_images)),
                                  source_by_name(std::string(given_.test_labels))};
  const std::string recipe = "idx 1 transposed " + std::to_string(given_.transposed) +
                             " first_label " + std::to_string(given_.first_label) + " " +
                             (given_.published[0] != nullptr ? "published " : "") +
                             recipe_of(given_);
  table_.emplace(recipe, std::vector<const SourceFile*>{&files[0], &files[1], &files[2], &files[3]},
                 [&] { return decode(files); });
  Table table = validation_.apply(table_->table(), given_.validation, "dataset");
  const auto statistics = private_inputs(given_);
  inputs_.assign(statistics.begin(), statistics.end());
  if (given_.published[0] == nullptr) inputs_.push_back(kEncoding);
  table.private_inputs = inputs_;
  return table;
}

DecodedTable IdxDataset::decode(const std::array<SourceFile, 4>& files) const {
  std::array<IdxContent, 4> contents;
  for (std::size_t i = 0; i < files.size(); ++i) {
    contents[i] = {files[i].name, content_of(files[i])};
    if (given_.published[i] != nullptr)
      require_published(contents[i].bytes, files[i].name, given_.published[i]);
  }
  return read_idx_table(contents[0], contents[1], contents[2], contents[3],
                        {given_.transposed, given_.first_label}, given_);
}

}  // namespace skald
