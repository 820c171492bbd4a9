// The mistakes that people make, made in Python: the conformance kit finds each of them by the
// check that is for it.
#include "mutated.hpp"
#include "test.hpp"

namespace {

using Settings = std::vector<Setting>;

const std::string kUnequal = ", clients of unequal size, curvature and minimiser";

// One text in the place of another, and the check that finds the mistake.
struct Mutant {
  std::string text, other, check;
};

// The plugin whose checks must find mistakes in a file.
struct Subject {
  Kind kind;
  std::string plugin;
  Settings settings;
  std::string file;
  // Of a sampler: a shipped one that it has to be like.
  std::optional<std::string> like = {};
};

std::vector<conformance::Finding> check_as_given(plugin_host::PluginHost& host,
                                                 const Subject& subject) {
  const plugin_host::Plugin& plugin = host.find(subject.kind, subject.plugin);
  RowCheck row;
  conformance::CheckOptions how;
  for (const OptionInfo& option : plugin.options()) row.held.emplace_back(option.name);
  if (subject.like) {
    const plugin_host::Plugin& like = shipped_plugins().find(subject.kind, *subject.like);
    how.like = conformance::ChosenPlugin{&like, values_of(like, subject.settings)};
  }
  return check(plugin, subject.settings, row, how);
}

void check_found(const Subject& subject, const std::vector<Mutant>& mutants) {
  for (const auto& [text, other, name] : mutants) {
    Mutated mutated(subject.file, text, other);
    const auto findings = check_as_given(mutated.host(), subject);
    INFO(text << " -> " << other << "\n" << report(findings));
    CHECK_THAT(failures(findings), Catch::VectorContains(name));
  }
}

}  // namespace

TEST_CASE("mistakes in FALD in Python are found") {
  const std::string law = "stationary law" + kUnequal;
  const std::string first = "law of the first iterations" + kUnequal;
  check_found(
      {Kind::sampler,
       "py_fald",
       {{"step", 0.1}, {"K", 3}, {"rho", 0.7}, {"temp", 0.5}},
       "py_fald.py"},
      {{"(1 - self.rho**2) / weight", "1 - self.rho**2", law},
       {"(1 - self.rho**2) / weight", "1 / weight", law},
       {"2 * self.step * self.temp", "self.step * self.temp", law},
       {"2 * self.step * self.temp", "2 * self.step", law},
       {"return self.temp", "return 1.0", "temperature"},
       {"(k + 1) % self.K == 0", "k % self.K == 0", first},
       {"sum(w * self.client(c)", "sum(self.client(c)", law},
       {"(Role.noise, c), k, own", "(Role.noise, c), 0, own", law},
       {"(Role.noise, c), k, own", "(Role.noise,), k, own", "random draws are used once"},
       {"context.ledger.bits_up += bits", "pass", "rounds cost bits"},
       {"context.ledger.rounds += self.chains", "pass", "communication rate"},
       {"return {\"local\": self.local}", "return {}", "state() restores"},
       {"x = self.client(c)",
        "Fald.steps = getattr(Fald, 'steps', 0) + 1; x = self.client(c); x += 1e-9 * Fald.steps",
        "same seed twice, same bits"},
       {"self.chains = theta.shape[1]", "self.chains = theta.shape[1]; self.kept = theta",
        "contract"}});
}

TEST_CASE("mistakes in SCAFFOLD in Python are found") {
  const std::string rest = "rest at the optimum" + kUnequal;
  Subject scaffold{Kind::sampler, "py_scaffold", {{"K", 3}}, "py_scaffold.py"};
  check_found(scaffold, {{" - own + shared)", ")", rest},
                         {" - own + shared)", " + own - shared)", rest},
                         {"own - shared + (x - y)", "own + shared + (x - y)", rest},
                         {", \"controls\": self.controls", "", "state() restores"},
                         {"vectors = 2", "vectors = 0", "rounds cost bits"}});
  scaffold.file = "_rounds.py";
  check_found(scaffold, {{"self.examples if self.weights == \"examples\" else", "", rest}});
  scaffold.settings.emplace_back("batch", 2);
  check_found(
      scaffold,
      {{"iteration, j, n, n)", "iteration, j, n - 1, n - 1)", "rows in minibatches"},
       {"np.stack(orders, axis=1)", "np.stack(orders, axis=1) // 2 * 2", "rows in minibatches"}});
}

TEST_CASE("a sampler in Python that states its rounds is held to them by the check alone") {
  const std::string share = "self.weight[client] / sum(self.weight)";
  const std::string first = "law of the first iterations" + kUnequal;
  check_found({Kind::sampler, "py_scaffold", {{"K", 3}, {"S", 2}}, "py_scaffold.py"},
              {{share, share + " * len(self.weight) / self.S", first},
               {"own - shared + (x - y)", "own + (x - y)", first}});
  Mutated varied("py_scaffold.py", share, share + " * len(self.weight) / (self.S or 3)");
  const auto findings = check(varied.host().find(Kind::sampler, "py_scaffold"), {}, {}, {});
  INFO(report(findings));
  CHECK_THAT(failures(findings), Catch::VectorContains(first + ", with S = 2"));
}

