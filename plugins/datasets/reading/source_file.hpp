// A data file as it is stored.
#pragma once

#include <string>
#include <string_view>

namespace skald {

struct SourceFile {
  std::string name;    // for messages: the path
  std::string bytes;   // as stored
  std::string digest;  // SHA-256 of the bytes
};

// Throws as read_regular_file() does.
SourceFile read_source(const std::string& path);

// The file without its bytes, which are read piece by piece, once in a process unless the file
// changes: for files that another reader opens, and for those whose content is seldom needed.
// Throws as RegularFile does.
SourceFile source_by_name(const std::string& path);

// The content of the file, uncompressed where it is a gzip file; read now if its bytes are not
// here. Throws as gunzip() and read_source() do, and if they no longer have the file's digest.
std::string content_of(const SourceFile& file);

// The same of a file of text, without a byte order mark. Throws std::runtime_error, with the line
// that converts it, for one of another format; see refuse_foreign().
std::string text_of(const SourceFile& file);

// Files of formats that a reader does not read, recognised by their content.

// What a reader expects.
enum class Readable { text, npy };

// Throws std::runtime_error, with the format's name and the line that converts the file, where the
// (uncompressed) content is of a known format that a reader of `readable` does not read.
void refuse_foreign(std::string_view content, const std::string& file, Readable readable);

// Files whose content is known to the last bit.

// Throws std::runtime_error that names `file` where its content is not that of the published file
// `path` ("data:mnist/train-images-idx3-ubyte.gz", see data/known_files.hpp).
void require_published(std::string_view content, const std::string& file, std::string_view path);

}  // namespace skald
