#include "engine/messages.hpp"

#include "engine/protocol.hpp"
#include "test.hpp"
#include "text/wire.hpp"

TEST_CASE("a job comes back as it was sent") {
  RunJob job;
  job.cell = "{}";
  job.replicate = 7;
  job.is_reference = true;
  job.reference.predictive_average = Eigen::MatrixXd::Random(2, 3);
  job.reference.draws = Eigen::MatrixXd::Random(4, 5);
  job.why_no_reference = "why";
  job.pause = run::PausePoint{"accuracy", 30, true};
  job.memory = 1 << 20;
  job.checkpoint = {"file", "identity", 2.5};
  job.data = {"a1", "b2"};
  job.plugins = {"c3"};
  job.threads = 4;
  job.borrows = true;
  const auto back = std::get<RunJob>(decode_job(encode(job)));
  CHECK(encode(back) == encode(job));
  CHECK(back.cell == "{}");
  CHECK(*back.reference.predictive_average == *job.reference.predictive_average);
  CHECK(*back.reference.draws == *job.reference.draws);
  CHECK(back.pause == job.pause);
  CHECK(back.borrows);
}

TEST_CASE("an outcome comes back bit for bit, not-a-number and infinities included") {
  constexpr double inf = std::numeric_limits<double>::infinity();
  OutcomeMessage message;
  message.outcome.status = record::RunStatus::diverged;
  message.outcome.message = "two\nlines";
  message.outcome.series = {{"nll", {{10, 0.1}, {20, std::nan("")}}, {0.1, -inf, inf, 0.5, 20}}};
  message.outcome.vectors = {{"sampler.norm", {{10, {0.5, std::nan("")}}, {20, {}}}}};
  message.outcome.costs = Costs{1, 2, 3, 4, 5, inf};
  message.outcome.events = {{std::nullopt, "note", "a"}, {20, "diverged", "b"}};
  message.outcome.formulas = {{"sampler.step", 0.1}};
  message.outcome.used = {0.5, 0.25, 0.125, 12345};
  message.outcome.for_others.draws = Eigen::MatrixXd::Constant(2, 2, inf);
  message.outcome.temperature = 2.5;
  message.outcome.moments = {{10, 0.5, Costs{1, 2}}};
  message.outcome.coefficients.emplace().features = {{"age", 38.5, 0.1, false}};
  message.answer = std::string("\0an answer", 10);
  const std::string bytes = encode(message);
  CHECK(kind_of(bytes) == MessageKind::outcome);
  const OutcomeMessage back = decode<OutcomeMessage>(bytes);
  CHECK(back.outcome.status == record::RunStatus::diverged);
  CHECK(back.outcome.message == "two\nlines");
  REQUIRE(back.outcome.series.size() == 1);
  CHECK(back.outcome.series[0].points[0].value == 0.1);
  CHECK(std::isnan(back.outcome.series[0].points[1].value));
  CHECK(back.outcome.series[0].summary.min == -inf);
  CHECK(back.outcome.series[0].summary.first_non_finite == 20);
  REQUIRE(back.outcome.vectors.size() == 1);
  CHECK(back.outcome.vectors[0].metric == "sampler.norm");
  REQUIRE(back.outcome.vectors[0].points.size() == 2);
  CHECK(back.outcome.vectors[0].points[0].values[0] == 0.5);
  CHECK(std::isnan(back.outcome.vectors[0].points[0].values[1]));
  CHECK(back.outcome.vectors[0].points[1].values.empty());
  CHECK(back.outcome.costs->eps_spent == inf);
  CHECK(back.outcome.events[1].iteration == 20);
  CHECK_FALSE(back.outcome.events[0].iteration);
  CHECK(back.outcome.formulas == message.outcome.formulas);
  CHECK(back.outcome.used.metric_seconds == 0.125);
  CHECK_FALSE(back.outcome.for_others.predictive_average);
  CHECK(*back.outcome.for_others.draws == *message.outcome.for_others.draws);
  CHECK(back.outcome.used.cpu_seconds == 0.25);
  CHECK(back.outcome.used.wall_seconds == 0.5);
  CHECK(back.outcome.used.peak_memory == 12345);
  CHECK(back.outcome.temperature == 2.5);
  CHECK(back.outcome.moments[0].costs.bits_up == 2);
  CHECK(back.outcome.coefficients == message.outcome.coefficients);
  CHECK(back.answer == message.answer);
  CHECK(encode(back) == bytes);
}

