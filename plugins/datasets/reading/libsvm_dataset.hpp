// Data sets in the format of LIBSVM.
#pragma once

#include <array>
#include <optional>

#include "reading/libsvm.hpp"
#include "reading/table_cache.hpp"
#include "skald/dataset.hpp"
#include "skald/plugin.hpp"

namespace skald {

struct LibsvmFiles : LibsvmOptions {
  std::string_view train;
  std::optional<std::string_view> test;
  // The names of the two files in data/known_files.hpp, where no others are accepted.
  std::array<const char*, 2> published{};
};

class LibsvmDataset : public Dataset, public StatedColumns {
 public:
  explicit LibsvmDataset(const LibsvmFiles& given) : given_(given) {}
  // Training rows, then test rows, both in the order of the files unless one file is split.
  Table load(const Random& random) override;

 private:
  DecodedTable decode(const std::vector<const SourceFile*>& files, const Random& random) const;

  LibsvmFiles given_;
  std::optional<SharedTable> table_;
};

}  // namespace skald
