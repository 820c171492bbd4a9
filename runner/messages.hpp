// What the runner and its workers say to each other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cell/run_cell.hpp"

namespace skald {

// Where a run is saved on its way.
struct CheckpointPlace {
  std::string file;
  std::string identity;  // of what may go on from it: run, executable, plugins
  double seconds = 0;    // between checkpoints
};

// Runner to worker: do this run, or only see whether plugins take their options. Cells are as
// write_cell() gives them.
struct Job {
  // If not empty, all there is to do: the answer has an event for every one of these cells that is
  // refused, `iteration` its index.
  std::vector<std::string> check;
  std::string cell;
  std::uint64_t replicate = 0;
  bool is_reference = false;
  std::optional<Eigen::MatrixXd> reference;
  std::string no_reference;            // why there is none; empty: the grid names none
  std::optional<std::int64_t> memory;  // bytes beyond which allocation is to fail
  CheckpointPlace checkpoint;
};

// Worker to runner, each message with its kind first.
enum class MessageKind : std::uint8_t { progress, outcome };

struct ProgressMessage {
  std::int64_t done = 0;
  std::int64_t wanted = 0;
};

struct OutcomeMessage {
  RunOutcome outcome;
  double cpu_seconds = 0;
  std::int64_t peak_memory = 0;  // bytes
};

std::string encode(const Job& job);
Job decode_job(std::string_view bytes);
std::string encode(const ProgressMessage& message);
ProgressMessage decode_progress(std::string_view bytes);
std::string encode(const OutcomeMessage& message);
OutcomeMessage decode_outcome(std::string_view bytes);

// Throws std::runtime_error for an unknown kind or no bytes.
MessageKind kind_of(std::string_view message);

}  // namespace skald
