// The interface between code that wants jobs done and engines that do them.
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
  // Time from the first message about the job, without that for which the runner was stopped. A
  // stopped worker has its time: whoever can stop itself could otherwise go on without end.
  std::optional<double> seconds;
  std::optional<std::int64_t> memory;  // resident bytes
};

// How a worker process ended.
struct ProcessEnd {
  std::optional<int> signal;  // the signal that killed it
  int exit_code = 0;          // if no signal killed it
  bool lingered = false;      // it closed its connection but did not end, and was killed
};

// Something that happened to a job.
struct JobEvent {
  enum class Kind {
    message,               // a message of its worker: `frame`, as messages.hpp encodes it
    ended,                 // the worker process ended without an answer: `end`, `output`
    unreadable,            // the worker sent something that is no message, and was ended
    strayed,               // the worker answered for another job, and was ended
    timed_out,             // stopped at its time limit
    stuck,                 // stopped since the plugin's code in `call` did not return in time
    out_of_memory,         // stopped at its memory limit
    shared_out_of_memory,  // stopped as the largest when all jobs together passed the limit
    refused                // not done, through no fault of the job: `refusal`
  };
  Kind kind = Kind::message;
  std::size_t job = 0;
  std::string frame;
  ProcessEnd end;
  std::string output;   // the last lines that the worker printed; with an outcome or an end
  std::string call;     // the plugin's call that the worker was in; empty if it reported none
  double limit = 0;     // the exceeded limit in seconds, for timed_out and stuck
  double seconds = 0;   // that the job has taken, counted as for limits, unless a message
  std::string refusal;  // a sentence for the user: why the job was not done, and what to do
  // The worker's environment as it reported it, without plugins. Null if the worker was lost before
  // it reported it; never null in a message.
  std::shared_ptr<const record::EnvironmentRecord> environment;
};

// Has jobs done, each in isolation, and reports what became of them, without judging it. The caller
// names jobs as it likes, but no two jobs at a time by the same number. Not thread-safe: all
// functions must be called from one thread; work is done only within wait().
//
// The life of a job: has_idle(), submit(), events from wait(). The last event of a job is one that
// is not a message, or the message that the caller accepts as the answer: it then calls release(),
// or abandon() if it does not believe a message. After that the number is free, and no further
// event of this job comes.
//
// Every engine owes the following to the promise that a run is stored once (docs/exactly-once.md),
// wherever its workers are:
// - A submitted job is given to one worker, once. An engine that cannot know whether a worker has
//   it finds out, or ends the worker.
// - An event that ends a job comes only when nobody works on it any more: two workers on one run
//   would write the same checkpoint and the same draws. The same holds when abandon() or kill_all()
//   returns.
// - A worker is given a job only after it has said hello (messages.hpp) and refusal_of() has
//   accepted it; its environment goes with every message. A worker that is not accepted is reported
//   by a `refused` event.
// - A message is passed on unchanged, once, and in the order in which the worker sent it. A worker
//   that sends anything else (another job's number, no frame) is ended.
// - `ended` reports the true end of the process: if a signal that shuts systems down ended it, or
//   its machine was lost, the run is not at fault and is done again.
// - Paths in a job (data, plugins, checkpoint, samples) mean the same to the worker, or the engine
//   carries the files. The worker itself checks plugins and data against the digests in the job.
// - The caller encodes a job once. An engine that queues jobs elsewhere may accept many of them:
//   has_idle() says whether it wants another, and limits begin with a job's first message, not
//   while it waits.
class Engine {
 public:
  virtual ~Engine() = default;

  // Whether a job may be submitted now. This may become true just by waiting.
  virtual bool has_idle() const = 0;
  // The greatest number of jobs under way at a time, for estimates.
  virtual std::size_t jobs_at_once() const = 0;
  // Takes a job, as encode(Job) gives it; has_idle() must be true. Throws std::system_error if the
  // system refuses something that the job needs; the job is then not taken.
  virtual void submit(std::size_t job, const std::string& frame, const JobLimits& limits) = 0;
  // Accepts the job's answer: its worker may be given another job, unless the answer says that it
  // was the worker's last (OutcomeMessage::is_last). Does nothing if the job has ended already.
  virtual void release(std::size_t job, bool is_last) = 0;
  // Ends whoever works on the job, so that it has no further effect.
  virtual void abandon(std::size_t job) = 0;
  // Lends a job that borrows (Job::borrows) that many cores beside its own, in place of those lent
  // before; those that it still holds come back as soon as calls under way have returned. Does
  // nothing if the job has ended.
  virtual void lend(std::size_t job, int cores) = 0;
  // Returns how many of the cores lent to the job are not back yet; 0 once it has ended, in
  // whatever way.
  virtual int lent(std::size_t job) const = 0;
  // Waits until something happens, for about `longest` at most, and returns what did.
  virtual std::vector<JobEvent> wait(std::chrono::milliseconds longest) = 0;
  // Asks every run under way to save its state as soon as possible and answer with StoppedMessage.
  virtual void ask_to_end() = 0;
  // Ends everything that is under way, including processes that plugins have started, and forgets
  // its jobs. The destructor of an engine does the same.
  virtual void kill_all() = 0;
};

}  // namespace skald
