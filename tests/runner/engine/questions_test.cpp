// What questions to workers and their answers are after the way between processes.
#include "engine/questions.hpp"

#include "account/study_account.hpp"
#include "datasets/label_picture.hpp"
#include "engine/messages.hpp"
#include "grids/privacy_findings.hpp"
#include "test.hpp"

namespace questions_test {

template <class Asked>
Asked sent(const Asked& question) {
  return std::get<Asked>(std::get<Question>(decode_job(encode(question))));
}

template <class Asked>
OutcomeMessage answered(const typename Asked::Answer& answer) {
  text::WireWriter wire;
  wire.put(answer);
  OutcomeMessage message;
  message.answer = wire.take();
  return message;
}

template <class Asked>
typename Asked::Answer received(const typename Asked::Answer& answer) {
  return answer_in<Asked>(decode<OutcomeMessage>(encode(answered<Asked>(answer))));
}

const privacy::Guarantee kGuarantee{.epsilon = 2.5,
                                    .epsilon_low = 2.25,
                                    .delta = 1e-5,
                                    .delta_low = 1e-6,
                                    .scope = {"client", "observer"},
                                    .relation = Relation::zero_out,
                                    .sampling = "poisson",
                                    .accounting = Accounting::pld,
                                    .order = 3.5,
                                    .order_at_end = true,
                                    .interval = 1e-4};

TEST_CASE("questions arrive with all that they say") {
  CHECK(sent(CheckCells{{"a", "b"}}).cells == std::vector<std::string>{"a", "b"});
  const auto tried = sent(TryRun{"cell", 7, true});
  CHECK(tried.cell == "cell");
  CHECK(tried.replicate == 7);
  CHECK(tried.is_reference);
  const auto audit = sent(AuditCell{"cell", {5, 6, 7, 0.25, run::Attack::growth}});
  CHECK(audit.plan.runs == 5);
  CHECK(audit.plan.rounds == 6);
  CHECK(audit.plan.canaries == 7);
  CHECK(audit.plan.significance == 0.25);
  CHECK(audit.plan.attack == run::Attack::growth);
  CHECK(sent(FindPosterior{"cell", 1, {4, 0}}).coordinates == std::vector<std::int64_t>{4, 0});
  const Eigen::MatrixXd draws = Eigen::MatrixXd::Random(2, 3);
  CHECK(sent(DensityAt{"cell", 1, draws}).draws == draws);
  CheckPlugin check{{"a.so", "12"}, "{}", 0.5, {"step"}};
  check.like.file = "b.so";
  const auto kit = sent(check);
  CHECK(kit.library.sha256 == "12");
  CHECK(kit.tolerance == 0.5);
  CHECK(kit.held == check.held);
  CHECK(kit.like.file == "b.so");
}

TEST_CASE("an account comes from a worker as it was") {
  CellAccount then;
  then.guarantee = kGuarantee;
  then.claim = run::PublishedClaim{"theorem 1", "one round", text::no_value("K is missing"), 1e-3};
  then.noise = NoiseWidth{.multiplier = 1.5, .in_average = 0.25, .clients = 60};
  then.premises = "The server is trusted. ";
  then.remarks = {"a", "", "b"};
  then.runs.push_back({"titanic my.csv", kGuarantee, {.delta = 1e-5}, {}});
  then.runs.back().releases.push_back(
      {.noise_multiplier = 1.25, .rate = 0.5, .count = 3, .round_rate = 0.25, .draws = 9});
  const CellAccount now = received<AccountCell>(then);
  CHECK(answered<AccountCell>(now).answer == answered<AccountCell>(then).answer);
  REQUIRE(now.guarantee);
  CHECK(privacy::describe(*now.guarantee) == privacy::describe(kGuarantee));
  REQUIRE(now.claim);
  CHECK(now.claim->epsilon.reason() == "K is missing");
  REQUIRE(now.runs.size() == 1);
  CHECK(now.runs[0].releases[0].draws == 9);
  CHECK_FALSE(received<AccountCell>({}).guarantee);
}

TEST_CASE("an audit comes from a worker as it was") {
  run::AuditFinding then;
  then.verdict = run::AuditVerdict::contradicted;
  then.within = kGuarantee;
  then.shown_gaussian = 4.5;
  then.errors = run::AuditFinding::Errors{0.125, 0.25, 0.5};
  then.seed = 11;
  then.why = "because";
  then.attack = run::Attack::stored;
  const run::AuditFinding now = received<AuditCell>(then);
  CHECK(now.verdict == then.verdict);
  CHECK(privacy::describe(now.within) == privacy::describe(then.within));
  CHECK(now.shown_gaussian == 4.5);
  CHECK(now.errors->missed == 0.25);
  CHECK(now.seed == 11);
  CHECK(now.why == "because");
  CHECK(now.attack == run::Attack::stored);
}

TEST_CASE("the other answers come from a worker as they were") {
  const auto bound = received<BoundCell>({0.25, bounds::ChainBound{3, "Theorem 1"}});
  CHECK(*bound.exact == 0.25);
  CHECK(bound.bound->w2 == 3);
  CHECK(bound.bound->theorem == "Theorem 1");
  const auto unbounded =
      received<BoundCell>({text::no_value("no law"), text::no_value("no theorem")});
  CHECK(unbounded.exact.reason() == "no law");
  CHECK(unbounded.bound.reason() == "no theorem");
  const oracles::Moments moments{Eigen::Vector2d(1, 2), Eigen::Matrix2d::Identity()};
  const auto posterior = received<FindPosterior>(moments);
  REQUIRE(posterior);
  CHECK(posterior->mean == moments.mean);
  CHECK(posterior->covariance == moments.covariance);
  CHECK_FALSE(received<FindPosterior>(std::nullopt));
  LabelCounts counts;
  counts.labels = problem::LabelHistogram::Constant(2, 3, 4);
  counts.tests = {5, 6};
  CHECK(received<CountLabels>(counts).labels == counts.labels);
  CHECK(received<CountLabels>(counts).tests == counts.tests);
  const auto privacy = received<FindPrivacy>({true, {{"run", ""}, "why"}});
  CHECK(privacy.said.about.section == "run");
  CHECK(privacy.said.message == "why");
  CHECK(received<FindBlas>(Blas{"name", "/lib/blas.so"})->file == "/lib/blas.so");
  const auto findings =
      received<TryRun>({{{{"metrics", "w2"}, "fault"}}, {{{"sampler", ""}, "note"}}});
  CHECK(findings.faults.front().about.metric == "w2");
  CHECK(findings.notes.front().message == "note");
  const auto refusals = received<CheckCells>({std::nullopt, {{{"model", ""}, "why"}}});
  CHECK_FALSE(refusals[0]);
  CHECK(refusals[1]->message == "why");
}

TEST_CASE("an answer that is cut short is refused") {
  const OutcomeMessage message = answered<CheckPlugin>(7);
  CHECK(answer_in<CheckPlugin>(message) == 7);
  for (std::size_t size = 0; size < message.answer.size(); ++size) {
    OutcomeMessage cut = message;
    cut.answer.resize(size);
    CHECK_THROWS_AS(answer_in<CheckPlugin>(cut), std::runtime_error);
  }
}

TEST_CASE("a question that failed has its reason in place of an answer") {
  OutcomeMessage message;
  message.outcome.status = record::RunStatus::failed;
  message.outcome.message = "no such file";
  CHECK_THROWS_WITH(answer_in<FindPrivacy>(message), "no such file");
}

}  // namespace questions_test
