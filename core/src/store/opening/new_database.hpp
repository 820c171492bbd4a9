// Makes results databases.
#pragma once

#include <chrono>
#include <filesystem>

namespace skald::store {

// Makes the database if no file has its name, so that whoever reads it meanwhile finds no file or a
// whole one: it is made and synced as FILE.new, and then renamed. Removes what an earlier call has
// left behind. For the holder of the WriterLock. Throws std::runtime_error if it cannot be written;
// nothing is left then.
void make_database(const std::filesystem::path& file, std::chrono::milliseconds timeout);

}  // namespace skald::store
