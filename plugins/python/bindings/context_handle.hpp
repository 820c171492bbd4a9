// The context of a sampler, as Python has it.
#pragma once

#include "bindings/bindings.hpp"

namespace skald::python {

struct ContextHandle {
  py::object problem, random, mechanism, ledger, recorder;
  py::object clients;  // None: the run has no section `clients`
  std::int64_t iteration = 0;
};

// One object of Python for all calls of a sampler.
class LentContext {
 public:
  LentContext();
  // Lends the context until take_back().
  const py::object& lend(Context& context);
  void take_back();

 private:
  Lent<Problem> problem_;
  Lent<const Random> random_;
  Lent<const Mechanism> mechanism_;
  Lent<Ledger> ledger_;
  Lent<Recorder> recorder_;
  Lent<const ClientClock> clients_;
  py::object object_;
};

}  // namespace skald::python
