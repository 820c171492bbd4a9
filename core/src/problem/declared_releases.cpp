#include "problem/declared_releases.hpp"

#include <utility>

namespace skald {
namespace {

class Releases final : public ReleasePlan {
 public:
  void add(const Release& release) override { all.push_back(release); }
  std::vector<Release> all;
};

}  // namespace

std::vector<Release> declared_releases(const Sampler& sampler, const Problem& problem,
                                       Index iterations) {
  Releases plan;
  sampler.releases(problem, iterations, plan);
  return std::move(plan.all);
}

}  // namespace skald
