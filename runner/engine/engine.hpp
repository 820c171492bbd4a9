// The seam between those who want jobs done and those who have them done.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "record/records.hpp"

namespace skald {

struct JobLimits {
  std::optional<double> seconds;       // wall time from the first message about the job on
  std::optional<std::int64_t> memory;  // resident bytes
};

// How a process ended.
struct ProcessEnd {
  std::optional<int> signal;  // that killed it
  int exit_code = 0;          // otherwise
  bool lingered = false;      // it had closed its connection and lived on, and was killed for that
};

// What became known of a job.
struct JobEvent {
  enum class Kind {
    message,               // what its worker says, as messages.hpp encodes it, in `frame`
    ended,                 // the worker's process ended without an answer: `end`, `output`
    unreadable,            // the worker said something that is no message; it is gone
    strayed,               // the worker answered for another job; it is gone
    timed_out,             // stopped at its time limit
    stuck,                 // stopped as the plugin's code in `call` did not come back in time
    out_of_memory,         // stopped at its memory limit
    shared_out_of_memory,  // stopped as the largest when all together passed the engine's limit
    refused                // not done, for no fault of the job; `refusal` says why, and what to do
  };
  Kind kind = Kind::message;
  std::size_t job = 0;
  std::string frame;
  ProcessEnd end;
  std::string output;   // the last lines that the worker printed
  std::string call;     // of a plugin that the worker was in; empty: none that it told of
  double limit = 0;     // seconds that it took too long for; timed_out and stuck
  std::string refusal;  // a sentence for people
  // Where and with what the job is done, in the worker's own words, without plugins. Nothing where
  // the worker was lost before it said so; every message comes from one that has.
  std::shared_ptr<const record::EnvironmentRecord> environment;
};

// Has jobs done, each alone, and says what became of them; judges nothing. Its user names jobs as
// it likes, no two at a time by one name, and keeps to one thread: no function is called while
// another runs, and what is to happen happens in wait().
//
// The life of a job: has_idle(), submit(), events from wait(). The last event of a job is any other
// than a message, or the message that its user takes for the last: the answer, after which it calls
// release(); or whatever it does not believe, after which it calls abandon(). The name is free
// then, and no event of this job comes any more.
//
// What every engine owes to the promise that a run is stored once (docs/exactly-once.md), wherever
// its workers are:
// - A job that was submitted once is handed to one worker once. Where an engine cannot know whether
//   a worker has it, it finds out, or ends the worker.
// - An event that ends a job comes when nobody works on it any more: two workers on one run would
//   write the same checkpoint and the same draws. The same holds when abandon() or kill_all()
//   return.
// - A worker has said hello (messages.hpp) before it is given a job, and refusal_of() had nothing
//   against it; its environment goes with every message. One that is refused is a `refused` event.
// - A message is passed on as it came, once, in the order of its worker. What cannot be one
//   (another job's number, no frame) ends the worker.
// - `ended` tells the truth of the end: a signal that shuts systems down, or a worker that was lost
//   with its machine, is not the run's fault, and it is done again.
// - Paths in a job (data, plugins, checkpoint, samples) mean the same to the worker, or the engine
//   carries the files; plugins and data are held to the digests in the job by the worker itself.
// - A job is encoded once by its user. An engine that queues jobs elsewhere may take many of them:
//   has_idle() says whether it wants another, and limits begin with a job's first message, not with
//   its wait.
class Engine {
 public:
  virtual ~Engine() = default;

  // Whether a job may be submitted now. May turn true by waiting alone.
  virtual bool has_idle() const = 0;
  // How many jobs are under way at a time, at most: for estimates.
  virtual std::size_t jobs_at_once() const = 0;
  // Takes a job, encode(Job); has_idle() must hold. Throws std::system_error where the system
  // refuses what is needed for it: then the job was not taken.
  virtual void submit(std::size_t job, const std::string& frame, const JobLimits& limits) = 0;
  // The answer is accepted: the worker may be given another job, unless it says that this one is
  // its last (OutcomeMessage::is_last). Nothing where the job has ended already.
  virtual void release(std::size_t job, bool is_last) = 0;
  // The job is to have no effect any more: ends whoever works on it.
  virtual void abandon(std::size_t job) = 0;
  // Waits until something happens, at most about so long, and says what did.
  virtual std::vector<JobEvent> wait(std::chrono::milliseconds longest) = 0;
  // Has every run under way saved, which then answers with StoppedMessage, as soon as it can be.
  virtual void ask_to_end() = 0;
  // Ends all that is under way, with what plugins started there; its jobs are forgotten. An engine
  // does so too when it is destroyed.
  virtual void kill_all() = 0;
};

}  // namespace skald
