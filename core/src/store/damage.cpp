#include "store/damage.hpp"

namespace skald::store {

std::string rescue_text() {
  return "skald doctor says what is damaged, and skald merge NEW.db FILE takes over the runs that "
         "are whole; where these refuse the file, too: sqlite3 FILE .recover | sqlite3 READABLE.db "
         "first";
}

}  // namespace skald::store
