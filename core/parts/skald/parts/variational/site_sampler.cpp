#include "skald/parts/variational/site_sampler.hpp"

#include <algorithm>
#include <cmath>

#include "skald/parts/privacy/symmetric_message.hpp"
#include "skald/parts/privacy/whole_clients.hpp"

namespace skald {
namespace {

// (shift, -precision / 2), as a vector of the same norm.
Eigen::MatrixXd to_message(const NaturalGaussian& change) {
  const Eigen::VectorXd precision = change.is_diagonal() ? Eigen::VectorXd(change.precision.col(0))
                                                         : symmetric::to_vector(change.precision);
  Eigen::MatrixXd message(change.shift.size() + precision.size(), 1);
  message << change.shift, -precision / 2;
  return message;
}
NaturalGaussian from_message(const Eigen::VectorXd& message, Index d, bool diagonal) {
  const Eigen::VectorXd precision = -2 * message.tail(message.size() - d);
  if (diagonal) return {precision, message.head(d)};
  return {symmetric::from_vector(precision, d), message.head(d)};
}

}  // namespace

void SiteSampler::start(Context& context, Block theta) {
  LocalGaussians::start(context, theta);
  chains_ = theta.cols;
  start_cohorts(context.problem);
  start_sites(theta);
  projected_.setZero(1, replicates_);
  state_ = {sites_.state(), NamedBlock{"projected_sites", view(projected_)}};
}

void SiteSampler::advance(Context& context, Index iterations, Block theta) {
  read_quadratics(context.problem);
  const std::int64_t end = context.iteration + iterations;
  for (std::int64_t k = context.iteration; k < end; k += stride()) {
    draw_normals(context, k, theta);
    for (Index r = 0; r < replicates_; ++r) {
      const NaturalGaussian q =
          options_.is_over(k / stride()) ? prior() * sites_.product(r) : round(context, k, r);
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
  if (options_.clip) return {noisy_site(at, gaussian(q_c.precision, q_c.mean))};
  Update update{gaussian(q_c.precision, q_c.mean) / at.cavity};
  if (family::is_semidefinite(update.site.precision)) return update;
  const Eigen::MatrixXd positive = family::positive_part(update.site.precision);
  return {gaussian(at.cavity.precision + positive, q_c.mean) / at.cavity, true};
}

NaturalGaussian SiteSampler::noisy_site(const Visit& at, const NaturalGaussian& q_c) const {
  Eigen::MatrixXd u = to_message(q_c / at.q);
  const double norm = u.norm();
  if (norm > *options_.clip) u *= *options_.clip / norm;
  at.context.mechanism.privatize(at.context.random, {Role::mechanism, at.client, at.chain}, at.k,
                                 Sensitivity::of_clipped_sum(*options_.clip, Relation::replace_one),
                                 view(u));
  return at.q / at.cavity * from_message(u.col(0), at.q.shift.size(), is_diagonal());
}

void SiteSampler::take(const Update& update, Index client, Index replicate, NaturalGaussian& q) {
  const NaturalGaussian old = sites_.get(client, replicate);
  NaturalGaussian site = pow(old, 1 - damping_) * pow(update.site, damping_);
  bool is_projected = update.is_projected;
  if (options_.clip && !family::is_semidefinite(site.precision)) {
    site.precision = family::positive_part(site.precision);
    is_projected = true;
  }
  q *= site / old;
  sites_.set(client, replicate, site);
  projected_(0, replicate) += is_projected;
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

// A client's site remembers when it was visited, so that no visit is hidden by those that follow:
// what is drawn in secret gains nothing.
void SiteSampler::release_changes(const Problem& problem, Index iterations,
                                  ReleasePlan& plan) const {
  if (!options_.clip) {
    return plan.releases_nothing(
        "clients send changes of natural parameters without a bound; set sampler.clip");
  }
  const ClientSampling clients = sampling(problem);
  const std::int64_t rounds =
      std::min(iterations / stride(), options_.last_round.value_or(iterations));
  for (Index c = 0; c < problem.clients(); ++c) {
    const bool takes_turns = clients.law() == Sampling::none;
    const double visits = takes_turns ? std::ceil(clients.rate(c) * static_cast<double>(rounds))
                                      : static_cast<double>(rounds);
    plan.add({.client = c,
              .unit = unit_of(options_.unit),
              .relation = Relation::replace_one,
              .count = static_cast<std::int64_t>(visits)});
  }
}

ClientSampling SiteSampler::sampling(const Problem& problem) const {
  using Scheme = ClientSampling::Scheme;
  const bool cyclic = options_.client_sampling == "cyclic";
  return {cyclic                                  ? Scheme::cyclic
          : options_.client_sampling == "poisson" ? Scheme::poisson
                                                  : Scheme::cohort,
          options_.S, std::vector<double>(static_cast<std::size_t>(problem.clients()), 1.0),
          stride()};
}

void SiteSampler::start_cohorts(const Problem& problem) {
  const Index clients = problem.clients();
  sampling_.emplace(sampling(problem));
  damping_ = options_.damping.value_or(1 / static_cast<double>(clients));
  updates_.resize(static_cast<std::size_t>(clients));
  const bool is_alike = options_.is_exact() && sampling_->participants() == clients &&
                        options_.site_precision == 0 && !options_.clip;
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
