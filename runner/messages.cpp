#include "messages.hpp"

#include "cell/wire.hpp"

namespace skald {
namespace {

void put(WireWriter& wire, const SeriesRecord& series) {
  wire.put(series.metric);
  wire.put(static_cast<std::uint64_t>(series.points.size()));
  for (const PointRecord& point : series.points) {
    wire.put(point.iteration);
    wire.put(point.value);
  }
  const SeriesSummary& s = series.summary;
  for (const double value : {s.last, s.min, s.max, s.mean}) wire.put(value);
  wire.put(s.first_non_finite);
}

SeriesRecord get_series(WireReader& wire) {
  SeriesRecord series;
  wire.read(series.metric);
  for (auto n = wire.get<std::uint64_t>(); n > 0; --n) {
    PointRecord& point = series.points.emplace_back();
    wire.read(point.iteration);
    wire.read(point.value);
  }
  SeriesSummary& s = series.summary;
  for (double* value : {&s.last, &s.min, &s.max, &s.mean}) wire.read(*value);
  wire.read(s.first_non_finite);
  return series;
}

void put(WireWriter& wire, const ReferenceOutcome& outcome) {
  wire.put(outcome.predictive_average);
  wire.put(outcome.draws);
}

void read(WireReader& wire, ReferenceOutcome& outcome) {
  wire.read(outcome.predictive_average);
  wire.read(outcome.draws);
}

constexpr double LedgerRecord::*kLedger[] = {
    &LedgerRecord::rounds,    &LedgerRecord::bits_up,
    &LedgerRecord::bits_down, &LedgerRecord::gradient_evaluations,
    &LedgerRecord::normals,   &LedgerRecord::eps_spent};

void put(WireWriter& wire, const RunOutcome& outcome) {
  wire.put(outcome.status);
  wire.put(outcome.message);
  wire.put(static_cast<std::uint64_t>(outcome.series.size()));
  for (const SeriesRecord& series : outcome.series) put(wire, series);
  wire.put(outcome.ledger.has_value());
  if (outcome.ledger) {
    for (const auto member : kLedger) wire.put(*outcome.ledger.*member);
  }
  wire.put(static_cast<std::uint64_t>(outcome.events.size()));
  for (const EventRecord& event : outcome.events) {
    wire.put(event.iteration);
    wire.put(event.kind);
    wire.put(event.message);
  }
  wire.put(outcome.formulas);
  put(wire, outcome.for_others);
  wire.put(outcome.metric_seconds);
  wire.put(outcome.label_histogram);
}

RunOutcome get_outcome(WireReader& wire) {
  RunOutcome outcome;
  wire.read(outcome.status);
  if (outcome.status < RunStatus::ok || outcome.status > RunStatus::input_changed) {
    throw std::runtime_error("a message from a worker has no status that there is");
  }
  wire.read(outcome.message);
  for (auto n = wire.get<std::uint64_t>(); n > 0; --n) outcome.series.push_back(get_series(wire));
  if (wire.get<bool>()) {
    outcome.ledger.emplace();
    for (const auto member : kLedger) wire.read(*outcome.ledger.*member);
  }
  for (auto n = wire.get<std::uint64_t>(); n > 0; --n) {
    EventRecord& event = outcome.events.emplace_back();
    wire.read(event.iteration);
    wire.read(event.kind);
    wire.read(event.message);
  }
  wire.read(outcome.formulas);
  read(wire, outcome.for_others);
  wire.read(outcome.metric_seconds);
  wire.read(outcome.label_histogram);
  return outcome;
}

// J is Job or const Job.
template <class J, class Use>
void for_each_field(J& job, Use use) {
  use(job.run);
  use(job.check);
  use(job.prepare);
  use(job.cell);
  use(job.replicate);
  use(job.is_reference);
  use(job.reference.predictive_average);
  use(job.reference.draws);
  use(job.no_reference);
  use(job.memory);
  use(job.checkpoint.file);
  use(job.checkpoint.identity);
  use(job.checkpoint.seconds);
  use(job.samples);
  use(job.data);
  use(job.plugins);
}

WireReader body(std::string_view message) { return WireReader(message.substr(1)); }

}  // namespace

std::string encode(const Job& job) {
  WireWriter wire;
  for_each_field(job, [&wire](const auto& field) { wire.put(field); });
  return wire.take();
}

Job decode_job(std::string_view bytes) {
  WireReader wire(bytes);
  Job job;
  for_each_field(job, [&wire](auto& field) { wire.read(field); });
  return job;
}

std::string encode(const ProgressMessage& message) {
  WireWriter wire;
  wire.put(MessageKind::progress);
  wire.put(message.done);
  wire.put(message.wanted);
  return wire.take();
}

ProgressMessage decode_progress(std::string_view bytes) {
  WireReader wire = body(bytes);
  ProgressMessage message;
  wire.read(message.done);
  wire.read(message.wanted);
  return message;
}

std::string encode(const OutcomeMessage& message) {
  WireWriter wire;
  wire.put(MessageKind::outcome);
  wire.put(message.run);
  put(wire, message.outcome);
  wire.put(message.cpu_seconds);
  wire.put(message.peak_memory);
  wire.put(message.samples);
  wire.put(message.is_last);
  return wire.take();
}

OutcomeMessage decode_outcome(std::string_view bytes) {
  WireReader wire = body(bytes);
  OutcomeMessage message;
  wire.read(message.run);
  message.outcome = get_outcome(wire);
  wire.read(message.cpu_seconds);
  wire.read(message.peak_memory);
  wire.read(message.samples);
  wire.read(message.is_last);
  return message;
}

std::string encode_stopped() {
  WireWriter wire;
  wire.put(MessageKind::stopped);
  return wire.take();
}

MessageKind kind_of(std::string_view message) {
  if (message.empty()) throw std::runtime_error("an empty message from a worker");
  const auto kind = static_cast<MessageKind>(message.front());
  if (kind <= MessageKind::stopped) return kind;
  throw std::runtime_error("a message of unknown kind from a worker");
}

}  // namespace skald
