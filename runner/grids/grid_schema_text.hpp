// schemas/grid.schema.json as it was when this executable was built.
#pragma once

namespace skald {

extern const char* const kGridSchema;

}  // namespace skald
