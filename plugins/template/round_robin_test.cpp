// Values of round_robin that are known in closed form.
#include "round_robin.cpp"

#include "expect.hpp"

int main() {
  skald::Table table;
  table.train = 5;
  std::array<std::int32_t, 5> client{};
  const skald::Index clients = RoundRobin(Options{.clients = 2}).assign(table, NoRandom(), client);
  return expect("two clients take turns",
                clients == 2 && client == std::array<std::int32_t, 5>{0, 1, 0, 1, 0});
}
