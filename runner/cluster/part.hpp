// A part of a sweep: a whole results database that one process has left for another to collect.
//
// A part is a folder with part.db, its draws and checkpoints (part.db.samples, part.db.checkpoints)
// and part.json, which describes it and has the length and SHA-256 of every file. It gets its name
// by one rename when it is complete, and nobody changes it afterwards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cluster/share_file.hpp"
#include "store/store.hpp"
#include "text/result.hpp"

namespace skald {

struct PartFile {
  std::string name;  // relative to the folder, such as part.db.samples/HASH.npy
  std::uintmax_t bytes = 0;
  std::string sha256;

  static auto fields(auto& file) {
    return std::tuple(text::Named{"name", file.name}, text::Named{"bytes", file.bytes},
                      text::Named{"sha256", file.sha256});
  }
  // What is wrong with its name; empty if nothing is.
  std::string fault() const;
};

struct Part {
  std::string grid;      // its name
  std::string document;  // SHA-256 of its text
  ShareName share;       // whose runs it has
  std::string host;
  std::size_t runs = 0;      // of the share
  std::size_t ended = 0;     // of them
  bool is_complete = false;  // whether nothing is left to do: an open grid needs fewer than all
  std::vector<PartFile> files;

  static auto fields(auto& part) {
    return std::tuple_cat(
        std::tuple(text::Named{"grid", part.grid}, text::Named{"document", part.document}),
        std::tie(part.share),
        std::tuple(text::Named{"host", part.host}, text::Named{"runs", part.runs},
                   text::Named{"ended", part.ended}, text::Named{"complete", part.is_complete},
                   text::Named{"files", part.files}));
  }
};

inline constexpr const char* kPartDatabase = "part.db";
inline constexpr const char* kPartManifest = "part.json";

// Returns <database>.parts, and the folder in it for parts that have been collected.
std::filesystem::path parts_folder(const std::filesystem::path& database);
std::filesystem::path collected_folder(const std::filesystem::path& parts);

// Returns the parts in a folder, sorted by name; none if there is no such folder. Folders whose
// names begin with a dot are being copied. What is named like a part but is no folder is among
// them, for read_part() to say why it cannot be used. Throws std::runtime_error if the folder
// cannot be read.
std::vector<std::filesystem::path> parts_in(const std::filesystem::path& folder);

std::string write_part(const Part& part);

// Why a part cannot be used.
struct PartFault {
  std::string text;        // without the folder's name
  bool is_damage = false;  // otherwise, it may be under way still
};

// Reads the description of a part.
text::Result<Part, PartFault> read_part(const std::filesystem::path& folder);

// Returns how the files of the folder differ from what the part says of them; nothing if they do
// not. Reads all of them.
std::optional<PartFault> fault_of(const Part& part, const std::filesystem::path& folder);

// Merges the parts of a sweep into its database, each exactly once.

// A part that was merged.
struct Collected {
  std::filesystem::path part;  // where it was
  store::MergeReport report;
  std::size_t arrays = 0;  // of draws that were copied
};

// A part that was left where it is.
struct Refused {
  std::filesystem::path part;
  PartFault fault;
};

struct CollectRound {
  std::vector<Collected> collected;
  std::vector<Refused> refused;
};

// The shares of a grid whose runs have been collected.
struct ShareProgress {
  std::string grid;
  std::size_t of = 0;                      // number of shares
  std::map<std::size_t, Part> incomplete;  // by index
  std::vector<std::size_t> missing;        // no part has come
  std::size_t complete = 0;

  bool is_complete() const { return complete == of; }
};

class Collector {
 public:
  // `database` need not exist yet.
  Collector(std::filesystem::path database, std::filesystem::path parts,
            bool allow_network_file_system);

  // Merges every part that has arrived, in the order of their names, unless is_to_stop() says so in
  // between. A part is read and examined as a whole, merged in one transaction with all its runs or
  // none, and moved to collected/ once the database and the draws are synced. What is killed in
  // between is done again by the next round, which finds the runs already there. Throws as
  // Store::open() does.
  CollectRound round(const std::function<bool()>& is_to_stop);

  // The shares that have been collected, by grid and number of shares, of the grids as the database
  // declares them.
  std::vector<ShareProgress> progress();

 private:
  // Returns why the part was not merged. Opens the store for the first part that can be.
  std::optional<PartFault> take(const std::filesystem::path& folder,
                                std::optional<store::Store>& store, CollectRound& round);
  std::optional<PartFault> other_grid(const Part& part) const;
  std::map<std::string, std::string> documents() const;  // their SHA-256, by the study's name

  std::filesystem::path database_, parts_;
  bool allow_network_file_system_;
  std::map<std::filesystem::path, Part> known_;  // parts that have been collected
};

}  // namespace skald
