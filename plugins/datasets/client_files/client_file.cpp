#include "client_files/client_file.hpp"

#include <hdf5.h>

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "decoding/refuse.hpp"
#include "files/regular_file.hpp"

namespace skald {
namespace {

using decoding::printable;

static_assert(std::is_same_v<hid_t, std::int64_t>);

// What the filters of the library can make of a byte: deflate 1032, and more of several in a row.
constexpr double kMostInflated = 2000;
constexpr double kFewBytes = 1 << 16;
constexpr std::size_t kLongestEntry = 1 << 16;  // a text of fixed length

// An open object of the library.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  bool is_open() const { return id_ >= 0; }
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

herr_t take_description(unsigned, const H5E_error2_t* error, void* text) {
  auto& innermost = *static_cast<std::string*>(text);
  if (innermost.empty() && error->desc != nullptr) innermost = error->desc;
  return 0;
}

// Why the library's last call has failed.
std::string library_reason() {
  std::string innermost;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_description, &innermost);
  return innermost.empty() ? "the HDF5 library gives no reason" : printable(innermost);
}

std::string shape_text(const std::vector<hsize_t>& shape) {
  if (shape.empty()) return "a single entry";
  std::string text;
  for (const hsize_t length : shape) text += (text.empty() ? "" : " x ") + std::to_string(length);
  return text;
}

std::string form_text(const ClientColumn& column) {
  constexpr std::array types{"numbers with a fraction, or unsigned bytes", "unsigned bytes",
                             "integers", "texts"};
  std::string text = std::string(types[static_cast<std::size_t>(column.type)]) + ", n";
  for (const Index length : column.shape) text += " x " + std::to_string(length);
  return text;
}

const char* type_text(hid_t type) {
  switch (H5Tget_class(type)) {
    case H5T_FLOAT:
      return "numbers with a fraction";
    case H5T_INTEGER:
      return "integers";
    case H5T_STRING:
      return "texts";
    default:
      return "entries of another type";
  }
}

bool are_bytes(hid_t type) {
  return H5Tget_class(type) == H5T_INTEGER && H5Tget_size(type) == 1 &&
         H5Tget_sign(type) == H5T_SGN_NONE;
}

bool has_type(hid_t type, ClientColumn::Type wanted) {
  const H5T_class_t found = H5Tget_class(type);
  switch (wanted) {
    case ClientColumn::Type::byte:
      return are_bytes(type);
    case ClientColumn::Type::pixel:
      return (found == H5T_FLOAT && H5Tget_size(type) <= sizeof(double)) || are_bytes(type);
    case ClientColumn::Type::integer:
      return found == H5T_INTEGER && H5Tget_size(type) <= sizeof(std::int64_t);
    case ClientColumn::Type::text:
      return found == H5T_STRING;
  }
  return false;
}

// The digest of a table covers one file. A soft link may lead to an external one, which leaves it.
const char* link_text(H5L_type_t type) {
  return type == H5L_TYPE_EXTERNAL ? "a link to another file" : "a link to another place";
}

// Returns which link is at the path instead of an object of this file; "" if there is none.
std::string link_at(hid_t file, const std::string& path) {
  H5L_info_t link;
  if (H5Lget_info(file, path.c_str(), &link, H5P_DEFAULT) < 0) return "";
  return link.type == H5L_TYPE_HARD ? "" : link_text(link.type);
}

// A column of one client, open and of the right form.
class OpenColumn {
 public:
  OpenColumn(const ClientFile& file, hid_t id, const std::string& client, const ClientColumn& form)
      : file_(file), client_(client), form_(form), set_(open(file, id, client, form), H5Dclose) {
    if (!set_.is_open()) file_.refuse(client_, form_, "no such data set", form_text(form_));
    require_own_content();
    const Handle type(H5Dget_type(set_), H5Tclose), space(H5Dget_space(set_), H5Sclose);
    const int axes = H5Sget_simple_extent_ndims(space);
    shape_.resize(axes > 0 ? static_cast<std::size_t>(axes) : 0);
    if (axes > 0) H5Sget_simple_extent_dims(space, shape_.data(), nullptr);
    if (!has_type(type, form.type) || !has_shape()) {
      file_.refuse(client_, form_,
                   std::string(type_text(type)) + " of " + std::to_string(H5Tget_size(type)) +
                       " bytes, " + shape_text(shape_),
                   form_text(form_));
    }
  }

