#include "run/audit/message_tap.hpp"

#include <stdexcept>

namespace skald::run {

void MessageTap::prepare(const Accountant&) {
  throw std::logic_error("a mechanism that is listened to was prepared before");
}

}  // namespace skald::run
