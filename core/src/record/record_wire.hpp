// The results of a run as bytes, for messages and checkpoints.
#pragma once

#include "record/run_outcome.hpp"
#include "skald/ledger.hpp"
#include "text/wire.hpp"

namespace skald::record {

// Each read() takes what its put() wrote. It throws std::runtime_error if the bytes end too early
// or have another form.
void put(text::WireWriter& wire, const SeriesRecord& series);
void read(text::WireReader& wire, SeriesRecord& series);

void put(text::WireWriter& wire, const VectorSeriesRecord& series);
void read(text::WireReader& wire, VectorSeriesRecord& series);

void put(text::WireWriter& wire, const MomentRecord& moment);
void read(text::WireReader& wire, MomentRecord& moment);

// In the order of kCosts.
void put(text::WireWriter& wire, const Costs& costs);
void read(text::WireReader& wire, Costs& costs);
void put(text::WireWriter& wire, const Ledger& ledger);
void read(text::WireReader& wire, Ledger& ledger);

void put(text::WireWriter& wire, const EventRecord& event);
void read(text::WireReader& wire, EventRecord& event);

void put(text::WireWriter& wire, const RunOutcome& outcome);
void read(text::WireReader& wire, RunOutcome& outcome);

}  // namespace skald::record
