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
  errors_.start(N, theta.rows, theta.cols);
  sum_.resizeLike(theta_);
  is_whole_.assign(static_cast<std::size_t>(theta.cols), 0);
  download_.assign(static_cast<std::size_t>(theta.cols), vector_bits(theta.rows));
  uploads_.start(context.slots());
  minibatch_.first().start(problem, theta.cols);
  minibatch_.start(context.slots());
  full_batch_ = skald::takes_all_rows(problem, options_.batch);
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
  noise_.add(context.random, k, Problem::everyone, 1.0, view(theta_));
}

void CompressedLangevin::move(const Context& context, std::int64_t k) {
  theta_ -= (options_.step * scale_) * sum_;
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
  double bits = 0;
  for (Index j = 0; j < out.cols; ++j) {
    if (is_whole(sender.first + j)) {
      bits += vector_bits(out.rows);
      continue;
    }
    bits += compressor_.compress(uniforms.column(j).data(), out.rows, out.column(j).data(),
                                 upload.order);
  }
  errors_.keep_rest(sender.client, sender.first, out);
  return bits;
}

}  // namespace skald
