// A recurrent network that predicts the next word from a window of words, given as numbers.
#include "skald/plugin.hpp"
#include "torch/torch_model.hpp"

namespace {

using namespace skald;

struct Options : TorchOptions {
  std::int64_t embedding = 96;
  std::int64_t hidden = 670;
};
constexpr auto options =
    append(torch_options<Options>(),
           option("embedding", &Options::embedding,
                  "dimension of the word embedding, before and after the recurrence")
               .at_least(1),
           option("hidden", &Options::hidden, "LSTM units").at_least(1));

class LstmNextWord final : public TorchModel {
 public:
  explicit LstmNextWord(const Options& o)
      : TorchModel({.kind = Architecture::Kind::lstm_next_word,
                    .embedding = o.embedding,
                    .hidden = o.hidden},
                   o) {}
};

}  // namespace

SKALD_PLUGIN = plugin<LstmNextWord, Options, options>(
    {.name = "lstm_next_word",
     .numerics_revision = 1,
     .summary = "Long short-term memory (LSTM) for the next word or character of a text",
     .reference =
         "Reddi et al. (2021), Adaptive federated optimization; Al-Shedivat et al. (2021)"});
