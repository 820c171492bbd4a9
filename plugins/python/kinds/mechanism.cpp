#include "bindings/bindings.hpp"
#include "kinds/kinds.hpp"
#include "plugin_object.hpp"

namespace skald::python {
namespace {

class PythonMechanism final : public Mechanism {
 public:
  explicit PythonMechanism(py::object plugin) : plugin_(new PluginObject(std::move(plugin))) {}
  void prepare(const Accountant& accountant) override {
    plugin_->call([&](Call& call) {
      const Lent<const Accountant> lent(accountant);
      call.may_refuse();
      call.ask(plugin_->object(), "prepare", lent.object());
    });
  }
  NoiseLaw law(Index client) const override { return plugin_->value<NoiseLaw>("law", client); }
  std::optional<Claim> claim() const override {
    return plugin_->value<std::optional<Claim>>("claim");
  }
  void privatize(const Random& random, Stream stream, std::int64_t iteration,
                 const Sensitivity& sensitivity, Block message) const override {
    plugin_->call([&](Call& call) {
      const Lent<const Random> lent(random);
      call.ask(plugin_->object(), "privatize", lent.object(), tuple_of(stream), iteration,
               sensitivity, call.lend(message));
    });
  }

 private:
  Locked<PluginObject> plugin_;
};

}  // namespace

Mechanism* make_mechanism(py::object plugin) { return new PythonMechanism(std::move(plugin)); }

}  // namespace skald::python
