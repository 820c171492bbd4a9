#include "reading/source_file.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <vector>

#include "data/gzip.hpp"
#include "data/known_files.hpp"
#include "data/sealed_file.hpp"
#include "files/regular_file.hpp"
#include "text/sha256.hpp"
#include "text/utf8.hpp"

namespace skald {
namespace {

// The sums of files, identified by their state when they were read.
class SummedFiles {
 public:
  std::optional<std::string> find(const std::optional<data::FileState>& state) {
    const std::lock_guard lock(mutex_);
    const auto known = state ? sums_.find(*state) : sums_.end();
    return known == sums_.end() ? std::nullopt : std::optional(known->second);
  }
  void add(const std::optional<data::FileState>& state, const std::string& sum) {
    if (!state || !state->would_show_changes()) return;
    const std::lock_guard lock(mutex_);
    sums_.emplace(*state, sum);
  }

 private:
  std::mutex mutex_;
  std::map<data::FileState, std::string> sums_;
};

// Nothing where there is no such file.
std::optional<data::FileState> state_of(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  return data::FileState::of(status);
}

std::string sum_of(const std::string& path) {
  files::RegularFile file(path);
  text::Sha256 sum;
  std::vector<char> piece(std::size_t{1} << 20);
  while (const std::size_t count = file.read(piece)) sum.add({piece.data(), count});
  return sum.digest();
}

}  // namespace

SourceFile read_source(const std::string& path) {
  SourceFile file{path, files::read_regular_file(path), {}};
  file.digest = text::sha256(file.bytes);
  return file;
}

SourceFile source_by_name(const std::string& path) {
  static SummedFiles summed;
  const auto before = state_of(path);
  if (const auto known = summed.find(before)) return {path, {}, *known};
  SourceFile file{path, {}, sum_of(path)};
  if (state_of(path) == before) summed.add(before, file.digest);
  return file;
}

std::string content_of(const SourceFile& file) {
  if (file.bytes.empty()) {
    const SourceFile read = read_source(file.name);
    if (read.digest != file.digest)
      throw std::runtime_error(file.name + ": changed while it was read; leave it as it is");
    if (!read.bytes.empty()) return content_of(read);
  }
  return data::is_gzip(file.bytes) ? data::gunzip(file.bytes, file.name) : file.bytes;
}

std::string text_of(const SourceFile& file) {
  std::string text = content_of(file);
  refuse_foreign(text, file.name, Readable::text);
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  return text;
}

namespace {

struct Format {
  std::string_view magic;
  std::size_t at;
  const char* name;
  // FILE stands for the file, NEW for its name with the ending csv; "read_x" for what pandas.read_x
  // does.
  const char* remedy;
  bool ends_alike = false;  // the magic is also the file's end
};

using namespace std::string_view_literals;

// The first that fits counts.
constexpr std::array kFormats{
    Format{"PAR1"sv, 0, "a Parquet file", "read_parquet", true},
    Format{"ARROW1\0\0"sv, 0, "a Feather file", "read_feather"},
    Format{"FEA1"sv, 0, "a Feather file", "read_feather", true},
    Format{"PK\x03\x04\x14\x00\x06\x00"sv, 0, "an Excel workbook", "read_excel"},
    Format{"PK\x03\x04"sv, 0, "a zip archive",
           "unpack it: unzip FILE; arrays of NumPy (.npz) are read by the data set npy"},
    Format{"PK\x05\x06"sv, 0, "an empty zip archive", "put the data there"},
    Format{"1AY&SY"sv, 4, "a bzip2 file", "unpack it: bunzip2 -k FILE"},
    Format{"\xFD"
           "7zXZ"sv,
           0, "an xz file", "unpack it: unxz -k FILE"},
    Format{"\x28\xB5\x2F\xFD"sv, 0, "a Zstandard file", "unpack it: unzstd FILE"},
    Format{"\x04\x22\x4D\x18"sv, 0, "an LZ4 file", "unpack it: unlz4 FILE"},
    Format{"7z\xBC\xAF\x27\x1C"sv, 0, "a 7z archive", "unpack it: 7z x FILE"},
    Format{"Rar!"sv, 0, "a RAR archive", "unpack it: unrar x FILE"},
    Format{"ustar"sv, 257, "a tar archive", "unpack it: tar -xf FILE"},
    Format{"\xFF\xFE"sv, 0, "a text in UTF-16", "convert it: iconv -f UTF-16 -t UTF-8 FILE > NEW"},
    Format{"\xFE\xFF"sv, 0, "a text in UTF-16", "convert it: iconv -f UTF-16 -t UTF-8 FILE > NEW"},
    Format{"\x80\x02"sv, 0, "a pickle of Python", "read_pickle"},
    Format{"\x80\x03"sv, 0, "a pickle of Python", "read_pickle"},
    Format{"\x80\x04"sv, 0, "a pickle of Python", "read_pickle"},
    Format{"\x80\x05"sv, 0, "a pickle of Python", "read_pickle"},
    Format{"MATLAB 5.0"sv, 0, "a MATLAB file",
           "convert each array: python3 -c \"import numpy, scipy.io; numpy.save('X.npy', "
           "scipy.io.loadmat('FILE')['X'])\", and read it by the data set npy"},
    Format{"\x89HDF\r\n"sv, 0, "an HDF5 file", "read_hdf"},
    Format{"\x93NUMPY"sv, 0, "an array of NumPy", "read it by the data set npy"},
    Format{"SQLite format 3"sv, 0, "an SQLite database",
           "convert it: sqlite3 -header -csv FILE \"SELECT * FROM TABLE\" > NEW"},
    Format{"RDX3\n"sv, 0, "a workspace of R",
           "convert it: Rscript -e 'load(\"FILE\"); write.csv(DATA, \"NEW\", row.names=FALSE)'"},
    Format{"X\n\0\0"sv, 0, "an RDS file of R",
           "convert it: Rscript -e 'write.csv(readRDS(\"FILE\"), \"NEW\", row.names=FALSE)'"},
    Format{"<stata_dta>"sv, 0, "a Stata file", "read_stata"},
    Format{"$FL2"sv, 0, "an SPSS file", "read_spss"},
    Format{"%PDF"sv, 0, "a PDF", "give the data as text"},
    Format{"version https://git-lfs"sv, 0, "a pointer of Git LFS", "fetch the file: git lfs pull"}};

constexpr const char* kArffRemedy =
    "convert it: python3 -c \"import pandas, scipy.io.arff as a; "
    "pandas.DataFrame(a.loadarff('FILE')[0]).to_csv('NEW', index=False)\"";

// The text with blanks at its front cut off, in lower case, as far as a keyword needs.
std::string beginning(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  std::string begun(text.substr(first, 16));
  for (char& c : begun) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return begun;
}

// An ARFF file begins with comments (%) and @relation.
bool is_arff(std::string_view text) {
  while (beginning(text).starts_with('%'))
    text.remove_prefix(std::min(text.find('\n', text.find('%')), text.size()));
  return beginning(text).starts_with("@relation");
}

bool is_json(std::string_view text) {
  const std::string begun = beginning(text);
  return begun.starts_with('{') || begun.starts_with("[{") || begun.starts_with("[[");
}

std::string by_pandas(std::string_view reader) {
  return "convert it: python3 -c \"import pandas; pandas." + std::string(reader) +
         "('FILE').to_csv('NEW', index=False)\"";
}

// Another name than that of the file: a shell would empty the file before it is read.
std::string converted_name(const std::filesystem::path& file) {
  std::filesystem::path name = file;
  name.replace_extension(file.extension() == ".csv" ? ".new.csv" : ".csv");
  return name.string();
}

[[noreturn]] void refuse_format(const std::string& file, const std::string& found,
                                std::string remedy, Readable readable) {
  if (remedy.starts_with("read_")) remedy = by_pandas(remedy);
  const std::string converted = converted_name(file);
  for (const auto& [word, name] : {std::pair("FILE", &file), std::pair("NEW", &converted)}) {
    for (std::size_t at = 0; (at = remedy.find(word, at)) != std::string::npos; at += name->size())
      remedy.replace(at, std::string_view(word).size(), *name);
  }
  const char* expected =
      readable == Readable::npy ? "arrays of NumPy (.npy or .npz)" : "text in UTF-8, plain or gzip";
  throw std::runtime_error(file + ": found " + found + "; expected " + expected + ": " + remedy);
}

void require_utf8(std::string_view text, const std::string& file) {
  std::size_t line = 1;
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80) {
      line += byte == '\n' ? 1 : 0;
      ++at;
      continue;
    }
    const text::Utf8Character character = text::first_character(text.substr(at));
    if (!character.is_valid) {
      refuse_format(file, "bytes that are no UTF-8 in line " + std::to_string(line),
                    "convert it: iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW", Readable::text);
    }
    at += character.bytes;
  }
}

}  // namespace

