#include "store/damage.hpp"

namespace skald::store {

std::string rescue_text() {
  return "skald doctor says what is damaged, skald merge NEW.db FILE takes over the runs that are "
         "whole; a file that cannot be read: sqlite3 FILE .recover | sqlite3 READABLE.db first";
}

}  // namespace skald::store
