#include "optimisers/reference/written_out.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace skald::test::reference {
namespace {

std::vector<int> numbered(int n) {
  std::vector<int> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), 0);
  return all;
}
std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

WrittenOut::WrittenOut(Choices choices, const Losses& losses, const Random& random,
                       std::int64_t chain, const Vector& start)
    : c_(std::move(choices)),
      losses_(losses),
      random_(random),
      chain_(chain),
      N_(static_cast<int>(losses.rows.size())),
      d_(static_cast<int>(start.size())),
      theta_(start),
      norm_(c_.clip) {
  const Vector zero = Vector::Zero(d_);
  m_ = of_server_ = momentum_ = zero;
  v_ = Vector::Constant(d_, c_.opt_eps * c_.opt_eps);
  moment_ = Vector::Constant(d_, c_.epsilon * c_.epsilon);
  of_client_.assign(at(N_), zero);
  errors_.assign(at(N_), zero);
}

void WrittenOut::run(int rounds) {
  for (int r = 0; r < rounds; ++r) {
    round();
    k_ += length();
  }
}

// The cohort.

std::vector<int> WrittenOut::cohort() {
  const int S = c_.S == 0 ? N_ : c_.S;
  std::vector<int> chosen = numbered(N_);
  if (c_.client_sampling == "poisson") {
    Eigen::MatrixXd u(N_, 1);
    random_.uniform({Role::participation, -1, chain_}, k_, view(u));
    std::erase_if(chosen, [&](int client) { return u(client, 0) >= static_cast<double>(S) / N_; });
    return chosen;
  }
  if (c_.client_sampling == "cyclic") {
    shuffle(random_, {Role::participation}, 0, chain_, chosen);
    const auto turn = static_cast<int>(k_ / length());
    std::rotate(chosen.begin(), chosen.begin() + turn * S % N_, chosen.end());
  } else if (S < N_) {
    sample_without_replacement(random_, {Role::participation}, k_, chain_, chosen, at(S));
  }
  chosen.resize(at(S));
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

std::vector<WrittenOut::Reporter> WrittenOut::reporters() {
  std::vector<Reporter> all;
  for (const int client : cohort()) all.push_back({client, length()});
  const auto late =
      static_cast<Index>(std::lround(c_.stragglers * static_cast<double>(all.size())));
  std::vector<int> places = numbered(static_cast<int>(all.size()));
  sample_without_replacement(random_, {Role::participation, 0}, k_, chain_, places,
                             static_cast<std::size_t>(late));
  const auto words = random_words(random_, {Role::participation, 1}, k_, chain_, late);
  for (std::size_t i = 0; i < words.size(); ++i) {
    all[at(places[i])].iterations =
        c_.straggler_work == "drop" ? 0 : 1 + static_cast<int>(below(words[i], length()));
  }
  std::erase_if(all, [](const Reporter& reporter) { return reporter.iterations == 0; });
  return all;
}

double WrittenOut::share(int client) const {
  if (c_.weights == "uniform") return 1. / N_;
  double rows = 0;
  for (const auto& others : losses_.rows) rows += static_cast<double>(others.size());
  return static_cast<double>(losses_.rows[at(client)].size()) / rows;
}
// FedDyn, FedVARP and TAMUNA average alike, and weigh what is averaged.
double WrittenOut::weight(int client) const {
  return is("feddyn") || is("fedvarp") || is("tamuna") ? 1. / N_ : share(client);
}
double WrittenOut::path(const Reporter& reporter) const {
  const int per_iteration = steps_per_iteration(reporter.client);
  double sum = 0, momentum = 0;
  for (int step = 0; step < reporter.iterations * per_iteration; ++step) {
    momentum = c_.momentum * momentum + 1;
    sum += rate(step / per_iteration) * momentum;
  }
  return sum;
}

// The local solver.

int WrittenOut::steps_per_iteration(int client) const {
  const int n = static_cast<int>(losses_.rows[at(client)].size());
  if (c_.epochs == 0 || c_.batch == 0) return 1;
  return n / c_.batch + (n % c_.batch > 0 ? 1 : 0);
}
double WrittenOut::rate(int iteration) const {
  const double warm = c_.lr_warmup == 0 ? 1 : static_cast<double>(k_ + length()) / c_.lr_warmup;
  return warm < 1 ? warm * full_rate(iteration) : full_rate(iteration);
}
double WrittenOut::full_rate(int iteration) const {
  const auto k = static_cast<double>(k_);
  if (c_.lr_schedule == "step") {
    double rate = c_.lr;
    for (int fall = c_.lr_period; fall <= k_; fall += c_.lr_period)
      rate *= c_.lr_factor == 0 ? 0.1 : c_.lr_factor;
    return rate;
  }
  if (c_.lr_schedule == "cosine") {
    const double least = c_.lr * (c_.lr_factor == 0 ? 0.001 : c_.lr_factor);
    if (k_ >= c_.lr_period) return least;
    return (c_.lr + least) / 2 + (c_.lr - least) / 2 * std::cos(M_PI * k / c_.lr_period);
  }
  if (c_.lr_schedule == "inverse") return c_.lr / (1 + c_.lr_decay * k);
  if (c_.lr_schedule == "exponential") return c_.lr * std::exp(-c_.lr_decay * k);
  return c_.lr_schedule == "inverse_sqrt" ? c_.lr / std::sqrt(1 + k + iteration) : c_.lr;
}
WrittenOut::Batch WrittenOut::all_rows(int client) const {
  return numbered(static_cast<int>(losses_.rows[at(client)].size()));
}
std::vector<WrittenOut::Batch> WrittenOut::batches(const Reporter& reporter) const {
  const Batch all = all_rows(reporter.client);
  const std::size_t size = c_.batch == 0 ? all.size() : std::min(at(c_.batch), all.size());
  std::vector<Batch> batches(at(reporter.iterations * steps_per_iteration(reporter.client)));
  Batch left;
  int passes = 0;
  for (Batch& batch : batches) {
    if (size == all.size()) {
      batch = all;
      continue;
    }
    if (left.size() < (c_.epochs > 0 ? 1 : size)) {
      left = all;
      shuffle(random_, {Role::minibatch, reporter.client}, k_ + passes++, chain_, left);
    }
    const auto end = left.begin() + static_cast<std::ptrdiff_t>(std::min(size, left.size()));
    batch.assign(left.begin(), end);
    left.erase(left.begin(), end);
  }
  return batches;
}
Vector WrittenOut::gradient(int client, const Batch& batch, const Vector& y, bool clips) {
  double n = 0;
  for (const auto& rows : losses_.rows) n += static_cast<double>(rows.size());
  Vector mean = Vector::Zero(d_);
  for (const int row : batch) {
    Vector g = losses_.rows[at(client)][at(row)](y);
    if (clips && c_.unit == "record" && g.norm() > c_.clip) g *= c_.clip / g.norm();
    mean += g / static_cast<double>(batch.size());
    ++gradients_;
  }
  return mean + losses_.lambda / n * y;
}
Vector WrittenOut::direction(int client, const Batch& batch, const Vector& y) {
  Vector g = gradient(client, batch, y);
  if (is("fedprox")) return g + c_.mu * (y - theta_);
  if (is("scaffold")) return g - of_client_[at(client)] + of_server_;
  if (is("feddyn"))
    return g - of_client_[at(client)] + c_.alpha / (N_ * share(client)) * (y - theta_);
  if (is("tamuna")) return N_ * share(client) * g - of_client_[at(client)];
  if (!is("mime") && !is("mime_lite")) return g;
  if (is("mime")) g += cohort_gradient_ - gradient(client, batch, theta_);
  if (c_.base != "rmsprop") g = (1 - c_.beta) * g + c_.beta * momentum_;
  if (c_.base == "momentum") return g;
  return g.array() / (moment_.array().sqrt() + c_.epsilon);
}
Vector WrittenOut::local_move(const Reporter& reporter) {
  const auto all = batches(reporter);
  const int per_iteration = steps_per_iteration(reporter.client);
  Vector y = theta_, velocity = Vector::Zero(d_), squares = Vector::Zero(d_);
  Vector sum = Vector::Zero(d_);
  for (std::size_t step = 0; step < all.size(); ++step) {
    if (is("distributed_sgd")) {
      sum += gradient(reporter.client, all[step], theta_);
      continue;
    }
    const double lr = rate(static_cast<int>(step) / per_iteration);
    const Vector g = direction(reporter.client, all[step], y);
    if (c_.client_optimiser == "adam") {
      const double t = static_cast<double>(step) + 1, beta1 = c_.client_beta1;
      velocity = beta1 * velocity + (1 - beta1) * g;
      squares = c_.client_beta2 * squares + (1 - c_.client_beta2) * Vector(g.array().square());
      const Vector mean = velocity / (1 - std::pow(beta1, t));
      const Vector root = (squares / (1 - std::pow(c_.client_beta2, t))).array().sqrt();
      y.array() -= lr * mean.array() / (root.array() + c_.client_eps);
      continue;
    }
    velocity = c_.momentum * velocity + g;
    const Vector ahead = g + c_.momentum * velocity;
    y -= lr * (c_.client_optimiser == "nesterov" ? ahead : velocity);
  }
  if (is("distributed_sgd")) return -rate(0) / static_cast<double>(all.size()) * sum;
  const Vector move = y - theta_;
  if (is("fednova")) return common_path_ / path(reporter) * move;
  return is("fedvarp") ? Vector(N_ * share(reporter.client) * move) : move;
}

// Messages.

bool WrittenOut::changes_nothing() const {
  return c_.compressor == "none" || (c_.compressor == "qsgd" && c_.levels == 0) ||
         (c_.compressor == "sparsifier" && c_.keep == 1);
}
Vector WrittenOut::compressed(Vector x, const double* u) const {
  if (changes_nothing()) return x;
  const bool selects = c_.error_feedback || c_.differences;
  const int kept = std::max(1, static_cast<int>(std::lround(c_.keep * d_)));
  if (c_.compressor == "sign") {
    const double mean = x.cwiseAbs().mean();
    for (double& value : x) value = value < 0 ? -mean : mean;
  } else if (c_.compressor == "qsgd") {
    const double level = x.norm() / c_.levels;
    for (int i = 0; i < d_ && level > 0; ++i) {
      const double r = std::abs(x(i)) / level, whole = std::floor(r);
      x(i) = (x(i) < 0 ? -1 : 1) * level * (whole + (u[i] < r - whole ? 1 : 0));
    }
  } else if (c_.compressor == "sparsifier") {
    for (int i = 0; i < d_; ++i) x(i) *= u[i] < c_.keep ? (selects ? 1 : 1 / c_.keep) : 0;
  } else {
    std::vector<int> order = numbered(d_);
    if (c_.compressor == "top_k") {
      std::stable_sort(order.begin(), order.end(),
                       [&](int a, int b) { return std::abs(x(a)) > std::abs(x(b)); });
    } else {
      for (int i = 0; i < kept; ++i)
        std::swap(order[at(i)], order[at(i + static_cast<int>(u[i] * (d_ - i)))]);
      if (!selects) x *= static_cast<double>(d_) / kept;
    }
    for (int i = kept; i < d_; ++i) x(order[at(i)]) = 0;
  }
  return x;
}
// DIANA's 1 / (1 + omega), of compressors without bias.
double WrittenOut::share_of_changes() const {
  const double d = d_, s = c_.levels;
  if (changes_nothing() || c_.error_feedback || c_.differences) return 1;
  if (c_.compressor == "qsgd") return 1 / (1 + std::min(d / (s * s), std::sqrt(d) / s));
  if (c_.compressor == "sparsifier") return c_.keep;
  return c_.compressor == "random_k" ? std::max(1., std::round(c_.keep * d)) / d : 1;
}
void WrittenOut::send(int client, Vector& move, Vector* change) {
  Eigen::MatrixXd u(2 * d_, 1);
  random_.uniform({Role::quantiser, client, chain_}, k_, view(u));
  Vector& memory = errors_[at(client)];
  if (c_.error_feedback) {
    const Vector sent = compressed(move + memory, u.data());
    memory += move - sent;
    move = sent;
  } else if (c_.differences) {
    memory += compressed(move - memory, u.data());
    move = memory;
  } else {
    move = compressed(move, u.data());
  }
  if (change != nullptr) *change = compressed(*change, u.data() + d_);
}
int WrittenOut::count_after_clip(Vector& move) const {
  if (c_.unit == "record") return 0;
  const bool is_short = move.norm() <= norm_;
  if (!is_short) move *= norm_ / move.norm();
  return is_short ? 1 : 0;
}

// A round.

void WrittenOut::before(const std::vector<Reporter>& all) {
  double total = 0;
  common_path_ = 0;
  cohort_gradient_ = Vector::Zero(d_);
  for (const Reporter& reporter : all) {
    const double w = weight(reporter.client);
    total += w;
    if (is("fednova")) common_path_ += w * path(reporter);
    if (is("mime") || is("mime_lite"))
      cohort_gradient_ += w * gradient(reporter.client, all_rows(reporter.client), theta_);
  }
  common_path_ /= total;
  cohort_gradient_ /= total;
}

// Of the coordinates, those that a client at that place of the cohort sends.
Vector WrittenOut::masked(Vector x, int place) const {
  const int S = c_.S == 0 ? N_ : c_.S;
  for (int i = 0; i < d_; ++i) {
    bool sends = false;
    for (int copy = 0; copy < c_.copies; ++copy) sends |= (i * c_.copies + copy) % S == place;
    if (!sends) x(i) = 0;
  }
  return x;
}

void WrittenOut::step_of_server(const Vector& average) {
  const Vector delta = -average;
  const double beta = c_.server_momentum;
  if (c_.server == "sgd") {
    theta_ -= c_.server_lr * delta;
    return;
  }
  if (c_.server == "momentum") {
    m_ = beta * m_ + delta;
    theta_ -= c_.server_lr * m_;
    return;
  }
  m_ = beta * m_ + (1 - beta) * delta;
  for (int i = 0; i < d_; ++i) {
    const double square = delta(i) * delta(i), rest = 1 - c_.server_beta2;
    if (c_.server == "adagrad") v_(i) += square;
    if (c_.server == "adam") v_(i) = c_.server_beta2 * v_(i) + rest * square;
    if (c_.server == "yogi") v_(i) += v_(i) > square ? -rest * square : rest * square;
    theta_(i) -= c_.server_lr * m_(i) / (std::sqrt(v_(i)) + c_.opt_eps);
  }
}

void WrittenOut::round() {
  const std::vector<Reporter> all = reporters();
  const bool averages_cohort = c_.client_sampling != "poisson";
  if (all.empty() && averages_cohort) return;
  before(all);
  std::vector<int> places = numbered(static_cast<int>(all.size()));
  if (is("tamuna")) shuffle(random_, {Role::quantiser}, k_, chain_, places);

  std::vector<Vector> moves;
  Vector next_server = of_server_;
  int shorter = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const int client = all[i].client;
    Vector move = local_move(all[i]), &own = of_client_[at(client)];
    if (is("feddyn")) own -= c_.alpha / (N_ * share(client)) * move;
    if (is("tamuna")) move = masked(move, places[i]);
    Vector change;
    if (is("scaffold")) {
      change = c_.option == "I" ? Vector(gradient(client, all_rows(client), theta_) - own)
                                : Vector(-of_server_ - move / path(all[i]));
    }
    send(client, move, is("scaffold") ? &change : nullptr);
    if (is("scaffold")) {
      own += share_of_changes() * change;
      next_server += share(client) * share_of_changes() * change;
    }
    shorter += count_after_clip(move);
    moves.push_back(move);
  }
  of_server_ = next_server;

  // The average of the moves, and of their squared norms.
  const double S = c_.S == 0 ? N_ : c_.S, M = static_cast<double>(all.size());
  double total = 0, squares = 0;
  Vector average = Vector::Zero(d_);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double w = weight(all[i].client);
    total += w;
    squares += w * moves[i].squaredNorm();
    average += w * moves[i];
  }
  if (!averages_cohort) total = S / N_;
  average /= total;
  squares /= total;

  if (is("fedexp")) {
    const double ratio = squares / (average.squaredNorm() + c_.epsilon);
    average *= std::max(1., c_.half ? ratio / 2 : ratio);
  }
  if (is("feddyn")) {
    of_server_ -= c_.alpha / N_ * M * average;
    average -= of_server_ / c_.alpha;
  }
  if (is("fedvarp")) {  // moves are remembered as of a path of length 1
    const double whole = path({0, length()});
    Vector before = Vector::Zero(d_), after = before;
    for (const Vector& remembered : of_client_) before += whole / N_ * remembered;
    for (std::size_t i = 0; i < all.size(); ++i) {
      Vector& own = of_client_[at(all[i].client)];
      average -= whole / M * own;
      own = moves[i] / whole;
    }
    for (const Vector& remembered : of_client_) after += whole / N_ * remembered;
    average = c_.memory == "saga" ? Vector(average + before) : after;
  }
  if (is("tamuna")) {
    average *= M / c_.copies;
    const double most = N_ * (c_.copies - 1.) / (c_.copies * (N_ - 1.));
    for (std::size_t i = 0; i < all.size(); ++i) {
      of_client_[at(all[i].client)] +=
          most / (c_.K * c_.lr) * masked(average - moves[i], places[i]);
    }
  }
  step_of_server(average);

  momentum_ = (1 - c_.beta) * cohort_gradient_ + c_.beta * momentum_;
  moment_ = (1 - c_.beta2) * cohort_gradient_.cwiseAbs2() + c_.beta2 * moment_;
  if (c_.clip_rule == "quantile") {
    const double expected = averages_cohort ? M : S;
    const double b = std::clamp((shorter + (expected - M) / 2) / expected, 0., 1.);
    norm_ *= std::exp(-c_.clip_rate * (b - c_.clip_quantile));
  }
}

}  // namespace skald::test::reference
