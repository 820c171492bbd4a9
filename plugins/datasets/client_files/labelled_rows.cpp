#include "client_files/labelled_rows.hpp"

#include <algorithm>

namespace skald {

Index LabelledRows::entries(const ClientFile& file, const std::string& client) const {
  const Index rows = file.rows(client, features_), labels = file.rows(client, label_);
  if (rows != labels) {
    file.refuse(client, label_, std::to_string(labels) + " entries",
                std::to_string(rows) + ", as " + features_.name + " has");
  }
  return rows;
}

void LabelledRows::put(const ClientPart& part, RowStream& stream) const {
  for (Index first = 0; first < part.entries;) {
    const Index count = std::min(part.entries - first, RowStream::kMost);
    const RowStream::Rows rows = next_rows(part, count, stream);
    put_features(part, first, rows.features);
    put_labels(part, first, rows.target);
    first += count;
  }
}

void LabelledRows::put_labels(const ClientPart& part, Index first, std::span<double> out) const {
  std::vector<std::int64_t> labels(out.size());
  part.file->read(part.client, label_, first, labels);
  for (std::size_t r = 0; r < labels.size(); ++r) {
    if (labels[r] < 0 || labels[r] >= classes_) {
      part.file->refuse(part.client, label_,
                        "label " + std::to_string(labels[r]) + " in row " +
                            std::to_string(first + static_cast<Index>(r)),
                        "labels from 0 to " + std::to_string(classes_ - 1));
    }
    out[r] = static_cast<double>(labels[r]);
  }
}

}  // namespace skald
