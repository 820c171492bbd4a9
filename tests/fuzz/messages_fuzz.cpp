// Fuzz target: any bytes as a message between runner and worker, or edits of a valid one; the first
// byte chooses which. What is read holds no more than the bytes do, and is unchanged when it is
// written and read again; a refusal is a sentence about a message.
#include "engine/messages.hpp"

#include "engine/protocol.hpp"
#include "fuzz_target.hpp"

namespace {

using namespace skald;

RunJob run_job() {
  RunJob job;
  job.run = std::string(64, 'a');
  job.cell = "{}";
  job.reference.predictive_average = Eigen::MatrixXd::Constant(2, 3, 0.5);
  job.reference.draws = Eigen::MatrixXd::Constant(1, 4, 0.5);
  job.why_no_reference = "why";
  job.pause = run::PausePoint{"accuracy", 30, true};
  job.memory = 1;
  job.checkpoint = {"file", "identity", 1};
  job.samples = "file.npy";
  job.data = {"sum"};
  job.plugins = {"sum", "sum"};
  return job;
}

OutcomeMessage outcome() {
  OutcomeMessage message;
  message.run = std::string(64, 'a');
  message.outcome.message = "why";
  message.outcome.series = {{"nll", {{10, 0.5}, {20, 0.25}}, {0.25, 0.25, 0.5, 0.375, 20}}};
  message.outcome.costs = Costs{1, 2, 3, 4, 5, 6};
  message.outcome.events = {{std::nullopt, "note", "a"}, {20, "resumed", "b"}};
  message.outcome.formulas = {{"sampler.step", 0.1}};
  message.outcome.for_others.predictive_average = Eigen::MatrixXd::Constant(2, 3, 0.5);
  message.outcome.for_others.draws = Eigen::MatrixXd::Constant(1, 4, 0.5);
  message.outcome.label_histogram = "{}";
  message.samples = R"({"file": "file.npy"})";
  return message;
}

HelloMessage hello_message() {
  HelloMessage message{.protocol = kProtocol, .program = "skald 1.0.0", .environment = {}};
  message.environment.host = "host";
  message.environment.skald_version = "1.0.0";
  return message;
}

template <class Decode>
void check_round_trip(std::string_view bytes, Decode decode) {
  fuzz::refuses(
      [&] {
        const std::string again = encode(decode(bytes));
        fuzz::require(again.size() <= bytes.size());
        fuzz::require(encode(decode(again)) == again);
      },
      {"message"});
}

// For another protocol only the beginning is read, so encode() writes more than was read.
void check_hello(const std::string& bytes) {
  fuzz::refuses([&] { fuzz::require(decode<HelloMessage>(bytes).program.size() <= bytes.size()); },
                {"message"});
  if (bytes.size() < 5 || bytes.compare(1, 4, encode(hello_message()), 1, 4) != 0) return;
  check_round_trip(bytes, decode<HelloMessage>);
}

}  // namespace

FUZZ_TARGET(messages, bytes) {
  const std::uint8_t choice = fuzz::take_byte(bytes);
  const auto given = [&](const std::string& valid) {
    return choice % 2 == 0 ? std::string(bytes) : fuzz::edited(valid, bytes);
  };
  switch (choice / 2 % 4) {
    case 0:
      return check_round_trip(given(encode(run_job())), decode_job);
    case 1:
      return check_round_trip(given(encode(ProgressMessage{1, 2})), decode<ProgressMessage>);
    case 2:
      return check_round_trip(given(encode(outcome())), decode<OutcomeMessage>);
    default:
      return check_hello(given(encode(hello_message())));
  }
}
