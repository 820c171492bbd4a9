// Rows of clients that have one class each.
#pragma once

#include "client_files/client_table.hpp"

namespace skald {

class LabelledRows : public ClientRows {
 public:
  LabelledRows(ClientColumn features, ClientColumn label, Index classes)
      : features_(std::move(features)), label_(std::move(label)), classes_(classes) {}

  std::vector<const ClientColumn*> columns() const override { return {&features_, &label_}; }
  void put(const ClientPart& part, RowStream& stream) const override;

 protected:
  const ClientColumn& features() const { return features_; }
  // The features of the rows from number `first` of the client on.
  virtual void put_features(const ClientPart& part, Index first, Block out) const = 0;

 private:
  void put_labels(const ClientPart& part, Index first, std::span<double> out) const;

  ClientColumn features_, label_;
  Index classes_;
};

}  // namespace skald
