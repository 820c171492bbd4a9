// The sparse text format of LIBSVM: "label index:value index:value ...", indices from 1 and growing
// (Chang, Lin, "LIBSVM: a library for support vector machines", ACM TIST 2(3), 2011).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "reading/decoded_table.hpp"

namespace skald {

struct LibsvmText {
  std::string file;  // for messages
  std::string_view text;
};

struct LibsvmOptions {
  std::string_view task = "classification";
  std::optional<std::int64_t> features;  // left out: the largest index
  bool intercept = true;
};

// The rows of `train`, then those of `test`. Labels are numbered in the order of numbers. Throws
// std::runtime_error that names file, line, column, found and expected; also where the table would
// hold more than `largest` numbers.
DecodedTable read_libsvm(const LibsvmText& train, const std::optional<LibsvmText>& test,
                         const LibsvmOptions& options, Index largest = Index{1} << 31);

}  // namespace skald
