#include "client_files/labelled_rows.hpp"

namespace skald {

void LabelledRows::put(const ClientPart& part, RowStream& stream) const {
  stream.put(0, part.entries, part.group, [&](Index first, const RowStream::Rows& rows) {
    put_features(part, first, rows.features);
    put_labels(part, first, rows.target);
  });
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
