#include <algorithm>
#include <vector>

#include "arrays.hpp"
#include "bindings/bindings.hpp"
#include "kinds/kinds.hpp"
#include "plugin_object.hpp"

namespace skald::python {
namespace {

void copy_clients(const py::object& numbers, std::span<std::int32_t> to) {
  const std::vector<std::int32_t> clients = integers_of(numbers, "a client");
  if (clients.size() != to.size()) {
    throw py::value_error("the partition gives " + std::to_string(clients.size()) +
                          " clients for " + std::to_string(to.size()) + " rows");
  }
  std::copy(clients.begin(), clients.end(), to.begin());
}

// As many as the option of the role `clients` says, so that the host finds out if one of them has
// no rows; without such an option, those that have some.
Index number_of_clients(const py::object& plugin, std::span<const std::int32_t> client) {
  const py::object stated = py::import("skald.declaration").call("clients_of", plugin);
  if (!stated.is_none()) return stated.cast<Index>();
  return client.empty() ? 0 : *std::max_element(client.begin(), client.end()) + 1;
}

class PythonPartition final : public Partition {
 public:
  explicit PythonPartition(py::object plugin) : plugin_(new PluginObject(std::move(plugin))) {}
  Index assign(const Table& table, const Random& random,
               std::span<std::int32_t> client) const override {
    return plugin_->call([&](Call& call) {
      call.may_refuse();
      const Lent<const Random> lent(random);
      copy_clients(call.ask(plugin_->object(), "assign", lend_table(table), lent.object()), client);
      return number_of_clients(plugin_->object(), client);
    });
  }
  bool assign_test(const Table& table, const Random& random,
                   std::span<std::int32_t> client) const override {
    return plugin_->call([&](Call& call) {
      call.may_refuse();
      const Lent<const Random> lent(random);
      const py::object given =
          call.ask(plugin_->object(), "assign_test", lend_table(table), lent.object());
      if (given.is_none()) return false;
      copy_clients(given, client);
      return true;
    });
  }
  double feature_noise(Index client, Index clients) const override {
    return plugin_->value<double>("feature_noise", client, clients);
  }

 private:
  Locked<PluginObject> plugin_;
};

}  // namespace

Partition* make_partition(py::object plugin) { return new PythonPartition(std::move(plugin)); }

}  // namespace skald::python
