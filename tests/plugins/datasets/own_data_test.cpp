// Files as people have them: a table of file, options and what must happen. What is read passes the
// door of the host.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "data_files.hpp"
#include "loaded.hpp"
#include "problem/examined_table.hpp"
#include "shipped_plugin.hpp"
#include "skald/named_columns.hpp"
#include "skald/parts/data/columns.hpp"
#include "zip_files.hpp"

using namespace skald;
using namespace skald::test;

namespace own_data_test {

namespace {

struct File {
  std::string name, text;
};

// Files, the options of the data set but for paths (option -> name of the file), and what must
// happen: a refusal that holds all of these texts, or a table.
struct Case {
  std::string what;
  std::string plugin;
  std::vector<File> files;
  std::vector<std::pair<const char*, std::string>> paths;
  std::vector<Setting> settings;
  std::vector<std::string> refusal = {};
  Index features = -1, classes = -1, groups = -1, rows = -1;  // -1: whatever
  std::string note = {};
};

std::vector<Setting> settings_of(const Case& example, const TemporaryFolder& folder) {
  std::map<std::string, std::string> places;
  for (const File& file : example.files)
    places[file.name] = folder.write(file.name, file.text).string();
  std::vector<Setting> settings = example.settings;
  for (const auto& [option, name] : example.paths) settings.emplace_back(option, places.at(name));
  return settings;
}

std::string notes_of(const problem::ExaminedTable& examined) {
  std::string all;
  for (const std::string& note : examined.notes()) all += note + "\n";
  return all;
}

void check(const Case& example) {
  INFO(example.what);
  const TemporaryFolder folder;
  const CacheFolder cache;
  const std::vector<Setting> settings = settings_of(example, folder);
  const auto enter = [&] {
    const Loaded loaded(example.plugin, settings);
    const problem::ExaminedTable examined(loaded.table,
                                          dynamic_cast<const NamedColumns*>(loaded.data.get()));
    const Table& table = examined.table();
    if (example.features >= 0) CHECK(table.features.rows == example.features);
    if (example.classes >= 0) CHECK(table.classes == example.classes);
    if (example.groups >= 0) CHECK(table.groups == example.groups);
    if (example.rows >= 0) CHECK(table.rows() == example.rows);
    CHECK_THAT(notes_of(examined), Catch::Contains(example.note));
  };
  if (example.refusal.empty()) return enter();
  for (const std::string& part : example.refusal) CHECK_THROWS_WITH(enter(), Catch::Contains(part));
}

// A csv of that text with target "y"; all rows for training.
Case csv(const std::string& what, const std::string& text, std::vector<Setting> settings = {}) {
  settings.emplace_back("target", "y");
  settings.emplace_back("test_fraction", 0.0);
  return {what, "csv", {{"a.csv", text}}, {{"path", "a.csv"}}, std::move(settings)};
}
Case with_test(Case example, const std::string& text) {
  std::erase_if(example.settings, [](const Setting& s) { return s.name == "test_fraction"; });
  example.files.push_back({"t.csv", text});
  example.paths.emplace_back("test", "t.csv");
  return example;
}
Case refused(Case example, std::vector<std::string> parts) {
  example.refusal = std::move(parts);
  return example;
}
Case gives(Case example, Index features, Index classes = -1, Index groups = -1, Index rows = -1) {
  example.features = features;
  example.classes = classes;
  example.groups = groups;
  example.rows = rows;
  return example;
}
Case told(Case example, const std::string& note) {
  example.note = note;
  return example;
}

const std::string kTrain = "x,z,y\n1,7,1\n2,5,0\n4,6,1\n3,9,0\n";

std::vector<Case> joined_columns() {
  const Case train = csv("", kTrain);
  return {
      gives(with_test(train, kTrain), 3, 2, -1, 8),
      gives(with_test(train, "z,x,y\n7,1,1\n"), 3, 2, -1, 5),
      gives(with_test(train, "y,z,x\n1,7,1\n"), 3, 2, -1, 5),
      refused(with_test(train, "p,q,r\n1,7,1\n"),
              {"t.csv, line 1: found the columns p, q, r; expected x, z, y", "a.csv"}),
      refused(with_test(train, "x,z\n1,7\n"), {"t.csv, line 1", "(y missing)"}),
      refused(with_test(train, "1,7,1\n2,5,0\n"), {"t.csv, line 1: found the columns 1, 7, 1"}),
      refused(with_test(train, "x,z,y,w\n1,7,1,3\n"), {"t.csv, line 1", "(no w)"}),
      gives(with_test(csv("ignored", "id,x,y\n1,2,0\n2,3,1\n", {{"ignore", "id"}}), "x,y\n5,1\n"),
            2, 2),
      refused(with_test(train, "z,x,y\n7,oops,1\n"), {"t.csv, line 2, column 2 (x): found 'oops'"}),
  };
}

std::vector<Case> same_labels() {
  const Setting group{"group", "g"};
  return {
      gives(with_test(csv("float labels", kTrain), "x,z,y\n1,7,1.0\n2,5,0.0\n"), 3, 2),
      gives(csv("both spellings", "x,y\n1,1\n2,1.0\n3,0\n4,0e0\n5,+1\n"), 2, 2),
      gives(csv("texts stay texts", "x,y\n1,a\n2,A\n3,a \n"), 2, 2),
      gives(csv("clients", "g,x,y\n0.0,1,0\n1,2,1\n2.0,3,0\n0,4,1\n1.0,5,0\n2,6,1\n", {group}), 2,
            2, 3),
      gives(csv("long numbers are names",
                "g,x,y\n12345678901234567890,1,0\n12345678901234567891,2,1\n", {group}),
            2, 2, 2),
      gives(csv("categories", "c,x,y\n1,1,0\n1.0,2,1\n2,3,0\n", {{"categorical", "c"}}), 3),
      told(with_test(csv("a class of test rows only", kTrain), "x,z,y\n1,7,1\n2,5,2\n"),
           "only test rows have class '2'"),
      refused(
          with_test(csv("UCI's adult.test", "x,y\n1,<=50K\n2,>50K\n"), "x,y\n1,<=50K.\n2,>50K.\n"),
          {"t.csv, line 2, column 2 (y): found '<=50K.'", "'<=50K', '>50K'"}),
  };
}

std::vector<Case> missing_values() {
  const Setting drop{"missing", "drop_row"}, impute{"missing", "impute"}, word{"missing", "word"};
  std::vector<Case> cases;
  for (const char* missing : {"", "nan", "NaN", "-", "#N/A", "None", "NULL", "<NA>", "null", "?"}) {
    const std::string m = missing;
    cases.push_back(
        gives(csv("a number " + m, "x,z,y\n" + m + ",7,1\n2,5,0\n4,6,1\n", {impute}), 3, 2, -1, 3));
    cases.push_back(
        gives(csv("a target " + m, "x,y\n1," + m + "\n2,0\n3,1\n", {drop}), 2, 2, -1, 2));
    cases.push_back(refused(csv("a target " + m, "x,y\n2,0\n1," + m + "\n3,1\n"),
                            {"a.csv, line 3, column 2 (y): found no value", "drop_row"}));
    cases.push_back(gives(csv("a category " + m, "c,x,y\n" + m + ",1,1\nb,2,0\n" + m + ",3,1\n",
                              {word, {"categorical", "c"}}),
                          3, 2));
  }
  cases.push_back(refused(csv("word of a number", "x,y\nNA,1\n2,0\n", {word}),
                          {"line 2, column 1 (x)", "missing: word is for categorical", "impute"}));
  cases.push_back(refused(csv("impute a target", "x,y\n1,\n2,0\n", {impute}),
                          {"line 2, column 2 (y)", "set missing to drop_row"}));
  cases.push_back(refused(csv("word of a client", "g,x,y\n,1,1\nh,2,0\n", {word, {"group", "g"}}),
                          {"line 2, column 1 (g)", "set missing to drop_row"}));
  cases.push_back(gives(csv("words of one's own", "x,y\n-999,1\n2,0\n5,1\n",
                            {impute, {"missing_words", "-999,none"}}),
                        2, 2, -1, 3));
  cases.push_back(refused(csv("words of one's own replace the others", "x,y\nNA,1\n2,0\n",
                              {impute, {"missing_words", "-999"}}),
                          {"found 'NA'", "missing_words"}));
  return cases;
}

std::vector<Case> constant_columns() {
  const Setting drop{"constant", "drop"};
  std::string flag = "k,x,y\n";
  for (int i = 0; i < 60; ++i) {
    flag += std::string(i == 7 ? "1," : "0,");
    flag += std::to_string(i) + "," + std::to_string(i % 2) + "\n";
  }
  Case rare = csv("a flag in one of 60 rows", flag, {drop});
  std::erase_if(rare.settings, [](const Setting& s) { return s.name == "test_fraction"; });
  rare.settings.emplace_back("test_fraction", 0.5);
  return {
      gives(with_test(csv("in training rows", "k,x,y\n1,1,0\n1,2,1\n", {drop}),
                      "k,x,y\n2,1,0\n2,5,1\n"),
            2),
      gives(csv("two spellings", "k,x,y\n1.0,1,0\n1,2,1\n1.00,3,0\n", {drop}), 2),
      gives(rare, 3),
      gives(csv("huge", "x,y\n1e200,0\n-2e200,1\n3e200,0\n"), 2),
      gives(csv("tiny", "x,y\n1e-170,0\n-2e-170,1\n3e-170,0\n"), 2),
      refused(csv("constant", "k,x,y\n5,1,0\n5,2,1\n"),
              {"column 1 (k): found one value in all training rows", "set constant to drop"}),
      refused(csv("a target", "x,y\n1,5\n2,5\n",
                  {{"task", "regression"}, {"standardize_target", true}}),
              {"column 2 (y)", "set standardize_target to false"}),
  };
}

std::vector<Case> columns() {
  return {
      told(gives(csv("index of pandas", ",x,y\n0,1,1\n1,5,0\n2,3,1\n"), 2),
           "the first column, which has no name, left out"),
      gives(csv("index, named", ",x,y\n0,1,1\n1,5,0\n2,3,1\n", {{"columns", "[1, \"x\"]"}}), 3),
      told(gives(csv("trailing separators", "x,y,\n1,1,\n2,0,\n"), 2), "1 last column"),
      gives(csv("trailing separators below a header without", "x,y\n1,1,\n2,0,\n"), 2),
      gives(csv("empty names", "x,y,,\n1,1,,\n2,0,,\n"), 2),
      gives(csv("R's write.table", "\"x\" \"y\"\n\"1\" 1.5 \"b\"\n\"2\" 2.5 \"a\"\n",
                {{"separator", "blank"}}),
            2, 2),
      gives(csv("a name with a comma", "\"a,b\",x,y\n1,1,0\n2,2,1\n", {{"ignore", "a,b"}}), 2),
      gives(csv("a JSON list", "\"a,b\",x,w,y\n1,1,2,0\n2,2,1,1\n", {{"ignore", "[\"a,b\", 3]"}}),
            2),
      gives(csv("blanks in a list", "a,b,x,y\n1,1,2,0\n2,2,1,1\n", {{"ignore", "a, b"}}), 2),
      gives(csv("one of two of a name", "x,x,y\n1,7,0\n2,7,1\n", {{"ignore", "[2]"}}), 2),
      gives(csv("columns to keep", "a,b,c,y\n1,5,2,0\n2,4,1,1\n", {{"columns", "a,c"}}), 3),
      gives(csv("words are found", "a,c,y\n1,u,0\n2,v,1\n", {{"categorical", "auto"}}), 3),
      gives(csv("decimal commas", "x;y\n1,5;0\n-2,5;1\n",
                {{"separator", "semicolon"}, {"decimal", "comma"}}),
            2),
      refused(csv("decimal commas unsaid", "x;y\n1,5;0\n-2,5;1\n", {{"separator", "semicolon"}}),
              {"line 2, column 1 (x): found '1,5'", "set decimal to comma"}),
      refused(csv("the line as in the file, though rows are shuffled",
                  kTrain + "5,oops,1\n" + kTrain.substr(6)),
              {"a.csv, line 6, column 2 (z): found 'oops'"}),
      refused(csv("a list that is no JSON", kTrain, {{"ignore", "[x"}}),
              {"option ignore: found [x"}),
      gives(csv("the minus of typesetters", "x,y\n\u22121.5,\u22121\n2,1\n1,-1\n"), 2, 2),
      refused(csv("two signs", "x,y\n\u2212-1.5,0\n2,1\n"), {"line 2, column 1 (x)"}),
      refused(csv("two signs of typesetters", "x,y\n\u2212\u22121.5,0\n2,1\n"),
              {"line 2, column 1 (x)"}),
      refused(csv("a sign after a sign", "x,y\n\u2212+1.5,0\n2,1\n"), {"line 2, column 1 (x)"}),
      refused(csv("tabs", "x\tz\ty\n1\t2\t0\n"), {"no column 'y'", ": set separator to tab"}),
      refused(csv("semicolons", "x;z;y\n1;2;0\n"), {": set separator to semicolon"}),
      refused(csv("bars", "x|z|y\n1|2|0\n"), {": set separator to pipe"}),
      gives(csv("bars, as said", "x|z|y\n1|2|0\n2|5|1\n", {{"separator", "pipe"}}), 3, 2),
      refused(with_test(csv("another separator", kTrain), "x;z;y\n1;7;1\n"),
              {"t.csv, line 1", "separate its fields as those of the other file"}),
      gives(csv("the smallest numbers", "x,y\n0,0\n4e-324,1\n4e-324,1\n"), 2, 2),
      told(csv("umlauts", "Gr\u00f6\u00dfe,x,y\n5,1,0\n5,2,1\n", {{"constant", "drop"}}),
           "column Gr\u00f6\u00dfe left out"),
      refused(csv("umlauts in a refusal", "Gr\u00f6\u00dfe,y\nm\u00f6,0\n5,1\n"),
              {"column 1 (Gr\u00f6\u00dfe): found 'm\u00f6'"}),
      told(csv("labels in two cases", "x,y\n1,true\n2,True\n3,false\n"),
           "'True' and 'true' are two classes, which differ in the case of letters, in blanks"),
      told(csv("labels with a point", "x,y\n1,>50K\n2,>50K.\n3,<=50K\n"),
           "'>50K' and '>50K.' are two classes"),
      told(csv("a blank of typesetters", "x,y\n1,yes\n2,yes\u00a0\n3,no\n"), "are two classes"),
      told(csv("clients in two cases", "x,y,g\n1,0,A\n2,1,a\n3,1,b\n", {{"group", "g"}}),
           "'A' and 'a' are two clients"),
  };
}

std::vector<Case> foreign_formats() {
  std::vector<Case> cases{gives(csv("names like a magic", "PAR1,BZh,y\n1,2,0\n2,1,1\n"), 3)};
  cases.push_back(refused(csv("into another file", "\xFF\xFEx"), {"a.new.csv"}));
  for (const auto& [magic, format, remedy] :
       std::vector<std::tuple<std::string, std::string, std::string>>{
           {"PAR1....PAR1", "a Parquet file", "pandas.read_parquet("},
           {std::string("ARROW1\0\0", 8), "a Feather file", "pandas.read_feather("},
           {"BZh91AY&SY", "a bzip2 file", "bunzip2 -k"},
           {std::string("PK\x03\x04\x14\x00\x00\x00", 8), "a zip archive", "unzip"},
           {"\xFD"
            "7zXZ",
            "an xz file", "unxz -k"},
           {"\xFF\xFEx\0", "a text in UTF-16", "a.csv > "},
           {"\x80\x04\x95", "a pickle", "pandas.read_pickle("},
           {"MATLAB 5.0 MAT-file", "a MATLAB file", "scipy.io.loadmat("},
           {"% made by hand\n@RELATION iris\n", "an ARFF file", "loadarff("},
           {"\x89HDF\r\n\x1A\n", "an HDF5 file", "read_hdf("},
           {"{\"users\": []}", "JSON", "read_json("},
           {"x,y\n1,caf\xE9\n", "bytes that are no UTF-8 in line 2", "iconv -f WINDOWS-1252"},
           {"version https://git-lfs.github.com/spec/v1\n", "Git LFS", "git lfs pull"},
           {"<!DOCTYPE html>\n<html>", "a web page", "download"}}) {
    cases.push_back(refused(
        csv(format, magic),
        {"a.csv: found " + (format == "Git LFS" ? "a pointer of Git LFS" : format), remedy}));
  }
  return cases;
}

Case svm(const std::string& what, const std::string& text, std::vector<Setting> settings = {}) {
  return {what, "libsvm", {{"a.svm", text}}, {{"train", "a.svm"}}, std::move(settings)};
}

std::vector<Case> sparse_rows() {
  Case unlike = svm("unlike labels", "+1 1:0.5\n-1 1:0.1\n+1 1:2\n");
  unlike.files.push_back({"t.svm", "1 1:0.5\n0 1:0.2\n"});
  unlike.paths.emplace_back("test", "t.svm");
  Case strange = unlike, shifted = unlike, shifted_back = unlike;
  strange.files[1].text = "3 1:0.5\n4 1:0.2\n";
  shifted.files[1].text = "1 0:0.5\n-1 0:0.2\n";
  std::swap(shifted_back.files[0].text, shifted_back.files[1].text);
  shifted_back.files[0].text = "1 0:0.5\n-1 0:0.2\n";
  Case from_zero = shifted;
  from_zero.settings.emplace_back("index_base", "0");
  return {
      gives(svm("from zero", "1 0:0.3 1:0.8\n0 0:-1.3 1:0.9\n"), 3, 2),
      gives(svm("from one", "1 1:0.3 2:0.8\n0 1:-1.3 2:0.9\n"), 3, 2),
      refused(svm("from one, as said", "1 0:0.3 1:0.8\n", {{"index_base", "1"}}), {"index_base"}),
      gives(svm("queries", "1 qid:4 1:0.3\n0 qid:4 1:1\n1 qid:9 1:2\n"), 2, 2, 2),
      refused(svm("a query is missing", "1 qid:4 1:0.3\n0 1:1\n"), {"line 2", "qid:number"}),
      gives(svm("comments", "# made by hand\n1 1:0.3 # doc 5:7\n0 1:1\n"), 2, 2, -1, 2),
      gives(svm("a test share", "1 1:0.3\n0 1:1\n1 1:2\n0 1:3\n", {{"test_fraction", 0.5}}), 2),
      told(unlike, "only test rows have class '0' of 3"),
      refused(strange, {"t.svm, row 0: found the label '3'", "'-1', '+1'"}),
      refused(shifted, {"t.svm: found an index 0; expected none", "set index_base to 0"}),
      refused(shifted_back, {"t.svm: found no index 0; expected one", "set index_base to 0"}),
      gives(from_zero, 3, 2),
      gives(svm("long queries", "1 qid:1152921504606846976 1:0.3\n0 qid:1152921504606846977 1:1\n"),
            2, 2, 2),
      gives(svm("a byte order mark",
                "\xEF\xBB\xBF"
                "1 1:0.3\n0 1:1\n"),
            2, 2),
  };
}

template <class T>
std::string npy(const std::string& type, const std::string& shape, const std::vector<T>& values) {
  const std::string header =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
  std::string file = "\x93NUMPY";
  file += {'\1', '\0', static_cast<char>(header.size()), '\0'};
  return file + header +
         std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

Case arrays(const std::string& what, const std::string& x, const std::string& y,
            std::vector<Setting> settings = {}) {
  settings.emplace_back("test_fraction", 0.0);
  return {what,
          "npy",
          {{"x.npy", x}, {"y.npy", y}},
          {{"features", "x.npy"}, {"target", "y.npy"}},
          std::move(settings)};
}

std::vector<Case> numpy_arrays() {
  const std::string x = npy<double>("<f8", "(3, 2)", {1, 2, 3, 4, 5, 6});
  const std::string y = npy<double>("<f8", "(3,)", {0, 1, 1});
  const std::string y_nan = npy<double>("<f8", "(3,)", {0, NAN, 1});
  const std::string x_nan = npy<double>("<f8", "(3, 2)", {1, 2, 3, NAN, 5, 6});
  const Setting regression{"task", "regression"}, drop{"missing", "drop_row"};
  Case archive = arrays("an archive", zip_of({{"X.npy", x}, {"y.npy", y}}), "");
  archive.paths = {{"features", "x.npy"}, {"target", "x.npy"}};
  Case unnamed = arrays("an archive of other names", zip_of({{"a.npy", x}, {"b.npy", y}}), "");
  unnamed.paths = archive.paths;
  Case named = unnamed;
  named.settings.emplace_back("features_array", "a");
  named.settings.emplace_back("target_array", "b");
  return {
      gives(arrays("good", x, y), 2, 2, -1, 3),
      refused(arrays("transposed", npy<double>("<f8", "(2, 3)", {1, 2, 3, 4, 5, 6}), y),
              {"of shape (3,)", "of shape (2, 3)", "transpose"}),
      refused(arrays("NaN in a number", x, y_nan, {regression}), {"y.npy, row 1: found nan"}),
      refused(arrays("NaN in a class", x, y_nan), {"y.npy, row 1: found nan", "drop_row"}),
      gives(arrays("NaN in a class, dropped", x, y_nan, {drop}), 2, 2, -1, 2),
      refused(arrays("NaN in a feature", x_nan, y), {"x.npy, row 1: found nan"}),
      gives(arrays("NaN in a feature, imputed", x_nan, y, {{"missing", "impute"}}), 2, 2, -1, 3),
      refused(
          arrays("infinity", npy<double>("<f8", "(3, 2)", {1, 2, 3, INFINITY, 5, 6}), y, {drop}),
          {"x.npy, row 1: found inf"}),
      refused(arrays("labels with gaps", x, npy<int>("<i4", "(3,)", {0, 20210531, 0})),
              {"y.npy, row 1: found 20210531", "numpy.unique"}),
      refused(arrays("a label between", x, npy<double>("<f8", "(3,)", {0, 0.5, 1})),
              {"y.npy, row 1: found 0.5", "whole number"}),
      gives(arrays("labels from one", x, npy<int>("<i4", "(3,)", {1, 2, 2}), {{"first_label", 1}}),
            2, 2),
      told(arrays("labels from one, unsaid", x, npy<int>("<i4", "(3,)", {1, 2, 2})),
           "no row has class 0 of 3"),
      refused(arrays("integers that no double holds", x,
                     npy<std::int64_t>("<i8", "(3,)", {0, 1, (std::int64_t{1} << 60) + 1})),
              {"y.npy: found 1152921504606846977", "numpy.unique"}),
      gives(arrays("large integers that one holds", x,
                   npy<std::int64_t>("<i8", "(3,)", {0, 1, std::int64_t{1} << 53}),
                   {{"task", "regression"}}),
            2, 0),
      refused(arrays("words", x, npy<std::int32_t>("<U1", "(3,)", {'a', 'b', 'a'})),
              {"y.npy", "found numbers of type '<U1'", "numpy.unique"}),
      gives(archive, 2, 2, -1, 3),
      gives(named, 2, 2, -1, 3),
      refused(unnamed, {"found the arrays a, b", "features_array"}),
  };
}

Case leaf(const std::string& what, const std::string& train, std::vector<Setting> settings = {}) {
  return {what, "leaf", {{"a.json", train}}, {{"train", "a.json"}}, std::move(settings)};
}

std::vector<Case> users() {
  const std::string two = R"({"users": ["u2", "u1"], "num_samples": [2, 1], "user_data": {
      "u2": {"x": [[1, 2], [3, 4]], "y": [0, 1]}, "u1": {"x": [[5, 6]], "y": [1.0]}}})";
  Case tested = leaf("users in two files", two);
  tested.files.push_back(
      {"t.json", R"({"users": ["u3"], "user_data": {"u3": {"x": [[7, 8]], "y": ["1"]}}})"});
  tested.paths.emplace_back("test", "t.json");
  return {
      gives(leaf("users", two, {{"test_fraction", 0.0}}), 2, 2, 2, 3),
      gives(tested, 2, 2, 3, 4),
      gives(leaf("images",
                 R"({"users": ["u"], "user_data": {"u": {"x": [[[1, 2], [3, 4]]], "y": [7]}}})"),
            4, 1, 1, 1),
      refused(leaf("rows of unequal length",
                   R"({"users": ["u"], "user_data": {"u": {"x": [[1], [1, 2]], "y": [0, 1]}}})",
                   {{"test_fraction", 0.0}}),
              {"user 'u'", "a row x of 2 numbers", "1, as in the first row"}),
      refused(
          leaf("a label too few", R"({"users": ["u"], "user_data": {"u": {"x": [[1]], "y": []}}})"),
          {"a.json, user 'u': found 1 row x and 0 y"}),
      refused(leaf("texts", R"({"users": ["u"], "user_data": {"u": {"x": ["to be"], "y": [0]}}})"),
              {"user 'u', row 0", "turn text into numbers"}),
      refused(leaf("no user_data", R"({"users": ["u"]})"), {"found no object \"user_data\""}),
      refused(leaf("no JSON", "x,y\n1,2\n"), {"a.json, byte 0: found 'x,y"}),
  };
}

}  // namespace

