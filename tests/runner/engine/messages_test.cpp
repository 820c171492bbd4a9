#include "engine/messages.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "catch.hpp"
#include "engine/protocol.hpp"
#include "text/wire.hpp"

using namespace skald;

TEST_CASE("a job comes back as it was sent") {
  Job job;
  job.task = JobTask::account;
  job.question = "what?";
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
  const Job back = decode_job(encode(job));
  CHECK(back.task == JobTask::account);
  CHECK(back.question == "what?");
  CHECK(back.cell == "{}");
  CHECK(back.replicate == 7);
  CHECK(back.is_reference);
  CHECK(*back.reference.predictive_average == *job.reference.predictive_average);
  CHECK(*back.reference.draws == *job.reference.draws);
  CHECK(back.why_no_reference == "why");
  CHECK(back.pause == job.pause);
  CHECK(back.memory == 1 << 20);
  CHECK(back.checkpoint.file == "file");
  CHECK(back.checkpoint.identity == "identity");
  CHECK(back.checkpoint.seconds == 2.5);
  CHECK(back.check.empty());
  CHECK(back.data == std::vector<std::string>{"a1", "b2"});
  CHECK(back.plugins == std::vector<std::string>{"c3"});
  CHECK(back.threads == 4);
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
  message.report = std::string("\0an answer", 10);
  const std::string bytes = encode(message);
  CHECK(kind_of(bytes) == MessageKind::outcome);
  const OutcomeMessage back = decode_outcome(bytes);
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
  CHECK(back.report == message.report);
}

TEST_CASE("a call of a plugin is told by its name, and its end by none") {
  const std::string bytes = encode(CallMessage{"the constructor of sampler 'x'"});
  CHECK(kind_of(bytes) == MessageKind::call);
  CHECK(decode_call(bytes).call == "the constructor of sampler 'x'");
  CHECK(decode_call(encode(CallMessage{})).call.empty());
}

TEST_CASE("a hello tells the environment, and of another protocol what stays the same") {
  HelloMessage message = hello();
  message.environment.host = "elsewhere";
  const HelloMessage back = decode_hello(encode(message));
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
  CHECK(decode_hello(later.take()).program == "skald 9.0.0");
  const std::string known = encode(message);
  CHECK_THROWS_AS(decode_hello(known.substr(0, known.size() - 1)), std::runtime_error);
}

TEST_CASE("a job of a task that there is not is refused") {
  Job job;
  job.task = static_cast<JobTask>(200);
  CHECK_THROWS_WITH(decode_job(encode(job)), "a message to a worker has no task that there is");
}

TEST_CASE("what a plugin has written over is refused, not believed") {
  OutcomeMessage message;
  message.outcome.status = static_cast<record::RunStatus>(99);
  CHECK_THROWS_WITH(decode_outcome(encode(message)),
                    "a message from a worker has no status that there is");
  for (const char flag : {char{2}, char{-1}}) {
    text::WireWriter wire;
    wire.put(flag);
    const std::string boolean = wire.take();
    CHECK_THROWS_AS(text::WireReader(boolean).get<bool>(), std::runtime_error);
  }
  for (const auto& [rows, columns] : {std::pair<std::int64_t, std::int64_t>{-1, 1},
                                      {1, -1},
                                      {std::int64_t{1} << 61, 8},
                                      {1000, 1000}}) {
    text::WireWriter wire;
    wire.put(rows);
    wire.put(columns);
    wire.put(0.5);
    const std::string matrix = wire.take();
    CHECK_THROWS_AS(text::WireReader(matrix).get<Eigen::MatrixXd>(), std::runtime_error);
  }
}

TEST_CASE("messages that are cut short or of no kind are refused") {
  const std::string bytes = encode(OutcomeMessage{});
  CHECK_THROWS_AS(decode_outcome(bytes.substr(0, bytes.size() - 1)), std::runtime_error);
  CHECK_THROWS_AS(kind_of(""), std::runtime_error);
  CHECK_THROWS_AS(kind_of("Z"), std::runtime_error);
  CHECK(decode_progress(encode(ProgressMessage{3, 9})).wanted == 9);
  CHECK_THROWS_AS(decode_outcome(""), std::runtime_error);
  CHECK_THROWS_WITH(decode_outcome(encode(ProgressMessage{3, 9})), Catch::Contains("another kind"));
}
