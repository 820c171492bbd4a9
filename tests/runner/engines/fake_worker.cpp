#include "engines/fake_worker.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

#include "engine/frames.hpp"
#include "engine/protocol.hpp"
#include "engine/shared_loan.hpp"
#include "system/provenance.hpp"
#include "worker/worker.hpp"

namespace skald::test {
namespace {

namespace fs = std::filesystem;

HelloMessage hello_of(const std::string& behaviour) {
  HelloMessage message = hello();
  if (behaviour == "next_protocol") message.protocol = kProtocol + 1;
  if (behaviour == "other_program") {
    message.environment.git_commit = "0123456789";
    message.program = program_of(message.environment);
  }
  if (behaviour == "far") {
    message.environment.host = kFarHost;
    message.environment.cpu = kFarCpu;
  }
  return message;
}

[[noreturn]] void borrow(const RunnerConnection& runner, threads::CoreLoan& loan) {
  runner.answer(encode(ProgressMessage{0, 1}));
  while (true) {
    loan.hold(loan.share());
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

// A run has ended; the plugins of cells accept their options.
OutcomeMessage answer_to(const Job& job) {
  OutcomeMessage answer;
  answer.is_last = true;
  if (const auto* run = std::get_if<RunJob>(&job)) {
    answer.run = run->run;
  } else {
    const auto& check = std::get<CheckCells>(std::get<Question>(job));
    text::WireWriter wire;
    wire.put(CheckCells::Answer(check.cells.size()));
    answer.answer = wire.take();
  }
  return answer;
}

void be_worker(std::string behaviour, const fs::path& folder) {
  if (behaviour == "seven") {
    std::puts("begun");
    std::fflush(stdout);
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    ::_exit(7);
  }
  RunnerConnection runner;
  if (behaviour == "far_then_other") {
    behaviour = fs::exists(folder / "was_far") ? "other_program" : "far";
    std::ofstream(folder / "was_far") << "";
  }
  if (behaviour == "silent") write_frame(kRunnerSocket, 1, encode(ProgressMessage{0, 1}));
  if (behaviour != "silent") runner.answer(encode(hello_of(behaviour)));
  threads::CoreLoan* const loan = loan_from_runner();
  while (const auto frame = runner.next_job()) {
    if (behaviour == "borrower" && loan != nullptr) borrow(runner, *loan);
    if (behaviour != "far") std::ofstream(folder / "had_a_job") << "";
    runner.answer(encode(answer_to(decode_job(*frame))));
  }
}

// Runs before main(), which would parse the command line.
[[gnu::constructor]] void be_fake_worker(int count, char** arguments, char**) {
  if (count != 4 || arguments[1] != std::string("fake-worker")) return;
  be_worker(arguments[2], arguments[3]);
  ::_exit(0);
}

}  // namespace
}  // namespace skald::test
