#include "engine/messages.hpp"

#include "engine/protocol.hpp"
#include "record/record_wire.hpp"
#include "text/wire.hpp"

namespace skald {
namespace {

// All fields but the plugins, which the runner knows for each run.
constexpr std::string record::EnvironmentRecord::*kEnvironmentFields[] = {
    &record::EnvironmentRecord::host,
    &record::EnvironmentRecord::cpu,
    &record::EnvironmentRecord::instruction_set,
    &record::EnvironmentRecord::skald_version,
    &record::EnvironmentRecord::git_commit,
    &record::EnvironmentRecord::git_dirty,
    &record::EnvironmentRecord::build};

// J is Job or const Job.
template <class J, class Use>
void for_each_field(J& job, Use use) {
  use(job.task);
  use(job.is_trial);
  use(job.run);
  use(job.check);
  use(job.question);
  use(job.cell);
  use(job.replicate);
  use(job.is_reference);
  use(job.reference.predictive_average);
  use(job.reference.draws);
  use(job.why_no_reference);
  use(job.memory);
  use(job.checkpoint.file);
  use(job.checkpoint.identity);
  use(job.checkpoint.seconds);
  use(job.samples);
  use(job.threads);
  use(job.borrows);
  use(job.data);
  use(job.plugins);
}

void put(text::WireWriter& wire, const std::optional<run::PausePoint>& pause) {
  wire.put(pause.has_value());
  if (!pause) return;
  wire.put(pause->metric);
  wire.put(pause->at);
  wire.put(pause->in_rounds);
}

void read(text::WireReader& wire, std::optional<run::PausePoint>& pause) {
  pause.reset();
  if (!wire.get<bool>()) return;
  run::PausePoint& point = pause.emplace();
  wire.read(point.metric);
  wire.read(point.at);
  wire.read(point.in_rounds);
}

text::WireReader body(std::string_view message, MessageKind kind) {
  if (kind_of(message) == kind) return text::WireReader(message.substr(1));
  throw std::runtime_error("a message from a worker is of another kind than was expected");
}

}  // namespace

std::string encode(const Job& job) {
  text::WireWriter wire;
  for_each_field(job, [&wire](const auto& field) { wire.put(field); });
  put(wire, job.pause);
  return wire.take();
}

Job decode_job(std::string_view bytes) {
  text::WireReader wire(bytes);
  Job job;
  for_each_field(job, [&wire](auto& field) { wire.read(field); });
  read(wire, job.pause);
  if (job.task > JobTask::bound)
    throw std::runtime_error("a message to a worker has no task that there is");
  return job;
}

std::string encode(const ProgressMessage& message) {
  text::WireWriter wire;
  wire.put(MessageKind::progress);
  wire.put(message.done);
  wire.put(message.wanted);
  return wire.take();
}

ProgressMessage decode_progress(std::string_view bytes) {
  text::WireReader wire = body(bytes, MessageKind::progress);
  ProgressMessage message;
  wire.read(message.done);
  wire.read(message.wanted);
  return message;
}

std::string encode(const OutcomeMessage& message) {
  text::WireWriter wire;
  wire.put(MessageKind::outcome);
  wire.put(message.run);
  record::put(wire, message.outcome);
  wire.put(message.wall_seconds);
  wire.put(message.cpu_seconds);
  wire.put(message.peak_memory);
  wire.put(message.samples);
  wire.put(message.is_last);
  wire.put(message.report);
  return wire.take();
}

OutcomeMessage decode_outcome(std::string_view bytes) {
  text::WireReader wire = body(bytes, MessageKind::outcome);
  OutcomeMessage message;
  wire.read(message.run);
  record::read(wire, message.outcome);
  wire.read(message.wall_seconds);
  wire.read(message.cpu_seconds);
  wire.read(message.peak_memory);
  wire.read(message.samples);
  wire.read(message.is_last);
  wire.read(message.report);
  return message;
}

std::string encode(const CallMessage& message) {
  text::WireWriter wire;
  wire.put(MessageKind::call);
  wire.put(message.call);
  return wire.take();
}

CallMessage decode_call(std::string_view bytes) {
  text::WireReader wire = body(bytes, MessageKind::call);
  CallMessage message;
  wire.read(message.call);
  return message;
}

std::string encode(const StoppedMessage& message) {
  text::WireWriter wire;
  wire.put(MessageKind::stopped);
  wire.put(message.hindrance);
  return wire.take();
}

StoppedMessage decode_stopped(std::string_view bytes) {
  text::WireReader wire = body(bytes, MessageKind::stopped);
  StoppedMessage message;
  wire.read(message.hindrance);
  return message;
}

std::string encode(const HelloMessage& message) {
  text::WireWriter wire;
  wire.put(MessageKind::hello);
  wire.put(message.protocol);
  wire.put(message.program);
  for (const auto field : kEnvironmentFields) wire.put(message.environment.*field);
  return wire.take();
}

HelloMessage decode_hello(std::string_view bytes) {
  text::WireReader wire = body(bytes, MessageKind::hello);
  HelloMessage message;
  wire.read(message.protocol);
  wire.read(message.program);
  if (message.protocol != kProtocol) return message;
  for (const auto field : kEnvironmentFields) wire.read(message.environment.*field);
  return message;
}

MessageKind kind_of(std::string_view message) {
  if (message.empty()) throw std::runtime_error("an empty message from a worker");
  const auto kind = static_cast<MessageKind>(message.front());
  if (kind <= MessageKind::hello) return kind;
  throw std::runtime_error("a message of unknown kind from a worker");
}

}  // namespace skald
