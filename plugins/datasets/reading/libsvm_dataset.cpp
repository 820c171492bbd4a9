#include "reading/libsvm_dataset.hpp"

#include "reading/drawn_digest.hpp"
#include "reading/published.hpp"

namespace skald {

Table LibsvmDataset::load(const Random& random) {
  const SourceFile train = source_by_name(std::string(given_.train));
  std::optional<SourceFile> test;
  if (given_.test) test = source_by_name(std::string(*given_.test));
  std::vector<const SourceFile*> files{&train};
  if (test) files.push_back(&*test);
  std::string recipe = "libsvm 3 " + std::string(given_.task) + " features " +
                       std::to_string(given_.features.value_or(-1)) + " intercept " +
                       std::to_string(given_.intercept) + " from " +
                       std::string(given_.index_base) +
                       (given_.published[0] != nullptr ? " published" : "");
  if (!test && given_.test_fraction > 0)
    recipe += " split " + std::to_string(given_.test_fraction) + " " + fingerprint(random);
  table_.emplace(recipe, files, [&] { return decode(files, random); });
  state(table_->columns());
  Table table = table_->table();
  if (given_.published[0] == nullptr) table.private_inputs = {&kEncoding, 1};
  return table;
}

DecodedTable LibsvmDataset::decode(const std::vector<const SourceFile*>& files,
                                   const Random& random) const {
  std::vector<std::string> contents;
  for (std::size_t i = 0; i < files.size(); ++i) {
    contents.push_back(text_of(*files[i]));
    if (given_.published[i] != nullptr)
      require_published(contents[i], files[i]->name, given_.published[i]);
  }
  std::optional<LibsvmText> test;
  if (files.size() > 1) test = LibsvmText{files[1]->name, contents[1]};
  return read_libsvm({files[0]->name, contents[0]}, test, given_, random);
}

}  // namespace skald