  bool holds_bytes() const { return are_bytes(Handle(H5Dget_type(set_), H5Tclose)); }
  Index rows() const {
    constexpr hsize_t most = std::numeric_limits<Index>::max();
    return static_cast<Index>(std::min(shape_[0], most));
  }

  // Entries that the file does not hold have a fill value: some bytes can declare any number.
  void require_stored(Index rows) const {
    const Handle type(H5Dget_type(set_), H5Tclose);
    const std::size_t entry = H5Tget_size(type);
    double declared = static_cast<double>(entry) * static_cast<double>(rows);
    for (const Index length : form_.shape) declared *= static_cast<double>(length);
    const auto stored = static_cast<double>(H5Dget_storage_size(set_));
    if (entry <= kLongestEntry && declared <= kMostInflated * stored + kFewBytes) return;
    file_.refuse(client_, form_,
                 shape_text(shape_) + " entries of " + std::to_string(entry) + " bytes, in " +
                     std::to_string(static_cast<std::int64_t>(stored)) + " bytes of the file",
                 "entries that are stored in the file");
  }

  template <class T>
  void read(Index first, std::span<T> out, hid_t type) const {
    Index size = 1;
    for (const Index length : form_.shape) size *= length;
    transfer(first, std::ssize(out) / size, type, out.data());
  }

  std::vector<std::string> texts(Index first, Index count) const {
    const Handle type(H5Dget_type(set_), H5Tclose);
    return H5Tis_variable_str(type) > 0 ? variable_texts(first, count, type)
                                        : fixed_texts(first, count, type);
  }

 private:
  static hid_t open(const ClientFile& file, hid_t id, const std::string& client,
                    const ClientColumn& form) {
    const std::string path = "examples/" + client + "/" + form.name;
    const std::string link = link_at(id, path);
    if (!link.empty()) file.refuse(client, form, link, form_text(form) + " in this file");
    return H5Dopen2(id, path.c_str(), H5P_DEFAULT);
  }
  // The entries are in this file: the digest of a table does not cover others.
  void require_own_content() const {
    const Handle creation(H5Dget_create_plist(set_), H5Pclose);
    if (H5Pget_layout(creation) == H5D_VIRTUAL || H5Pget_external_count(creation) > 0)
      file_.refuse(client_, form_, "entries in other files", "entries in this one");
  }
  bool has_shape() const {
    if (shape_.empty()) return false;
    std::vector<hsize_t> row(shape_.begin() + 1, shape_.end());
    if (form_.shape.empty() && row == std::vector<hsize_t>{1}) return true;
    return row == std::vector<hsize_t>(form_.shape.begin(), form_.shape.end());
  }
  // Selects rows, and returns the space in memory that they fill.
  void transfer(Index first, Index count, hid_t type, void* out) const {
    std::vector<hsize_t> begin(shape_.size(), 0), size = shape_;
    begin[0] = static_cast<hsize_t>(first);
    size[0] = static_cast<hsize_t>(count);
    const Handle from(H5Dget_space(set_), H5Sclose);
    const Handle to(H5Screate_simple(static_cast<int>(size.size()), size.data(), nullptr),
                    H5Sclose);
    H5Sselect_hyperslab(from, H5S_SELECT_SET, begin.data(), nullptr, size.data(), nullptr);
    if (H5Dread(set_, type, to, from, H5P_DEFAULT, out) < 0) {
      file_.refuse(client_, form_, "unreadable entries (" + library_reason() + ")",
                   "an undamaged file");
    }
  }
  std::vector<std::string> variable_texts(Index first, Index count, hid_t type) const {
    std::vector<char*> pointers(static_cast<std::size_t>(count), nullptr);
    transfer(first, count, type, pointers.data());
    std::vector<std::string> texts;
    for (const char* text : pointers) texts.emplace_back(text == nullptr ? "" : text);
    const hsize_t size = pointers.size();
    const Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
    H5Dvlen_reclaim(type, space, H5P_DEFAULT, pointers.data());
    return texts;
  }
  std::vector<std::string> fixed_texts(Index first, Index count, hid_t type) const {
    const std::size_t size = H5Tget_size(type);
    std::string all(size * static_cast<std::size_t>(count), '\0');
    transfer(first, count, type, all.data());
    std::vector<std::string> texts;
    for (std::size_t at = 0; at < all.size(); at += size)
      texts.emplace_back(all.substr(at, size).c_str());
    return texts;
  }