TEST_CASE("users of LEAF and FedProx are clients") {
  for (const Case& example : users()) check(example);
}
TEST_CASE("columns of a test file are joined by name") {
  for (const Case& example : joined_columns()) check(example);
}
TEST_CASE("labels, categories and clients are the same by value, or by text") {
  for (const Case& example : same_labels()) check(example);
}
TEST_CASE("missing is one list of words, in every column") {
  for (const Case& example : missing_values()) check(example);
}
TEST_CASE("a column is constant by its values in all rows that training rows are drawn from") {
  for (const Case& example : constant_columns()) check(example);
}
TEST_CASE("columns are listed by name or number, and an index is none") {
  for (const Case& example : columns()) check(example);
}
TEST_CASE("files of other formats are named, with the line that converts them") {
  for (const Case& example : foreign_formats()) check(example);
}
TEST_CASE("sparse rows are read as they are written") {
  for (const Case& example : sparse_rows()) check(example);
}
TEST_CASE("arrays of NumPy are examined and named by file and row") {
  for (const Case& example : numpy_arrays()) check(example);
}

TEST_CASE("images of bytes are brought to channels first and to the unit interval") {
  const TemporaryFolder folder;
  std::vector<std::uint8_t> bytes(2 * 2 * 2 * 3);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(10 * i);
  const std::string y = folder.write("y.npy", npy<int>("<i4", "(2,)", {0, 1})).string();
  const std::string last =
      folder.write("x.npy", npy<std::uint8_t>("|u1", "(2, 2, 2, 3)", bytes)).string();
  const Loaded loaded("npy", {{"features", last}, {"target", y}, {"train", 2}});
  const std::vector<double> expected{0, 30, 60, 90, 10, 40, 70, 100, 20, 50, 80, 110};
  for (std::size_t k = 0; k < expected.size(); ++k) CHECK(loaded.row(0)[k] == expected[k] / 255);
  CHECK(find_array(loaded.table, "image_shape")->values.column(0) == Eigen::Vector3d(3, 2, 2));
  const Loaded raw("npy", {{"features", last}, {"target", y}, {"train", 2}, {"pixels", "raw"}});
  CHECK(raw.row(0)[1] == 30);
  const std::string unclear =
      folder.write("u.npy", npy<std::uint8_t>("|u1", "(1, 3, 2, 3)", std::vector<std::uint8_t>(18)))
          .string();
  check_refused("npy",
                {{"features", unclear},
                 {"target", folder.write("z.npy", npy<int>("<i4", "(1,)", {0})).string()},
                 {"train", 1}},
                "set images to channels_first or channels_last");
}

