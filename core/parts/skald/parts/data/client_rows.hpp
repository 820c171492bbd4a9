// Building blocks of partitions by label or by size: the rows of a label, and rows dealt to
// clients.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <queue>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "skald/random.hpp"
#include "skald/table.hpp"

namespace skald {

// Rows that were dealt to clients, one after the other.
class ClientRows {
 public:
  explicit ClientRows(std::size_t clients) : sizes_(clients, 0) {}

  std::size_t clients() const { return sizes_.size(); }
  // The number of rows of every client.
  std::span<const std::uint32_t> sizes() const { return sizes_; }
  void give(std::size_t client, std::size_t row) {
    rows_.push_back(static_cast<std::uint32_t>(row));
    owners_.push_back(static_cast<std::int32_t>(client));
    ++sizes_[client];
  }
  // The places in the order of dealing of the client's rows, in that order.
  std::vector<std::uint32_t> places(std::size_t client) {
    find_places();
    const auto begin = places_.begin() + begin_[client];
    return {begin, begin + (begin_[client + 1] - begin_[client])};
  }
  // Gives the row at a place to another client. places() goes on as before.
  void move(std::uint32_t place, std::size_t client) {
    --sizes_[static_cast<std::size_t>(owners_[place])];
    ++sizes_[client];
    owners_[place] = static_cast<std::int32_t>(client);
  }
  // Writes the client of every row that a client has.
  void write(std::span<std::int32_t> client) const {
    for (std::size_t i = 0; i < rows_.size(); ++i) client[rows_[i]] = owners_[i];
  }

 private:
  void find_places() {
    if (!begin_.empty()) return;
    begin_.resize(sizes_.size() + 1, 0);
    std::partial_sum(sizes_.begin(), sizes_.end(), begin_.begin() + 1);
    places_.resize(rows_.size());
    std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
    for (std::uint32_t i = 0; i < rows_.size(); ++i)
      places_[next[static_cast<std::size_t>(owners_[i])]++] = i;
  }

  std::vector<std::uint32_t> rows_;   // in the order of dealing
  std::vector<std::int32_t> owners_;  // of these rows
  std::vector<std::uint32_t> sizes_;
  std::vector<std::uint32_t> places_, begin_;  // client by client, as dealt; and where each begins
};

// The training rows of the label in random order (stream partition, label).
inline std::vector<std::size_t> rows_of_label(const Table& table, Index label,
                                              const Random& random) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < static_cast<std::size_t>(table.train); ++row) {
    if (table.target[row] == static_cast<double>(label)) rows.push_back(row);
  }
  shuffle(random, {Role::partition, label}, 0, 0, rows);
  return rows;
}

// Throws std::invalid_argument if the target of the table is not a class.
inline void require_classes(const Table& table, const std::string& partition) {
  if (table.classes == 0) {
    throw std::invalid_argument("partition " + partition +
                                ": the target of the data set is not a class; expected labels, or "
                                "choose partition iid");
  }
}

// Throws std::invalid_argument if there are too few training rows.
inline void require_rows(const Table& table, Index clients, Index min_size,
                         const std::string& partition) {
  if (min_size > table.train / clients) {
    throw std::invalid_argument(
        "partition " + partition + ": found " + std::to_string(table.train) +
        " training rows; expected clients x min_size = " + std::to_string(clients) + " x " +
        std::to_string(min_size) + " at least: lower clients or min_size");
  }
}

// Cuts `rows` (n of them) at the positions round(n (s_1 + ... + s_c)), where the shares s sum to 1,
// and gives client c the c-th piece.
inline void deal_by_shares(const std::vector<std::size_t>& rows, std::span<const double> shares,
                           ClientRows& clients) {
  const double count = static_cast<double>(rows.size());
  double cumulated = 0;
  std::size_t first = 0;
  for (std::size_t c = 0; c < clients.clients(); ++c) {
    cumulated += shares[c];
    const bool last_client = c + 1 == clients.clients();
    const double cut = last_client ? count : std::min(count, std::round(count * cumulated));
    const auto end = static_cast<std::size_t>(cut);
    for (; first < end; ++first) clients.give(c, rows[first]);
  }
}

// Deals `rows` one by one to the clients `to` in turn, beginning with to[first].
inline void deal_evenly(std::span<const std::size_t> rows, const std::vector<std::size_t>& to,
                        std::size_t first, ClientRows& clients) {
  for (std::size_t i = 0; i < rows.size(); ++i) clients.give(to[(first + i) % to.size()], rows[i]);
}

// Until every client has at least min_size rows, gives the first client with fewer a uniformly
// drawn row (stream partition) of the largest client, of several the first. min_size times the
// number of clients is at most the number of rows.
inline void fill_up(const Random& random, std::int64_t min_size, ClientRows& clients) {
  struct BySize {
    std::uint32_t size;
    std::size_t client;
    bool operator<(const BySize& other) const {
      return size != other.size ? size < other.size : client > other.client;
    }
  };
  const auto sizes = clients.sizes();
  const auto wanted = static_cast<std::uint32_t>(std::max<std::int64_t>(min_size, 0));
  if (std::all_of(sizes.begin(), sizes.end(), [&](std::uint32_t n) { return n >= wanted; })) return;
  std::priority_queue<BySize> largest;  // with sizes that clients no longer have
  for (std::size_t c = 0; c < sizes.size(); ++c) largest.push({sizes[c], c});
  std::map<std::size_t, std::vector<std::uint32_t>> changed;  // the places of some clients' rows
  const auto places = [&](std::size_t client) -> std::vector<std::uint32_t>& {
    const auto found = changed.find(client);
    if (found != changed.end()) return found->second;
    return changed[client] = clients.places(client);
  };
  std::int64_t moves = 0;
  for (std::size_t poor = 0; poor < sizes.size(); ++poor) {
    while (sizes[poor] < wanted) {
      while (largest.top().size != sizes[largest.top().client]) largest.pop();
      const std::size_t rich = largest.top().client;
      const auto word = random_words(random, {Role::partition}, moves++, 0, 1)[0];
      const Index drawn = below(word, static_cast<Index>(sizes[rich]));
      auto& from = places(rich);
      const std::uint32_t place = from[static_cast<std::size_t>(drawn)];
      from.erase(from.begin() + drawn);
      places(poor).push_back(place);
      clients.move(place, poor);
      for (const std::size_t c : {rich, poor}) largest.push({sizes[c], c});
    }
  }
}

}  // namespace skald