  const ClientFile& file_;
  const std::string& client_;
  const ClientColumn& form_;
  Handle set_;
  std::vector<hsize_t> shape_;
};

// What the listing of a group finds: names, up to the first entry that is no group of this file.
struct Listing {
  std::vector<std::string> names;
  std::string found;  // instead of a group, at the last of the names; empty: they are all groups
};

herr_t take_group(hid_t parent, const char* name, const H5L_info_t* link, void* listing) {
  auto& [names, found] = *static_cast<Listing*>(listing);
  names.emplace_back(name);
  found = link->type == H5L_TYPE_HARD ? "" : link_text(link->type);
  if (!found.empty()) return 1;  // it is not followed
  const Handle object(H5Oopen(parent, name, H5P_DEFAULT), H5Oclose);
  if (object.is_open() && H5Iget_type(object) != H5I_GROUP) found = "an entry that is no group";
  return found.empty() ? 0 : 1;
}

}  // namespace

ClientFile::ClientFile(const std::string& path) : name_(path) {
  const files::RegularFile regular(path);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // the library prints nothing of its own
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
#if H5_VERSION_GE(1, 10, 7)
  H5Pset_file_locking(access, false, true);  // nobody writes to the file; some disks have no locks
#endif
  file_ = H5Fopen(path.c_str(), H5F_ACC_RDONLY, access);
  if (file_ < 0) {
    throw std::runtime_error(name_ + ": found " + std::to_string(regular.size()) +
                             " bytes that are no whole HDF5 file (" + library_reason() +
                             "); expected the published file, unpacked");
  }
  try {
    list_clients();
  } catch (...) {
    H5Fclose(file_);
    throw;
  }
}

ClientFile::~ClientFile() { H5Fclose(file_); }

void ClientFile::list_clients() {
  constexpr const char* expected = "; expected one with a group for each client";
  const std::string link = link_at(file_, "examples");
  if (!link.empty()) {
    throw std::runtime_error(name_ + ": found " + link + " for the group \"examples\"" + expected);
  }
  const Handle group(H5Gopen2(file_, "examples", H5P_DEFAULT), H5Gclose);
  Listing listing;
  hsize_t next = 0;
  if (!group.is_open() ||
      H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, &next, take_group, &listing) < 0) {
    throw std::runtime_error(name_ + ": found no readable group \"examples\" (" + library_reason() +
                             ")" + expected);
  }
  if (!listing.found.empty()) {
    throw std::runtime_error(name_ + ", examples/" + printable(listing.names.back()) + ": found " +
                             listing.found + "; expected the group of a client, in this file");
  }
  clients_ = std::move(listing.names);
  if (clients_.empty())
    throw std::runtime_error(name_ + ": found no client in group \"examples\"; expected some");
}

void ClientFile::refuse(const std::string& client, const ClientColumn& column,
                        const std::string& found, const std::string& expected) const {
  throw std::runtime_error(name_ + ", examples/" + printable(client) + "/" + column.name +
                           ": found " + found + "; expected " + expected);
}

Index ClientFile::rows(const std::string& client, const ClientColumn& column) const {
  return OpenColumn(*this, file_, client, column).rows();
}

void ClientFile::require_stored(const std::string& client, const ClientColumn& column,
                                Index rows) const {
  OpenColumn(*this, file_, client, column).require_stored(rows);
}

void ClientFile::read(const std::string& client, const ClientColumn& column, Index first,
                      std::span<float> out) const {
  const OpenColumn open(*this, file_, client, column);
  open.read(first, out, H5T_NATIVE_FLOAT);
  if (column.type != ClientColumn::Type::pixel || !open.holds_bytes()) return;
  for (float& pixel : out) pixel /= 255;
}
void ClientFile::read(const std::string& client, const ClientColumn& column, Index first,
                      std::span<std::uint8_t> out) const {
  OpenColumn(*this, file_, client, column).read(first, out, H5T_NATIVE_UINT8);
}
void ClientFile::read(const std::string& client, const ClientColumn& column, Index first,
                      std::span<std::int64_t> out) const {
  OpenColumn(*this, file_, client, column).read(first, out, H5T_NATIVE_INT64);
}
std::vector<std::string> ClientFile::texts(const std::string& client, const ClientColumn& column,
                                           Index first, Index count) const {
  return OpenColumn(*this, file_, client, column).texts(first, count);
}

}  // namespace skald
