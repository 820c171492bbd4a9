#include "conformance/sampler_run.hpp"

#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>

namespace skald::conformance {

CheckedRun::CheckedRun(const Surroundings& surroundings, Sampler& sampler, std::uint64_t seed,
                       const Eigen::MatrixXd& start, std::int64_t first_chain, Threads* threads)
    : sampler_(sampler),
      random_(seed, 0, first_chain),
      owned_(random_, random::StreamOwner::sampler),
      metered_(owned_, surroundings.ledger),
      context_{surroundings.problem,
               metered_,
               surroundings.mechanism,
               surroundings.ledger,
               recorder_,
               0,
               threads},
      theta_(start.rows(), start.cols()) {
  surroundings.ledger = {};
  theta_.block().matrix() = start;
  sampler_.start(context_, theta_.block());
}

Eigen::MatrixXd CheckedRun::advance(Index iterations) {
  theta_.block().matrix().setConstant(std::numeric_limits<double>::quiet_NaN());
  try {
    sampler_.advance(context_, iterations, theta_.block());
  } catch (const std::invalid_argument& error) {  // what does not suit it, start() has to refuse
    throw std::runtime_error("iteration " + std::to_string(context_.iteration) + ": " +
                             error.what());
  }
  context_.iteration += iterations;
  return theta_.matrix();
}

void CheckedRun::take_over(const std::vector<Eigen::MatrixXd>& state, std::int64_t iteration) {
  const std::size_t count = sampler_.state().size();
  if (count != state.size()) {
    throw std::runtime_error("state() has " + std::to_string(count) + " blocks in one object and " +
                             std::to_string(state.size()) + " in another with the same options");
  }
  std::vector<Index> columns;
  columns.reserve(state.size());
  for (const Eigen::MatrixXd& block : state) columns.push_back(block.cols());
  sampler_.resize_state(columns);
  const auto blocks = sampler_.state();
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (blocks[i].block.rows != state[i].rows() || blocks[i].block.cols != state[i].cols()) {
      throw std::runtime_error(std::string("the block '") + blocks[i].name +
                               "' of state() has another shape in another object, also after "
                               "resize_state()");
    }
    blocks[i].block.matrix() = state[i];
  }
  context_.iteration = iteration;
}

std::vector<Eigen::MatrixXd> CheckedRun::state() const {
  std::vector<Eigen::MatrixXd> copy;
  for (const NamedBlock& named : sampler_.state()) copy.push_back(named.block.matrix());
  return copy;
}

Eigen::MatrixXd different_starts(Index d, Index chains) {
  Eigen::MatrixXd theta(d, chains);
  for (Index j = 0; j < chains; ++j) {
    for (Index i = 0; i < d; ++i) {
      theta(i, j) = 0.3 * static_cast<double>(j) - 0.2 * static_cast<double>(i);
    }
  }
  return theta;
}

bool same_bits(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
  return a.size() == 0 ||  // whose data() may be null
         std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(double)) == 0;
}

}  // namespace skald::conformance
