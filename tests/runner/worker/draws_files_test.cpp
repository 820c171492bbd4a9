#include "worker/draws_files.hpp"

#include "database/inference_data.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

namespace draws_files_test {
namespace {

const std::string kStan =
    "# method = sample\nlp__,stepsize__,beta.1,alpha\n"
    "-9,1,99,98\n"
    "# Adaptation terminated\n# Step size = 0.5\n"
    "-1,1,0,10\n-1,1,1,11\n-1,1,2,12\n-1,1,3,13\n# Elapsed Time: 1 s\n";

struct File {
  std::string name, text;
};

// Files, what is asked for, and what must happen: a refusal that holds this text, or draws.
struct Case {
  std::vector<File> files;
  std::string path;
  std::string refusal;
  std::vector<std::string> columns = {};
  Index chains = 1, draws = 4;  // of each chain
};

std::string npy(const std::string& shape, const std::vector<double>& numbers) {
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }\n";
  std::string bytes = std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0';
  bytes += header;
  bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
  return bytes;
}

std::vector<double> counted(std::size_t count) {
  std::vector<double> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0.);
  return numbers;
}

TEST_CASE("draws are read from the files of others, or refused with their place") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> with_nan = counted(8);
  with_nan[5] = nan;
  const std::vector<std::string> stan{"beta.1", "alpha"};
  const std::string swapped = "alpha,beta.1\n10,0\n11,1\n12,2\n13,3\n";
  const Case example = GENERATE_COPY(
      Case{{{"fit.csv", kStan}}, "fit.csv", "", stan},
      Case{{{"fit_1.csv", kStan}, {"fit_2.csv", kStan}, {"other.csv", ""}},
           "fit_*.csv",
           "",
           stan,
           2},
      Case{{{"chains/1.csv", kStan}, {"chains/2.csv", swapped}}, "chains", "", stan, 2},
      Case{{{"a.csv", "\xEF\xBB\xBF\"beta[1]\";alpha\r\n0;10\r\n1;11\r\n2;12\r\n3;13\r\n"}},
           "a.csv",
           "",
           {"beta[1]", "alpha"}},
      Case{{{"a.csv",
             ".chain,.draw,beta,alpha\n1,1,0,10\n2,1,4,14\n1,2,1,11\n2,2,5,15\n1,3,2,12\n2,3,6,"
             "16\n1,4,3,13\n2,4,7,17\n"}},
           "a.csv",
           "",
           {"beta", "alpha"},
           2},
      Case{{{"a.csv",
             "chain|beta|alpha\n1|0|10\n1.0|1|11\n01|2|12\n+1|3|13\n2|4|14\n2|5|15\n2.0|6|16\n"
             "2e0|7|17\n"}},
           "a.csv",
           "",
           {"beta", "alpha"},
           2},
      Case{{{"a.csv", ",beta,alpha\n0,0,10\n1,1,11\n2,2,12\n3,3,13\n"}},
           "a.csv",
           "",
           {"beta", "alpha"}},
      Case{{{"a.csv", "0,10\n1,11\n2,12\n3,13\n"}}, "a.csv", "", {}},
      Case{{{"a.npy", npy("(4, 2)", {0, 10, 1, 11, 2, 12, 3, 13})}}, "a.npy", "", {}},
      Case{{{"a.npy", npy("(2, 4, 2)", {0, 10, 1, 11, 2, 12, 3, 13, 4, 14, 5, 15, 6, 16, 7, 17})}},
           "a.npy",
           "",
           {},
           2},
      Case{{{"a.csv", kStan + "-1,1,4,nan\n"}},
           "a.csv",
           "a.csv, line 11, column 4 (alpha): found 'nan'; expected a finite number"},
      Case{{{"a.csv", "beta,alpha\n1,2\n1,oops\n"}},
           "a.csv",
           "line 3, column 2 (alpha): found 'oops'"},
      Case{{{"a.csv", "beta,alpha\n1,2\n1,1e999\n"}},
           "a.csv",
           "line 3, column 2 (alpha): found '1e999'"},
      Case{{{"a.csv", "beta,alpha\n1,2\n1\n"}}, "a.csv", "line 3: found 1 field; expected 2"},
      Case{{{"a.csv", "beta,beta\n1,2\n1,3\n"}}, "a.csv", "found two columns 'beta'"},
      Case{{{"a.csv", "beta,alpha\n1,2\n1,3\n2,3\n"}},
           "a.csv",
           "found 3 draws; expected at least 4"},
      Case{{{"a.csv", "beta,alpha\n"}}, "a.csv", "found no draws"},
      Case{{{"a.csv", "# method = sample\n"}}, "a.csv", "found no line of numbers"},
      Case{{{"a.csv", "lp__,energy__\n1,2\n"}}, "a.csv", "found no column of a parameter"},
      Case{{{"a.csv", "chain,b\n1,0\n1,1\n2,3\n"}}, "a.csv", "found chains of 2 and of 1 draw"},
      Case{{{"c/1.csv", kStan}, {"c/2.csv", kStan + "-1,1,4,14\n"}},
           "c",
           "2.csv: found chains of 5 draws; expected 4, as in"},
      Case{{{"c/1.csv", kStan}, {"c/2.csv", "beta.1,gamma\n0,1\n1,1\n2,1\n3,1\n"}},
           "c",
           "2.csv: found no column 'alpha'; expected one, as in"},
      Case{{{"c/1.csv", kStan}, {"c/2.csv", "beta.1,alpha,gamma\n0,1,1\n1,1,1\n2,1,1\n3,1,1\n"}},
           "c",
           "2.csv: found 3 columns; expected those of"},
      Case{{{"a.npy", npy("(8,)", counted(8))}},
           "a.npy",
           "found 1 axis and 8 numbers; expected draws x parameters"},
      Case{{{"a.npy", npy("(4, 2)", with_nan)}},
           "a.npy",
           "chain 0, draw 2, parameter 1: found nan; expected a finite number"},
      Case{{{"a.npy", npy("(4, 3)", counted(8))}}, "a.npy", "found the end of the file"},
      Case{{{"a.rds", std::string("RDX3\0\0", 6)}},
           "a.rds",
           "found a format that is not known here; expected CSV"},
      Case{{{"c/1.csv", kStan}}, "c*.csv", "found no file"});
  const TemporaryFolder folder;
  for (const File& file : example.files) {
    fs::create_directories((folder / file.name).parent_path());
    folder.write(file.name, file.text);
  }
  const std::string path = (folder / example.path).string();
  if (!example.refusal.empty()) {
    CHECK_THROWS_WITH(read_draws_files(path),
                      Catch::StartsWith("reference: ") && Catch::Contains(example.refusal));
    return;
  }
  const run::GivenDraws draws = read_draws_files(path);
  CHECK(draws.columns == example.columns);
  CHECK(draws.chains == example.chains);
  REQUIRE(draws.values.cols() == example.chains * example.draws);
  REQUIRE(draws.values.rows() == 2);
  for (Index i = 0; i < example.draws; ++i) {
    CHECK(draws.values(0, i) == static_cast<double>(i));
    CHECK(draws.values(1, i) == static_cast<double>(10 + i));
  }
}

}  // namespace
}  // namespace draws_files_test
