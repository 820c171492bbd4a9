// Building blocks of partitions by label or by size: the rows of a label, and rows dealt to
// clients.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "skald/random.hpp"
#include "skald/table.hpp"

namespace skald {

// The training rows of every client.
using ClientRows = std::vector<std::vector<std::size_t>>;

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
  if (table.classes == 0)
    throw std::invalid_argument("partition " + partition +
                                ": the target of the data set is not a class; expected labels, or "
                                "choose partition iid");
}

// Throws std::invalid_argument if there are too few training rows.
inline void require_rows(const Table& table, Index clients, Index min_size,
                         const std::string& partition) {
  if (min_size > table.train / clients)
    throw std::invalid_argument(
        "partition " + partition + ": found " + std::to_string(table.train) +
        " training rows; expected clients x min_size = " + std::to_string(clients) + " x " +
        std::to_string(min_size) + " at least: lower clients or min_size");
}

// Cuts `rows` (n of them) at the positions round(n (s_1 + ... + s_c)), where the shares s sum to 1,
// and gives client c the c-th piece.
inline void deal_by_shares(const std::vector<std::size_t>& rows, std::span<const double> shares,
                           ClientRows& clients) {
  const double count = static_cast<double>(rows.size());
  double cumulated = 0;
  std::size_t first = 0;
  for (std::size_t c = 0; c < clients.size(); ++c) {
    cumulated += shares[c];
    const bool last_client = c + 1 == clients.size();
    const double cut = last_client ? count : std::min(count, std::round(count * cumulated));
    const auto end = static_cast<std::size_t>(cut);
    for (; first < end; ++first) clients[c].push_back(rows[first]);
  }
}

// Deals `rows` one by one to the clients `to` in turn, beginning with to[first].
inline void deal_evenly(std::span<const std::size_t> rows, const std::vector<std::size_t>& to,
                        std::size_t first, ClientRows& clients) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    clients[to[(first + i) % to.size()]].push_back(rows[i]);
}

// Until every client has at least min_size rows, gives the first client with fewer a uniformly
// drawn row (stream partition) of the largest client, of several the first. min_size times the
// number of clients is at most the number of rows.
inline void fill_up(const Random& random, std::int64_t min_size, ClientRows& clients) {
  const auto by_size = [](const auto& a, const auto& b) { return a.size() < b.size(); };
  std::int64_t moves = 0;
  for (auto& poor : clients) {
    while (static_cast<std::int64_t>(poor.size()) < min_size) {
      auto& rich = *std::max_element(clients.begin(), clients.end(), by_size);
      const auto word = random_words(random, {Role::partition}, moves++, 0, 1)[0];
      const Index drawn = below(word, static_cast<Index>(rich.size()));
      poor.push_back(rich[static_cast<std::size_t>(drawn)]);
      rich.erase(rich.begin() + drawn);
    }
  }
}

// Writes the client of every row that a client has.
inline void write_clients(const ClientRows& clients, std::span<std::int32_t> client) {
  for (std::size_t c = 0; c < clients.size(); ++c) {
    for (const std::size_t row : clients[c]) client[row] = static_cast<std::int32_t>(c);
  }
}

}  // namespace skald
