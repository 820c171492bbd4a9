// Extension of a model that normalises rows by those beside them.
#pragma once

namespace skald {

// Under batch normalisation, the gradient over some rows is that of a function of all of them, and
// no sum over rows. The conformance kit does not expect one of a model that says so.
class BatchStatistics {
 public:
  static constexpr const char* id = "skald.batch_statistics/1";
  virtual ~BatchStatistics() = default;
  // Whether the rows of one gradient share statistics, with the options that the model has.
  virtual bool mixes_rows() const = 0;
};

}  // namespace skald
