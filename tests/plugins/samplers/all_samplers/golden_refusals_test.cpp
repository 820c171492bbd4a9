// What samplers refuse, word for word.
#include "golden_table.hpp"
#include "optimisers/four_quadratics.hpp"
#include "test.hpp"

namespace skald::test {
namespace golden_refusals_test {

// NAME=VALUE: true, 3, 0.5, [1,2] or a word.
Setting setting_of(const std::string& word) {
  const std::size_t sign = word.find('=');
  const std::string name = word.substr(0, sign), value = word.substr(sign + 1);
  if (value == "true" || value == "false") return {name.c_str(), value == "true"};
  if (value.front() == '[') {
    Array array;
    std::istringstream numbers(value.substr(1));
    for (double x = 0; numbers >> x; numbers.get()) array.values.push_back(x);
    array.shape = {static_cast<std::int64_t>(array.values.size())};
    return {name.c_str(), array};
  }
  char* end = nullptr;
  const double number = std::strtod(value.c_str(), &end);
  if (*end != '\0') return {name.c_str(), value};
  if (value.find('.') != std::string::npos) return {name.c_str(), number};
  return {name.c_str(), static_cast<int>(number)};
}

// What the sampler of a row says in its constructor or in its first iterations.
std::string answer(const std::string& row) {
  std::istringstream words(row);
  std::string name, word;
  words >> name;
  std::vector<Setting> settings;
  while (words >> word) settings.push_back(setting_of(word));
  try {
    const auto sampler = load_plugin<Sampler>("sampler/" + name, settings);
    const auto federation = four_clients();
    SamplerRun(*federation, *sampler, random_streams, nothing, Eigen::MatrixXd(kStart))
        .advance(sampler->stride());
  } catch (const std::exception& refused) {
    return refused.what();
  }
  return "accepted";
}

TEST_CASE("samplers refuse what the table of refusals says, in its words") {
  check_golden_table("refusals/samplers.txt", 100, answer);
}

}  // namespace golden_refusals_test
}  // namespace skald::test
