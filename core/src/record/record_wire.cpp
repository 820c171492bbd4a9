#include "record/record_wire.hpp"

#include <stdexcept>

namespace skald::record {
namespace {

void put(text::WireWriter& wire, const PointRecord& point) {
  wire.put(point.iteration);
  wire.put(point.value);
}
void read(text::WireReader& wire, PointRecord& point) {
  wire.read(point.iteration);
  wire.read(point.value);
}

void put(text::WireWriter& wire, const VectorPointRecord& point) {
  wire.put(point.iteration);
  wire.put(point.values);
}
void read(text::WireReader& wire, VectorPointRecord& point) {
  wire.read(point.iteration);
  wire.read(point.values);
}

template <class Record>
void put_all(text::WireWriter& wire, const std::vector<Record>& records) {
  wire.put(static_cast<std::uint64_t>(records.size()));
  for (const Record& record : records) put(wire, record);
}

template <class Record>
void read_all(text::WireReader& wire, std::vector<Record>& records) {
  records.clear();
  for (auto n = wire.get<std::uint64_t>(); n > 0; --n) read(wire, records.emplace_back());
}

// Calls use() with every counter of the ledger, which may be const.
template <class AnyLedger, class Use>
void for_each_counter(AnyLedger& ledger, Use use) {
  for (const Cost& cost : kCosts) {
    if (const auto* whole = std::get_if<std::int64_t Ledger::*>(&cost.counter)) {
      use(ledger.**whole);
    } else if (const auto* real = std::get_if<double Ledger::*>(&cost.counter)) {
      use(ledger.**real);
    }
  }
}

void put(text::WireWriter& wire, const ReferenceOutcome& outcome) {
  wire.put(outcome.predictive_average);
  wire.put(outcome.draws);
}
void read(text::WireReader& wire, ReferenceOutcome& outcome) {
  wire.read(outcome.predictive_average);
  wire.read(outcome.draws);
}

}  // namespace

void put(text::WireWriter& wire, const SeriesRecord& series) {
  wire.put(series.metric);
  put_all(wire, series.points);
  const SeriesSummary& s = series.summary;
  for (const double value : {s.last, s.min, s.max, s.mean}) wire.put(value);
  wire.put(s.first_non_finite);
}
void read(text::WireReader& wire, SeriesRecord& series) {
  wire.read(series.metric);
  read_all(wire, series.points);
  SeriesSummary& s = series.summary;
  for (double* value : {&s.last, &s.min, &s.max, &s.mean}) wire.read(*value);
  wire.read(s.first_non_finite);
}

void put(text::WireWriter& wire, const VectorSeriesRecord& series) {
  wire.put(series.metric);
  put_all(wire, series.points);
}
void read(text::WireReader& wire, VectorSeriesRecord& series) {
  wire.read(series.metric);
  read_all(wire, series.points);
}

void put(text::WireWriter& wire, const Costs& costs) {
  for (const Cost& cost : kCosts) wire.put(costs.*cost.value);
}
void read(text::WireReader& wire, Costs& costs) {
  for (const Cost& cost : kCosts) wire.read(costs.*cost.value);
}

void put(text::WireWriter& wire, const MomentRecord& moment) {
  wire.put(moment.iteration);
  wire.put(moment.wall_seconds);
  put(wire, moment.costs);
}
void read(text::WireReader& wire, MomentRecord& moment) {
  wire.read(moment.iteration);
  wire.read(moment.wall_seconds);
  read(wire, moment.costs);
}

void put(text::WireWriter& wire, const Ledger& ledger) {
  for_each_counter(ledger, [&](const auto& counter) { wire.put(counter); });
}
void read(text::WireReader& wire, Ledger& ledger) {
  for_each_counter(ledger, [&](auto& counter) { wire.read(counter); });
}

void put(text::WireWriter& wire, const EventRecord& event) {
  wire.put(event.iteration);
  wire.put(event.kind);
  wire.put(event.message);
}
void read(text::WireReader& wire, EventRecord& event) {
  wire.read(event.iteration);
  wire.read(event.kind);
  wire.read(event.message);
}

void put(text::WireWriter& wire, const ScaledColumn& column) {
  wire.put(column.name);
  wire.put(column.center);
  wire.put(column.scale);
  wire.put(column.is_constant);
}
void read(text::WireReader& wire, ScaledColumn& column) {
  wire.read(column.name);
  wire.read(column.center);
  wire.read(column.scale);
  wire.read(column.is_constant);
}

void put(text::WireWriter& wire, const CoefficientMeaning& meaning) {
  wire.put(meaning.part);
  wire.put(meaning.output);
  wire.put(meaning.feature);
  wire.put(meaning.name);
}
void read(text::WireReader& wire, CoefficientMeaning& meaning) {
  wire.read(meaning.part);
  wire.read(meaning.output);
  wire.read(meaning.feature);
  wire.read(meaning.name);
}

void put(text::WireWriter& wire, const Coefficients& coefficients) {
  put_all(wire, coefficients.features);
  wire.put(coefficients.outputs);
  put(wire, coefficients.target);
  wire.put(coefficients.has_data_scale);
  put_all(wire, coefficients.meanings);
}
void read(text::WireReader& wire, Coefficients& coefficients) {
  read_all(wire, coefficients.features);
  wire.read(coefficients.outputs);
  read(wire, coefficients.target);
  wire.read(coefficients.has_data_scale);
  read_all(wire, coefficients.meanings);
}

void put(text::WireWriter& wire, const RunOutcome& outcome) {
  wire.put(outcome.status);
  wire.put(outcome.message);
  put_all(wire, outcome.series);
  put_all(wire, outcome.vectors);
  put_all(wire, outcome.moments);
  wire.put(outcome.costs.has_value());
  if (outcome.costs) put(wire, *outcome.costs);
  put_all(wire, outcome.events);
  wire.put(outcome.formulas);
  put(wire, outcome.for_others);
  wire.put(outcome.earlier.wall_seconds);
  wire.put(outcome.earlier.cpu_seconds);
  wire.put(outcome.temperature);
  wire.put(outcome.metric_seconds);
  wire.put(outcome.seconds_of_metrics);
  wire.put(outcome.label_histogram);
  wire.put(outcome.coefficients.has_value());
  if (outcome.coefficients) put(wire, *outcome.coefficients);
}
void read(text::WireReader& wire, RunOutcome& outcome) {
  wire.read(outcome.status);
  if (outcome.status < RunStatus::ok || outcome.status > RunStatus::paused) {
    throw std::runtime_error("a message from a worker has no status that there is");
  }
  wire.read(outcome.message);
  read_all(wire, outcome.series);
  read_all(wire, outcome.vectors);
  read_all(wire, outcome.moments);
  outcome.costs.reset();
  if (wire.get<bool>()) read(wire, outcome.costs.emplace());
  read_all(wire, outcome.events);
  wire.read(outcome.formulas);
  read(wire, outcome.for_others);
  wire.read(outcome.earlier.wall_seconds);
  wire.read(outcome.earlier.cpu_seconds);
  wire.read(outcome.temperature);
  wire.read(outcome.metric_seconds);
  wire.read(outcome.seconds_of_metrics);
  wire.read(outcome.label_histogram);
  outcome.coefficients.reset();
  if (wire.get<bool>()) read(wire, outcome.coefficients.emplace());
}

}  // namespace skald::record
