#include "problem/declared_releases.hpp"

namespace skald::problem {
namespace {

class Declarations final : public ReleasePlan {
 public:
  Declarations(const Sampler& sampler, const Problem& problem, Index iterations) {
    sampler.releases(problem, iterations, *this);
  }
  void add(const Release& release) override { releases.push_back(release); }
  void reads(const PrivateInput& input) override { inputs.push_back(input); }
  void warns(const Caveat& caveat) override { caveats.push_back(caveat); }

  std::vector<Release> releases;
  std::vector<PrivateInput> inputs;
  std::vector<Caveat> caveats;
};

}  // namespace

std::vector<Release> declared_releases(const Sampler& sampler, const Problem& problem,
                                       Index iterations) {
  return Declarations(sampler, problem, iterations).releases;
}

std::vector<PrivateInput> declared_inputs(const Sampler& sampler, const Problem& problem,
                                          Index iterations) {
  return Declarations(sampler, problem, iterations).inputs;
}

std::vector<Caveat> declared_caveats(const Sampler& sampler, const Problem& problem,
                                     Index iterations) {
  return Declarations(sampler, problem, iterations).caveats;
}

}  // namespace skald::problem
