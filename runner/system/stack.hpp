// The stack that libraries and plugins count on.
#pragma once

namespace skald {

// Raises the limits of the stack of this thread, of those that it will start, and of child
// processes, to what is usual, as far as the system allows. Throws std::runtime_error if that is
// too little to work with: the process would end by a segmentation fault.
void provide_stack();

}  // namespace skald
