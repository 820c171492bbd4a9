// What a run leaves, as bytes: for messages and checkpoints.
#pragma once

#include "record/run_outcome.hpp"
#include "skald/ledger.hpp"
#include "text/wire.hpp"

namespace skald {

// Each read() takes what its put() wrote; it throws std::runtime_error where the bytes end too
// early or are not of that form.
void put(WireWriter& wire, const SeriesRecord& series);
void read(WireReader& wire, SeriesRecord& series);

void put(WireWriter& wire, const VectorSeriesRecord& series);
void read(WireReader& wire, VectorSeriesRecord& series);

// In the order of kCosts.
void put(WireWriter& wire, const Costs& costs);
void read(WireReader& wire, Costs& costs);
void put(WireWriter& wire, const Ledger& ledger);
void read(WireReader& wire, Ledger& ledger);

void put(WireWriter& wire, const EventRecord& event);
void read(WireReader& wire, EventRecord& event);

void put(WireWriter& wire, const RunOutcome& outcome);
void read(WireReader& wire, RunOutcome& outcome);

}  // namespace skald