TEST_CASE("files of LEAF are what their lists say") {
  const std::string users = R"("a": {"x": [[1], [2]], "y": [0, 1]}, "b": {"x": [[3]], "y": [1]})";
  const auto document = [&](const std::string& lists) {
    return "\xEF\xBB\xBF{" + lists + R"("user_data": {)" + users + "}}";
  };
  const auto [lists, refusal] = GENERATE(table<std::string, std::string>(
      {{"", ""},
       {R"("users": ["b", "a"], "num_samples": [1, 2], )", ""},
       {R"("users": ["a", "b"], )", ""},
       {R"("users": ["a", "b", "c"], )", "found 2 users in user_data; expected 3 different ones"},
       {R"("users": ["a", "c"], )", "found no user 'c' in user_data"},
       {R"("users": ["a", "a"], )", "found user 'a' twice in users"},
       {R"("users": ["a", "b"], "num_samples": [2, NaN], )", "a.json, byte 44: found 'NaN"},
       {R"("users": ["a", "b"], "num_samples": [2, 3], )",
        "user 'b': found 1 row; expected 3, as num_samples says"},
       {R"("users": ["a", "b"], "num_samples": [2], )", "user 'b': found 1 row; expected none"}}));
  const TemporaryFolder folder;
  const CacheFolder cache;
  const std::vector<Setting> settings{{"train", folder.write("a.json", document(lists)).string()},
                                      {"test_fraction", 0.0}};
  if (refusal.empty()) {
    CHECK(Loaded("leaf", settings).table.groups == 2);
  } else {
    check_refused("leaf", settings, refusal);
  }
}

