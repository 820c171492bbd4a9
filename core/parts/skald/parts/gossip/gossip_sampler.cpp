#include "skald/parts/gossip/gossip_sampler.hpp"

namespace skald {

void GossipSampler::start(Context& context, Block theta) {
  const Index N = context.problem.clients(), C = theta.cols;
  topology_.emplace(options_, N);
  for (LocalStates* vectors : {&states_, &next_, &gradients_}) vectors->start(N, theta);
  schedule_.start(C);
  sides_.emplace(Stream{Role::participation}, 0.5, C);
  graphs_.assign(static_cast<std::size_t>(C), kNone);
  noise_.start(theta.rows, C);
  minibatch_.first().start(context.problem, C);
  minibatch_.start(context.slots());
  weights_.assign(static_cast<std::size_t>(N), 1 / static_cast<double>(N));
  is_full_batch_ = takes_all_rows(context.problem, options_.batch);
  if (kept_name_ != nullptr) start_vectors(kept_, theta);
  state_ = {NamedBlock{"nodes", states_.all()}, NamedBlock{kept_name_, kept_.all()}};
}

void GossipSampler::advance(Context& context, Index iterations, Block theta) {
  const std::int64_t end = context.iteration + iterations;
  for (std::int64_t k = context.iteration; k < end; ++k) {
    begin(context, k);
    find_gradients(context, k);
    iterate(context, k);
  }
  estimate(context, theta);
}

void GossipSampler::begin(Context& context, std::int64_t k) {
  const Index C = states_[0].cols, count = schedule_.decide(context.random, k, C);
  if (topology_->graphs() > 1) sides_->toss(context.random, k);
  double bits = 0;
  for (Index j = 0; j < C; ++j) {
    int& graph = graphs_[static_cast<std::size_t>(j)];
    graph = kNone;
    if (!schedule_.communicates(j)) continue;
    graph = topology_->graphs() > 1 && sides_->head(j) ? 1 : 0;
    bits += static_cast<double>(topology_->messages(static_cast<std::size_t>(graph)) * vectors_) *
            vector_bits(next_[0].rows);
  }
  context.ledger.rounds += count;
  context.ledger.bits_up += bits;
  context.ledger.bits_down += bits;
  noise_.draw_shared(context.random, k);
}

void GossipSampler::find_gradients(const Context& context, std::int64_t k) {
  context.parallel(nodes(), [&](Index i, Index slot) {
    const Rows rows = minibatch_[slot].draw(context.random, k, context.problem, i);
    context.problem.gradient(i, rows, states_[i], gradients_[i]);
  });
}

void GossipSampler::mix(Index node, LocalStates& vectors, Block out) const {
  for (Index j = 0; j < out.cols; ++j) {
    const int graph = graphs_[static_cast<std::size_t>(j)];
    if (graph == kNone) {
      out.column(j) = vectors[node].column(j);
      continue;
    }
    bool is_first = true;
    for (const auto& [from, weight] : topology_->row(static_cast<std::size_t>(graph), node)) {
      if (is_first) {
        out.column(j) = weight * vectors[from].column(j);
      } else {
        out.column(j) += weight * vectors[from].column(j);
      }
      is_first = false;
    }
  }
}

void GossipSampler::estimate(Context& context, Block theta) {
  double spread = 0;
  for (Index j = 0; j < theta.cols; ++j) {
    spread += states_.spread(j) / static_cast<double>(theta.cols);
    if (options_.estimate == "average") states_.average(weights_, j, theta);
  }
  if (options_.estimate == "node") theta.matrix() = states_[0].matrix();
  context.recorder.record("client_spread", spread);
  context.recorder.record("spectral_gap", topology_->spectral_gap());
}

bool GossipSampler::describe(const QuadraticClients& clients, AffineStages& stages) const {
  const Index N = nodes();
  const ClientVectors z(clients, weights_, kept_name_ == nullptr ? N : 2 * N - 1);
  Eigen::MatrixXd lift = Eigen::MatrixXd::Zero(z.size(), z.d());
  const Eigen::MatrixXd shift = Eigen::MatrixXd::Zero(z.size(), 1);
  for (Index i = 0; i < N; ++i) z.rows(lift, i) = Eigen::MatrixXd::Identity(z.d(), z.d());
  stages.start(view(lift), view(shift));
  const AffineMap alone = iteration(clients, z, Eigen::MatrixXd::Identity(N, N));
  for (std::int64_t k = 1; k < schedule_.K(); ++k) {
    stages.stage();
    alone.add_to(stages);
  }
  stages.stage();
  const double together = schedule_.K() > 0 ? 1 : schedule_.p_c();
  for (std::size_t g = 0; g < topology_->graphs(); ++g) {
    iteration(clients, z, topology_->weights(g))
        .add_to(stages, together / static_cast<double>(topology_->graphs()));
  }
  if (together < 1) alone.add_to(stages, 1 - together);
  stages.estimate(view(options_.estimate == "node" ? z[0] : z.average(0)));
  return true;
}

AffineMap GossipSampler::iteration(const QuadraticClients& clients, const ClientVectors& z,
                                   const Eigen::MatrixXd& W) const {
  AffineMap map(z.size());
  for (Index i = 0; i < nodes(); ++i) {
    z.rows(map.matrix, i).setZero();
    for (Index j = 0; j < nodes(); ++j) z.rows(map.matrix, i) += W(i, j) * z[j];
  }
  const double thermal = 2 * options_.step * options_.temp;
  const double common = thermal * options_.rho * options_.rho;
  z.add_noise(map.noise, 0, common, thermal - common);
  describe_iteration(clients, z, W, map);
  return map;
}

void GossipSampler::add_errors(const QuadraticClients& clients, const ClientVectors& z,
                               const Eigen::MatrixXd& response, AffineMap& map) const {
  for (Index a = 0; a < response.rows(); ++a) {
    for (Index b = 0; b < response.rows(); ++b) {
      for (Index i = 0; i < nodes(); ++i)
        z.block(map.noise, a, b) += response(a, i) * response(b, i) * clients.noise(i).matrix();
    }
  }
}

}  // namespace skald
