// Gradient steps that a model makes by itself, with what they cost.
#pragma once

#include "skald/extensions/gradient_steps.hpp"
#include "skald/ledger.hpp"
#include "skald/model.hpp"
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

}  // namespace skald::problem
