#include "skald/parts/data/client_rows.hpp"

#include "random/philox_random.hpp"
#include "test.hpp"

namespace {

using Lists = std::vector<std::vector<std::size_t>>;

// fill_up() as it is defined, on lists of rows.
void fill_lists(const Random& random, std::size_t min_size, Lists& clients) {
  std::int64_t moves = 0;
  for (auto& poor : clients) {
    while (poor.size() < min_size) {
      auto& rich = *std::max_element(clients.begin(), clients.end(),
                                     [](auto& a, auto& b) { return a.size() < b.size(); });
      const auto word = random_words(random, {Role::partition}, moves++, 0, 1)[0];
      const Index drawn = below(word, static_cast<Index>(rich.size()));
      poor.push_back(rich[static_cast<std::size_t>(drawn)]);
      rich.erase(rich.begin() + drawn);
    }
  }
}

}  // namespace

TEST_CASE("clients are filled up as by their definition, row by row") {
  constexpr std::size_t rows = 600;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const random::PhiloxRandom random(seed, 0);
    const std::size_t clients = 3 + 13 * seed % 60, min_size = seed % (rows / clients + 1);
    Lists lists(clients);
    ClientRows dealt(clients);
    const auto words = random_words(random, {Role::dataset}, 0, 0, rows);
    for (std::size_t row = rows; row-- > 0;) {
      // Most rows to few clients, some clients empty.
      const double u = std::ldexp(static_cast<double>(words[row] >> 11), -53);
      const auto client = static_cast<std::size_t>(static_cast<double>(clients) * u * u * u);
      lists[client].push_back(row);
      dealt.give(client, row);
    }
    fill_lists(random, min_size, lists);
    fill_up(random, static_cast<std::int64_t>(min_size), dealt);
    std::vector<std::int32_t> found(rows, -1), expected(rows, -1);
    dealt.write(found);
    for (std::size_t c = 0; c < clients; ++c) {
      CHECK(dealt.sizes()[c] == lists[c].size());
      for (const std::size_t row : lists[c]) expected[row] = static_cast<std::int32_t>(c);
    }
    CHECK(found == expected);
  }
}
