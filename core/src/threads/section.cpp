#include "threads/section.hpp"

namespace skald::threads {

constinit thread_local long current_slot = -1;

}  // namespace skald::threads