TEST_CASE("labels of test users are those of training users, or refused") {
  const TemporaryFolder folder;
  const CacheFolder cache;
  const auto users = [&](const char* name, const std::string& labels) {
    return folder.write(name, R"({"user_data": {"a": {"x": [[1], [2]], "y": [)" + labels + "]}}}")
        .string();
  };
  const std::string train = users("a.json", "0, 1");
  CHECK(Loaded("leaf", {{"train", train}, {"test", users("t.json", "1.0, 7")}}).table.classes == 3);
  check_refused("leaf", {{"train", train}, {"test", users("u.json", "\"no\", \"yes\"")}},
                "test rows of user 'a': found y 'no'; expected a label of the training rows");
}

TEST_CASE("columns keep the names of clients, and one outlier does not erase a column") {
  const TemporaryFolder folder;
  const std::string text = "g,x,y\nh3,1,0\nh0,2,1\nh3,1e155,0\nh0,3,1\n";
  const Loaded loaded("csv", {{"path", folder.write("a.csv", text).string()},
                              {"target", "y"},
                              {"group", "g"},
                              {"test_fraction", 0.0}});
  const auto* columns = dynamic_cast<const NamedColumns*>(loaded.data.get());
  REQUIRE(columns->groups().size() == 2);
  CHECK(std::string(columns->groups()[0]) == "h0");
  CHECK(std::string(columns->groups()[1]) == "h3");
  const Eigen::RowVectorXd x = loaded.table.features.matrix().row(1);
  CHECK(x.squaredNorm() / 4 == Approx(1));
  CHECK(x.maxCoeff() == Approx(std::sqrt(3)));
}

namespace {

const ShippedPlugin shipped_leaf =
    ShippedPlugin(Kind::dataset, "leaf").conforms_on_files([](const TemporaryFolder& folder) {
      const std::string users =
          R"({"user_data": {"a": {"x": [[1], [2]], "y": [0, 1]},
                            "b": {"x": [[3], [4]], "y": [1, 0]}}})";
      return std::vector<Setting>{{"train", folder.write("train.json", users).string()}};
    });

}  // namespace

}  // namespace own_data_test
