// Files that are made once and shared by all processes of a user.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "data/sealed_file.hpp"

namespace skald::data {

// The folder of the cache: SKALD_CACHE_DIR, else XDG_CACHE_HOME/skald, else ~/.cache/skald, each
// followed by "tables". Only this user may use it. Files in it may be deleted at any time.
std::string cache_folder();

// The cache's file of that name (no folders, at most 100 characters). Where it is missing or
// damaged it is made from what make() returns, which is borrowed until this function returns; of
// several processes that need it, one makes it and the others wait. Nothing where the cache cannot
// be used (a full disk, a folder of another user or one that others may write): then the caller
// uses what make() made, if it was called.
std::optional<SealedFile> cached_file(const std::string& name,
                                      const std::function<FileParts()>& make);

}  // namespace skald::data
