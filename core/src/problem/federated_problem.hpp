// The host's Problem: a bound model over a federated table.
#pragma once

#include <cstdint>

#include "problem/federated_table.hpp"
#include "skald/extensions/gradient_steps.hpp"
#include "skald/ledger.hpp"
#include "skald/model.hpp"
#include "skald/problem.hpp"
#include "threads/section.hpp"

namespace skald::problem {

// The steps of a model that has the extension; counts their gradient evaluations in `ledger`, on
// any thread of a section.
class CountedSteps final : public GradientSteps {
 public:
  CountedSteps(const Model& model, Ledger& ledger) : model_(model), ledger_(ledger) {}

  void descend(const Rows& client, Source& source, Block theta) const override {
    CountingSource counting(source);
    extension<GradientSteps>(model_)->descend(client, counting, theta);
    threads::add_to(ledger_.gradient_evaluations, counting.rows());
  }

 private:
  class CountingSource final : public Source {
   public:
    explicit CountingSource(Source& inner) : inner_(inner) {}
    double rows() const { return rows_; }
    bool next(Step& step) override {
      if (!inner_.next(step)) return false;
      rows_ += static_cast<double>(step.rows.count);
      return true;
    }

   private:
    Source& inner_;
    double rows_ = 0;
  };

  const Model& model_;
  Ledger& ledger_;
};

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