void refuse_foreign(std::string_view content, const std::string& file, Readable readable) {
  for (const Format& format : kFormats) {
    if (!content.substr(std::min(format.at, content.size())).starts_with(format.magic)) continue;
    if (format.ends_alike && !content.ends_with(format.magic)) continue;
    const bool is_read = readable == Readable::npy && (format.magic == "\x93NUMPY"sv ||
                                                       format.magic.starts_with("PK\x03\x04"sv));
    if (is_read) return;
    refuse_format(file, format.name, format.remedy, readable);
  }
  if (readable != Readable::text) return;
  if (is_arff(content)) refuse_format(file, "an ARFF file", kArffRemedy, readable);
  const std::string begun = beginning(content);
  if (begun.starts_with("<!doctype html") || begun.starts_with("<html"))
    refuse_format(file, "a web page", "download the file itself", readable);
  if (is_json(content)) {
    refuse_format(file, "JSON",
                  "federated data of LEAF or FedProx (users, user_data) are read by the data set "
                  "leaf; otherwise " +
                      by_pandas("read_json"),
                  readable);
  }
  constexpr std::size_t looked_at = 4096;
  if (content.substr(0, looked_at).find('\0') != std::string_view::npos) {
    refuse_format(file, "bytes that are no text",
                  "if it is text in UTF-16, convert it: iconv -f UTF-16LE -t UTF-8 FILE > NEW",
                  readable);
  }
  require_utf8(content, file);
}

void require_published(std::string_view content, const std::string& file, std::string_view path) {
  const data::KnownFile* known = data::find_known_file(path);
  if (known == nullptr) throw std::logic_error("no published file " + std::string(path));
  const std::string expected = data::content_sum(*known);
  const std::string found = text::sha256(content);
  if (found != expected) {
    throw std::runtime_error(file + ": found content with the SHA-256 " + found + "; expected " +
                             expected + ", the published " + known->name +
                             "; run skald data verify to see which files differ, or read other "
                             "files of this format with dataset idx, libsvm or csv");
  }
}

}  // namespace skald
