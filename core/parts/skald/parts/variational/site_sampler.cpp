#include "skald/parts/variational/site_sampler.hpp"

namespace skald {

void SiteSampler::start(Context& context, Block theta) {
  LocalGaussians::start(context, theta);
  chains_ = theta.cols;
  start_cohorts(context.problem);
  start_sites(theta);
  projected_.setZero(1, replicates_);
  state_ = {sites_.state(), NamedBlock{"projected_sites", view(projected_)}};
}

void SiteSampler::advance(Context& context, Index iterations, Block theta) {
  const std::int64_t end = context.iteration + iterations;
  for (std::int64_t k = context.iteration; k < end; k += stride()) {
    draw_normals(context, k, theta);
    for (Index r = 0; r < replicates_; ++r) {
      const NaturalGaussian q = round(context, k, r);
      estimate(q, replicates_ == 1 ? theta : theta.columns(r, 1));
    }
    context.ledger.rounds += chains_;
  }
  context.recorder.record("projected_sites", projected_.sum() * chains_per_replicate());
}

NaturalGaussian SiteSampler::exact_tilted(const Visit& at) const {
  NaturalGaussian tilted = model().likelihood(at.client);
  if (is_diagonal()) {
    tilted.precision.diagonal() += at.cavity.precision;
  } else {
    tilted.precision += at.cavity.precision;
  }
  tilted.shift += at.cavity.shift;
  return tilted;
}

NaturalGaussian SiteSampler::round(Context& context, std::int64_t k, Index replicate) {
  const auto cohort = sampling_->draw(context.random, k, replicate);
  const std::size_t at_once = options_.schedule == "sequential" ? 1 : cohort.size();
  NaturalGaussian q = prior() * sites_.product(replicate);
  for (std::size_t first = 0; first < cohort.size(); first += at_once) {
    const auto clients = cohort.subspan(first, at_once);
    context.parallel(static_cast<Index>(clients.size()), [&](Index i, Index slot) {
      const Index c = clients[static_cast<std::size_t>(i)];
      const NaturalGaussian cavity = q / sites_.get(c, replicate);
      updates_[static_cast<std::size_t>(i)] =
          new_site({{context, k, c, replicate, slot}, q, cavity});
    });
    for (std::size_t i = 0; i < clients.size(); ++i) take(updates_[i], clients[i], replicate, q);
    if (shares_site()) sites_.share(replicate);
  }
  count_messages(context.ledger, static_cast<double>(cohort.size()) * chains_per_replicate(),
                 sends_precisions());
  return q;
}

SiteSampler::Update SiteSampler::new_site(const Visit& at) {
  const Approximation q_c = approximate(at);
  Update update{gaussian(q_c.precision, q_c.mean) / at.cavity};
  if (family::is_semidefinite(update.site.precision)) return update;
  const Eigen::MatrixXd positive = family::positive_part(update.site.precision);
  return {gaussian(at.cavity.precision + positive, q_c.mean) / at.cavity, true};
}

void SiteSampler::take(const Update& update, Index client, Index replicate, NaturalGaussian& q) {
  const NaturalGaussian old = sites_.get(client, replicate);
  const NaturalGaussian site = pow(old, 1 - damping_) * pow(update.site, damping_);
  q *= site / old;
  sites_.set(client, replicate, site);
  projected_(0, replicate) += update.is_projected;
}

void SiteSampler::estimate(const NaturalGaussian& q, Block theta) const {
  const PrecisionFactor factor(q.precision);
  const Eigen::VectorXd mean = factor.solve(q.shift);
  for (Index j = 0; j < theta.cols; ++j) {
    auto column = theta.column(j);
    if (draws()) {
      factor.make_deviations(column);
      column += mean;
    } else {
      column = mean;
    }
  }
}

void SiteSampler::start_cohorts(const Problem& problem) {
  using Scheme = ClientSampling::Scheme;
  const bool cyclic = options_.client_sampling == "cyclic";
  const Index clients = problem.clients();
  sampling_.emplace(cyclic                                  ? Scheme::cyclic
                    : options_.client_sampling == "poisson" ? Scheme::poisson
                                                            : Scheme::cohort,
                    options_.S, std::vector<double>(static_cast<std::size_t>(clients), 1.0),
                    stride());
  damping_ = options_.damping.value_or(1 / static_cast<double>(clients));
  updates_.resize(static_cast<std::size_t>(clients));
  const bool is_alike =
      options_.is_exact() && sampling_->participants() == clients && options_.site_precision == 0;
  replicates_ = is_alike ? 1 : chains_;
}

void SiteSampler::start_sites(Block theta) {
  const Index d = theta.rows, clients = std::ssize(updates_);
  const double precision = options_.site_precision;
  if (precision == 0) require_proper_prior("site_precision to a positive number");
  sites_.start(d, is_diagonal(), clients, replicates_);
  for (Index r = 0; r < replicates_ && precision > 0; ++r) {
    const auto multiple = family::multiple_of_identity(precision, d, is_diagonal());
    for (Index c = 0; c < clients; ++c) sites_.set(c, r, gaussian(multiple, theta.column(r)));
  }
}

}  // namespace skald
