#include "skald/parts/langevin/compressed_langevin.hpp"

namespace skald {

void CompressedLangevin::start(Context& context, Block theta) {
  const Problem& problem = context.problem;
  const Index N = problem.clients();
  using Scheme = LangevinLaw::Participation;
  cohorts_.emplace(options_.S ? Scheme::without_replacement : Scheme::full, options_.S,
                   std::vector<double>(static_cast<std::size_t>(N), 1 / static_cast<double>(N)),
                   theta.cols);
  scale_ = options_.S ? static_cast<double>(N) / static_cast<double>(*options_.S) : 1;
  theta_ = theta.matrix();
  if (options_.clients_draw()) steps_.start(context);
  errors_.start(N, theta.rows, theta.cols);
  sum_.resizeLike(theta_);
  is_whole_.assign(static_cast<std::size_t>(theta.cols), 0);
  download_.assign(static_cast<std::size_t>(theta.cols), vector_bits(theta.rows));
  uploads_.start(context.slots());
  minibatch_.first().start(problem, theta.cols);
  minibatch_.start(context.slots());
  full_batch_ = skald::takes_all_rows(problem, options_.batch);
}

double CompressedLangevin::noise_weight(const Problem& problem) const {
  const double omega = compressor_.coordinate_variance(problem.dimension()).value_or(0);
  const auto N = static_cast<double>(problem.clients());
  const double S = options_.S ? static_cast<double>(*options_.S) : N;
  return S / (N * N * (1 + omega));
}

void CompressedLangevin::release_messages(const Problem& problem, Index iterations,
                                          ReleasePlan& plan) const {
  if (!options_.clients_draw()) {
    return plan.releases_nothing(
        "clients send gradients without noise, since that of the chain is the server's; set "
        "noise_by to clients, for privacy langevin");
  }
  if (std::isinf(steps_.gradient_distance(problem))) {
    return plan.releases_nothing("no clip is given; set sampler.clip, for privacy langevin");
  }
  const Index N = problem.clients();
  for (Index c = 0; c < N; ++c) {
    Release release = steps_.release(problem, c, noise_weight(problem), noise_, iterations, 1);
    if (options_.S && !remembers()) {
      release.participation = static_cast<double>(*options_.S) / static_cast<double>(N);
      release.has_fixed_cohorts = true;
    }
    plan.add(release);
  }
}

void CompressedLangevin::estimate_gradient(const Context& context, std::int64_t k,
                                           const Sender& sender, const Rows& rows, Block out) {
  const Index c = sender.client, first = sender.first;
  steps_.gradient(context.problem, c, rows, theta().columns(first, out.cols), out);
  if (!options_.clients_draw()) return;
  const double w = noise_weight(context.problem), scale = options_.step / w;
  out.matrix() *= scale;
  noise_.add(context.random, k, c, w, out, first);
  steps_.raise(context, k, c, w, noise_, out, first);
  out.matrix() /= scale;
}

void CompressedLangevin::advance(Context& context, Index iterations, Block theta) {
  const std::int64_t end = context.iteration + iterations;
  for (std::int64_t k = context.iteration; k < end; ++k) iterate(context, k);
  theta.matrix() = theta_;
}

std::span<const NamedBlock> CompressedLangevin::state() {
  state_ = {{"theta", view(theta_)}};
  add_state(state_);
  errors_.add_state(state_);
  return state_;
}

Index CompressedLangevin::chains_without(Index client) const {
  Index with = 0;
  cohorts_->for_each_range(client, [&](Index, Index count) { with += count; });
  return theta_.cols() - with;
}

void CompressedLangevin::move(const Context& context, std::int64_t k, ConstBlock base) {
  theta_ -= options_.step * (scale_ * sum_ + base.matrix());
  add_noise(context, k);
}

void CompressedLangevin::move(const Context& context, std::int64_t k) {
  theta_ -= (options_.step * scale_) * sum_;
  add_noise(context, k);
}

void CompressedLangevin::add_noise(const Context& context, std::int64_t k) {
  if (options_.clients_draw()) return;
  noise_.add(context.random, k, Problem::everyone, 1.0, view(theta_));
}

bool CompressedLangevin::law_of_ula(LangevinLaw& law) const {
  if (!compressor_.is_identity() || !is_full()) return false;
  law.kind = LangevinLaw::Kind::single_chain;
  law.step = options_.step;
  law.temp = options_.temp;
  return true;
}

double CompressedLangevin::compress(const Random& random, std::int64_t k, const Sender& sender,
                                    Block out) {
  if (compressor_.is_identity()) return static_cast<double>(out.cols) * vector_bits(out.rows);
  Upload& upload = uploads_[sender.slot];
  upload.uniforms.resize(out.rows, out.cols);
  const Block uniforms = view(upload.uniforms);
  if (compressor_.is_random()) {
    random.uniform({Role::quantiser, sender.client, sender.first}, k, uniforms);
  }
  errors_.add(sender.client, sender.first, out);
  const double bits = compressor_.compress(
      uniforms, std::span(is_whole_).subspan(static_cast<std::size_t>(sender.first)), out,
      upload.order);
  errors_.keep_rest(sender.client, sender.first, out);
  return bits;
}

}  // namespace skald
