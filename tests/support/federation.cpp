#include "federation.hpp"

#include <random>
#include <utility>

#include "problem/stated_law.hpp"

namespace skald::test {

Federation::Federation(FederationData data, std::shared_ptr<Model> model)
    : data_(std::move(data)),
      arrays_{{"precision", view(std::as_const(data_.precision))}},
      model_(std::move(model)) {
  Table table;
  table.features = view(std::as_const(data_.points));
  table.train = data_.points.cols();
  table.target = data_.labels;
  table.classes = data_.classes;
  if (data_.precision.size() > 0) table.arrays = arrays_;
  table_.emplace(table, data_.client, data_.clients);
  model_->bind(table_->table());
  problem_.emplace(*table_, *model_, ledger_);
}

oracles::GaussianProblem Federation::gaussian() const { return *problem::gaussian_view(*problem_); }

void ListeningMechanism::privatize(const Random&, Stream stream, std::int64_t iteration,
                                   const Sensitivity& sensitivity, Block message) const {
  messages.push_back({stream, iteration, sensitivity.l2(), message.matrix()});
}

SamplerRun::SamplerRun(Federation& federation, Sampler& sampler, const Random& random,
                       const Mechanism& mechanism, Eigen::MatrixXd start,
                       const ClientClock* clients)
    : sampler_(sampler),
      owned_(random, random::StreamOwner::sampler),
      random_(owned_, federation.ledger()),
      context_{federation.problem(),
               random_,
               mechanism,
               federation.ledger(),
               recorder_,
               0,
               nullptr,
               clients},
      theta_(std::move(start)) {
  federation.ledger() = {};
  sampler_.start(context_, view(theta_));
}

const Eigen::MatrixXd& SamplerRun::advance(Index iterations) {
  sampler_.advance(context_, iterations, view(theta_));
  context_.iteration += iterations;
  return theta_;
}

void SamplerRun::take_over(const std::vector<Eigen::MatrixXd>& state, std::int64_t iteration) {
  std::vector<Index> columns;
  for (const Eigen::MatrixXd& block : state) columns.push_back(block.cols());
  sampler_.resize_state(columns);
  const auto blocks = sampler_.state();
  for (std::size_t i = 0; i < blocks.size(); ++i) blocks[i].block.matrix() = state.at(i);
  context_.iteration = iteration;
}

std::vector<Eigen::MatrixXd> SamplerRun::state() const {
  std::vector<Eigen::MatrixXd> copy;
  for (const NamedBlock& named : sampler_.state()) copy.push_back(named.block.matrix());
  return copy;
}

FederationData random_rows(unsigned seed, Index d, const std::vector<Index>& examples,
                           bool equal_precisions) {
  std::mt19937_64 generator(seed);
  std::normal_distribution<double> normal;
  const auto draw = [&](Index rows, Index cols) {
    Eigen::MatrixXd out(rows, cols);
    for (double& x : out.reshaped()) x = normal(generator);
    return out;
  };
  FederationData data;
  data.clients = static_cast<Index>(examples.size());
  Index n = 0;
  for (const Index count : examples) n += count;
  data.points.resize(d, n);
  data.precision.resize(d * d, equal_precisions ? 1 : n);
  Index row = 0;
  for (std::size_t c = 0; c < examples.size(); ++c) {
    const Eigen::MatrixXd mean = 2 * draw(d, 1);
    const Eigen::MatrixXd factor = draw(d, d);
    const Eigen::MatrixXd P =
        factor * factor.transpose() / static_cast<double>(d) + Eigen::MatrixXd::Identity(d, d) / 2;
    for (Index i = 0; i < examples[c]; ++i, ++row) {
      data.points.col(row) = mean + draw(d, 1);
      data.client.push_back(static_cast<std::int32_t>(c));
      if (!equal_precisions || row == 0) data.precision.col(row) = P.reshaped();
    }
  }
  return data;
}

std::unique_ptr<Federation> quadratic_federation(FederationData data, double prior) {
  return std::make_unique<Federation>(std::move(data), std::make_unique<QuadraticModel>(prior));
}

}  // namespace skald::test
