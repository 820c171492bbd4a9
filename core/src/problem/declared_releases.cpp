#include "problem/declared_releases.hpp"

namespace skald::problem {
namespace {

class Plan final : public ReleasePlan {
 public:
  void add(const Release& release) override { all.releases.push_back(release); }
  void reads(const PrivateInput& input) override { all.inputs.push_back(input); }
  void warns(const Caveat& caveat) override { all.caveats.push_back(caveat); }
  void releases_nothing(const char* why) override { all.why_nothing = why; }

  Declarations all;
};

}  // namespace

Declarations declared(const Sampler& sampler, const Problem& problem, Index iterations) {
  Plan plan;
  sampler.releases(problem, iterations, plan);
  return std::move(plan.all);
}

}  // namespace skald::problem
