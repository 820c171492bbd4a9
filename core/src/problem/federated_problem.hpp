// The host's Problem: a bound model over a federated table.
#pragma once

#include <cstdint>

#include "problem/counted_steps.hpp"
#include "problem/federated_table.hpp"
#include "skald/ledger.hpp"
#include "skald/problem.hpp"

namespace skald::problem {

// Borrows the table and the model (bound to table.table()), which must outlive it. The prior is
// shared in proportion to the rows: share_c = n_c / n. Counts gradient evaluations in `ledger`, on
// any thread of a section if the model is thread-safe.
class FederatedProblem final : public Problem {
 public:
  FederatedProblem(const FederatedTable& table, const Model& model, Ledger& ledger)
      : table_(table), model_(model), ledger_(ledger), steps_(model, ledger) {}

  Index dimension() const override { return model_.dimension(); }
  Index clients() const override { return table_.clients(); }
  Index examples(Index client) const override { return rows(client).count; }
  double weight(Index client) const override;
  void gradient(Index client, ConstBlock theta, Block out) override;
  void gradient(Index client, const Rows& batch, ConstBlock theta, Block out) override;
  void risk_gradient(Index client, const Rows& batch, ConstBlock theta, Block out) override;
  // A row whose clipped gradient is not finite, as that of an absurdly long one, counts as nothing:
  // no data may move the sum further than its bound.
  void clipped_risk_gradient(Index client, const Rows& batch, double clip, double batch_size,
                             ConstBlock theta, Block out) override;
  void potential(Index client, ConstBlock theta, std::span<double> out) const override;
  // Writes out = -grad U(theta), column by column, where U is the global potential: the score of
  // exp(-U). It is not counted and not visible to algorithms; it serves to measure them.
  void score(ConstBlock theta, Block out) const;
  Rows rows(Index client) const override;
  double prior_share(Index client) const override { return weight(client); }
  // Steps that the model makes by itself are counted, too.
  const void* model_extension(const char* id) const override;

 private:
  // Returns the batch, whose rows are numbered within the client, as rows of the table; valid until
  // the next call on the same thread.
  Rows global(Index client, const Rows& batch) const;
  void count(const Rows& batch, ConstBlock theta);

  const FederatedTable& table_;
  const Model& model_;
  Ledger& ledger_;
  CountedSteps steps_;
};

}  // namespace skald::problem
