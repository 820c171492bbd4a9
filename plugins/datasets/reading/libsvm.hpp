// The sparse text format of LIBSVM: "label index:value index:value ... # comment", indices growing
// (Chang, Lin, "LIBSVM: a library for support vector machines", ACM TIST 2(3), 2011), with the
// query "qid:number" behind the label that SVMrank adds (Joachims 2006).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "reading/decoded_table.hpp"
#include "reading/table_cache.hpp"
#include "skald/dataset.hpp"
#include "skald/plugin.hpp"
#include "skald/random.hpp"

namespace skald {

struct LibsvmText {
  std::string file;  // for messages
  std::string_view text;
};

struct LibsvmOptions {
  std::string_view task = "classification";
  std::optional<std::int64_t> features;  // left out: the largest index
  bool intercept = true;
  std::string_view index_base = "auto";
  double test_fraction = 0;
};

// The rows of `train`, then those of `test`; without `test`, those of `train` in random order (role
// split) if test_fraction is above 0. Labels are numbered in the order of numbers; queries are
// groups. Indices begin at 0 where option index_base says so, or, if it is auto, where one is 0.
// Large tables of few numbers are sparse (skald/parts/data/sparse_features.hpp). Throws
// std::runtime_error that names file, line, column, found and expected; also where another table
// would hold more than `largest` numbers.
DecodedTable read_libsvm(const LibsvmText& train, const std::optional<LibsvmText>& test,
                         const LibsvmOptions& options, const Random& random,
                         Index largest = Index{1} << 31);

// Data sets in the format of LIBSVM.
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