TEST_CASE("rounds in Python that are no pairs are refused with what they have to be") {
  Mutated mutated("py_scaffold.py", "return [(1 / len(ways), x) for x, _, _ in ways]",
                  "return [1.0]");
  const auto findings = check(mutated.host().find(Kind::sampler, "py_scaffold"), {}, {}, {});
  CHECK_FALSE(failures(findings).empty());
}

// The sum of the changes stays zero, so that the rest is the optimum: only its way there is
// another.
TEST_CASE("a server of SCAFFOLD in Python that counts its cohort alone is unlike SCAFFOLD") {
  const std::string share = "self.weight[client] / sum(self.weight)";
  check_found({Kind::sampler, "py_scaffold", {{"K", 3}, {"S", 2}}, "py_scaffold.py", "scaffold"},
              {{share, share + " * len(self.weight) / self.S", "like sampler/scaffold"}});
}

// What every control has too much cancels where all clients renew theirs, and on average otherwise.
TEST_CASE(
    "controls of SCAFFOLD in Python that keep the server's are unlike SCAFFOLD's in a cohort") {
  check_found({Kind::sampler, "py_scaffold", {{"K", 3}, {"S", 1}}, "py_scaffold.py", "scaffold"},
              {{"own - shared + (x - y)", "own + (x - y)", "like sampler/scaffold"}});
}

TEST_CASE("mistakes in FedPA in Python make it unlike FedPA") {
  const std::string unlike = "like sampler/fedpa";
  check_found({Kind::sampler,
               "py_fedpa",
               {{"ell", 3}, {"burn_steps", 2}, {"avg_steps", 2}},
               "py_fedpa.py",
               "fedpa"},
              {{"(self.ell - 1) * self.shrink", "self.shrink", unlike},
               {"/ (self.ell - 1) * centred", "* centred", unlike},
               {"if step >= 0", "if step > 0", unlike}});
}

TEST_CASE("mistakes in a Poisson regression in Python are found") {
  const std::string slope = "gradient of the potential";
  check_found({Kind::model, "py_poisson", {}, "py_poisson.py"},
              {{"return x @ (np.exp", "return -x @ (np.exp", slope},
               {"- y[:, None] * z)", ")", slope},
               {"self.prior_precision * theta", "2 * self.prior_precision * theta",
                "gradient of the prior"},
               {"self.y[rows, None])\n\n", "self.y[rows, None]) / max(x.shape[1], 1)\n\n",
                "sums over rows"},
               {"self.x[:, rows].T @ theta, self.y[rows]",
                "self.x[:, : len(self.y[rows])].T @ theta, self.y[rows]", "sums over rows"},
               {"np.maximum(1, ", "np.maximum(0.5, ", "clipped gradients"}});
}

TEST_CASE("mistakes in a partition in Python are found") {
  check_found(
      {Kind::partition, "py_quantile", {{"clients", 4}}, "py_quantile.py"},
      {{"* self.clients // table.train", "* (self.clients - 1) // table.train", "every row once"},
       {"client[order] =", "client[order] = 1 +", "every row once"}});
}

TEST_CASE("mistakes in a mechanism in Python are found") {
  check_found({Kind::privacy, "py_laplace", {{"noise_multiplier", 1.5}}, "py_laplace.py"},
              {{"message += scale", "message += 0.5 * scale", "law of the noise"},
               {"sensitivity.l1(message.shape[0])", "sensitivity.l2", "law of the noise"},
               {"self.multiplier * sensitivity", "sensitivity", "law of the noise"},
               {"(stream, iteration,", "(stream, 0,", "independent noise"},
               {"(stream, iteration,", "((stream[0], 0), iteration,", "independent noise"}});
}

TEST_CASE("mistakes in a metric in Python are found") {
  check_found(
      {Kind::metric, "py_ksd", {}, "py_ksd.py"},
      {{"return math.sqrt(",
        "self.calls = getattr(self, 'calls', 0) + 1\n        return self.calls * math.sqrt(",
        "no memory of earlier records"},
       {"(\"thinned_draws\", \"score\")", "(\"thinned_draws\",)", "declared needs"},
       {"draws = some_of(observed.thinned_draws)",
        "observed.thinned_draws[:] = 0; draws = some_of(observed.thinned_draws)", "no exception"}});
}

TEST_CASE("mistakes in a data set in Python are found") {
  check_found({Kind::dataset, "py_make_regression", {{"clients", 3}}, "py_make_regression.py"},
              {{"np.arange(self.clients)", "np.arange(1, self.clients + 1)", "table"},
               {"w = 100 *", "x[0, 0] = np.nan; w = 100 *", "table"},
               {"stream, p, n = (Role.dataset, c)",
                "MakeRegression.calls = getattr(MakeRegression, 'calls', 0) + 1\n"
                "        stream, p, n = (Role.dataset, MakeRegression.calls)",
                "same seed twice, same bits"}});
}