TEST_CASE("a call of a plugin is told by its name, and its end by none") {
  const std::string bytes = encode(CallMessage{"the constructor of sampler 'x'"});
  CHECK(kind_of(bytes) == MessageKind::call);
  CHECK(decode<CallMessage>(bytes).call == "the constructor of sampler 'x'");
  CHECK(decode<CallMessage>(encode(CallMessage{})).call.empty());
}

TEST_CASE("a check is told by its name when it begins, and then by what it has found") {
  const std::string begun = encode(CheckMessage{"fixed point", {}});
  CHECK(kind_of(begun) == MessageKind::check);
  CHECK(decode<CheckMessage>(begun).begins == "fixed point");
  std::string found = encode(CheckMessage{"", {conformance::undecided("check", "why")}});
  const CheckMessage back = decode<CheckMessage>(found);
  REQUIRE(back.findings.size() == 1);
  CHECK(back.findings[0].verdict == conformance::Verdict::undecided);
  CHECK(back.findings[0].found == "why");
  found[1 + 8 + 8 + 8 + 5] = 99;  // the verdict, after the kind, no name, a number and "check"
  CHECK_THROWS_AS(decode<CheckMessage>(found), std::runtime_error);
}

TEST_CASE("a hello tells the environment, and of another protocol what stays the same") {
  HelloMessage message = hello();
  message.environment.host = "elsewhere";
  const HelloMessage back = decode<HelloMessage>(encode(message));
  CHECK(back.protocol == kProtocol);
  CHECK(back.program == message.program);
  CHECK(back.environment.host == "elsewhere");
  CHECK(back.environment.cpu == message.environment.cpu);
  CHECK(back.environment.instruction_set == message.environment.instruction_set);
  CHECK(back.environment.skald_version == message.environment.skald_version);
  CHECK(back.environment.git_commit == message.environment.git_commit);
  CHECK(back.environment.git_dirty == message.environment.git_dirty);
  CHECK(back.environment.build == message.environment.build);

  text::WireWriter later;  // whatever a later version says after its program
  later.put(MessageKind::hello);
  later.put(kProtocol + 1);
  later.put(std::string("skald 9.0.0"));
  later.put(0.5);
  CHECK(decode<HelloMessage>(later.take()).program == "skald 9.0.0");
  const std::string known = encode(message);
  CHECK_THROWS_AS(decode<HelloMessage>(known.substr(0, known.size() - 1)), std::runtime_error);
}

TEST_CASE("a job of a kind that there is not is refused") {
  std::string bytes = encode(CheckCells{{"{}"}});
  CHECK(std::holds_alternative<Question>(decode_job(bytes)));
  bytes[1] = 99;  // which question
  CHECK_THROWS_WITH(decode_job(bytes), Catch::Contains("of a kind that there is not"));
  bytes[0] = 2;  // neither a run nor a question
  CHECK_THROWS_WITH(decode_job(bytes), Catch::Contains("of a kind that there is not"));
}

TEST_CASE("what a plugin has written over is refused, not believed") {
  std::string bytes = encode(OutcomeMessage{});
  bytes[1 + 8] = 99;  // the status, after the length of the empty name of the run
  CHECK_THROWS_AS(decode<OutcomeMessage>(bytes), std::runtime_error);
}

TEST_CASE("messages that are cut short or of no kind are refused") {
  const std::string bytes = encode(OutcomeMessage{});
  CHECK_THROWS_AS(decode<OutcomeMessage>(bytes.substr(0, bytes.size() - 1)), std::runtime_error);
  CHECK_THROWS_AS(kind_of(""), std::runtime_error);
  CHECK_THROWS_AS(kind_of("Z"), std::runtime_error);
  CHECK(decode<ProgressMessage>(encode(ProgressMessage{3, 9})).wanted == 9);
  CHECK_THROWS_AS(decode<OutcomeMessage>(""), std::runtime_error);
  CHECK_THROWS_WITH(decode<OutcomeMessage>(encode(ProgressMessage{3, 9})),
                    Catch::Contains("another kind"));
}
