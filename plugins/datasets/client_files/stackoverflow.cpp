// Posts of Stack Overflow by user, of TensorFlow Federated: for the prediction of a post's tags
// from its bag of words, or of the next word of a sentence.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "client_files/client_table.hpp"
#include "client_files/vocabulary.hpp"
#include "reading/source_file.hpp"
#include "skald/dataset.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::ClientColumn;
using skald::ClientFile;
using skald::ClientPart;
using skald::Index;
using skald::RowStream;
using skald::Vocabulary;
using skald::WordCounts;

struct Options : skald::ClientOptions {
  std::string_view task = "tags";
  std::int64_t vocabulary = 10000;
  std::int64_t tags = 500;
  std::int64_t length = 20;
  std::optional<std::string_view> word_count, tag_count;
  constexpr Options() {
    train = "data:stackoverflow/stackoverflow_train.h5";
    test = "data:stackoverflow/stackoverflow_test.h5";
  }
};

constexpr auto options = skald::append(
    skald::client_options<Options>,
    skald::option("task", &Options::task,
                  "tags: features are the shares of each word of the vocabulary among all words of "
                  "a post and its title, labels its tags, as array \"labels\"; next_word: features "
                  "are the words of a sentence before each of its words, which is the class")
        .one_of("tags|next_word"),
    skald::option("vocabulary", &Options::vocabulary, "number of words, those that most users use")
        .at_least(1)
        .at_most(1000000),
    skald::option("tags", &Options::tags, "number of tags, those that most users use (task tags)")
        .at_least(1)
        .at_most(1000000),
    skald::option("length", &Options::length,
                  "words of a sentence that are predicted, the first ones (task next_word)")
        .at_least(1)
        .at_most(10000),
    skald::option("word_count", &Options::word_count,
                  "the published file stackoverflow.word_count; if omitted, users are counted in "
                  "the rows that are trained on")
        .is_path(),
    skald::option("tag_count", &Options::tag_count,
                  "the published file stackoverflow.tag_count; if omitted, users are counted in "
                  "the rows that are trained on")
        .is_path());

const ClientColumn kTokens{"tokens", ClientColumn::Type::text};
const ClientColumn kTitle{"title", ClientColumn::Type::text};
const ClientColumn kTags{"tags", ClientColumn::Type::text};

constexpr std::array counted_words{
    skald::PrivateInput{.name = skald::inputs::vocabulary,
                        .why = "words and tags are those that most users of the training rows use",
                        .remedy = "declare it public if the lists are known without the rows"}};

// Calls use(text) for the client's first `entries` texts, some of them at a time.
template <class Use>
void for_each_text(const ClientFile& file, const std::string& client, const ClientColumn& column,
                   Index entries, Use use) {
  for (Index first = 0; first < entries; first += RowStream::kMost) {
    const Index count = std::min(entries - first, RowStream::kMost);
    for (const std::string& text : file.texts(client, column, first, count)) use(text);
  }
}

// A post's row: the shares of the words in it, and its tags.
class TaggedPosts final : public skald::ClientRows {
 public:
  TaggedPosts(const Vocabulary& words, const Vocabulary& tags) : words_(words), tags_(tags) {}

  std::vector<const ClientColumn*> columns() const override { return {&kTokens, &kTitle, &kTags}; }
  void put(const ClientPart& part, RowStream& stream) const override {
    stream.put(0, part.entries, part.group, [&](Index first, const RowStream::Rows& rows) {
      put_words(part, first, rows.features);
      put_tags(part, first, rows.labels);
    });
  }

 private:
  // Words that are not in the vocabulary count among all words of the post.
  void put_words(const ClientPart& part, Index first, skald::Block out) const {
    const auto tokens = part.file->texts(part.client, kTokens, first, out.cols);
    const auto titles = part.file->texts(part.client, kTitle, first, out.cols);
    out.matrix().setZero();
    for (Index r = 0; r < out.cols; ++r) {
      const std::string post =
          tokens[static_cast<std::size_t>(r)] + " " + titles[static_cast<std::size_t>(r)];
      const auto words = skald::words_of(post);
      double* shares = out.data + r * out.stride;
      for (const std::string_view word : words) {
        const std::int32_t number = words_.number(word);
        if (number >= 0) shares[number] += 1 / static_cast<double>(words.size());
      }
    }
  }
  void put_tags(const ClientPart& part, Index first, skald::Block out) const {
    const auto texts = part.file->texts(part.client, kTags, first, out.cols);
    out.matrix().setZero();
    for (Index r = 0; r < out.cols; ++r) {
      for (const std::string_view tag : skald::tags_of(texts[static_cast<std::size_t>(r)])) {
        const std::int32_t number = tags_.number(tag);
        if (number >= 0) out.data[r * out.stride + number] = 1;
      }
    }
  }

  const Vocabulary& words_;
  const Vocabulary& tags_;
};

// The rows of a sentence of n words: one for each of its first `length` words, and one for its end
// if there are fewer. Numbers: 0 nothing, 1 to V the words, then any other word, the beginning and
// the end of a sentence. The features of a row are what comes before its class, at their end.
class NextWords final : public skald::ClientRows {
 public:
  NextWords(const Vocabulary& words, Index length)
      : words_(words),
        length_(length),
        other_(static_cast<double>(words.size() + 1)),
        begin_(other_ + 1),
        end_(other_ + 2) {}

  std::vector<const ClientColumn*> columns() const override { return {&kTokens}; }
  Index rows(const ClientFile& file, const std::string& client, Index entries) const override {
    Index rows = 0;
    for_each_text(file, client, kTokens, entries, [&](const std::string& text) {
      rows += std::min(std::ssize(skald::words_of(text)) + 1, length_);
    });
    return rows;
  }
  void put(const ClientPart& part, RowStream& stream) const override {
    for_each_text(*part.file, part.client, kTokens, part.entries, [&](const std::string& text) {
      const std::vector<double> sentence = numbers_of(text);
      for (std::size_t next = 1; next < sentence.size(); ++next) {
        stream.put(0, 1, part.group, [&](Index, const RowStream::Rows& row) {
          row.features.matrix().setZero();
          std::copy(sentence.begin(), sentence.begin() + static_cast<Index>(next),
                    row.features.data + length_ - static_cast<Index>(next));
          row.target[0] = sentence[next];
        });
      }
    });
  }

 private:
  std::vector<double> numbers_of(const std::string& text) const {
    std::vector<double> numbers{begin_};
    for (const std::string_view word : skald::words_of(text)) {
      if (std::ssize(numbers) > length_) return numbers;
      const std::int32_t number = words_.number(word);
      numbers.push_back(number < 0 ? other_ : number + 1.0);
    }
    if (std::ssize(numbers) <= length_) numbers.push_back(end_);
    return numbers;
  }

  const Vocabulary& words_;
  Index length_;
  double other_, begin_, end_;
};

class StackOverflow final : public skald::Dataset {
 public:
  explicit StackOverflow(const Options& given) : given_(given) {}

  // The training rows of all users by name, then the test rows; a user is a natural client.
  skald::Table load(const skald::Random&) override {
    given_.task == "tags" ? load_tags() : load_next_words();
    skald::Table table = table_->table();
    table.private_inputs = counted_words;
    return table;
  }

 private:
  void load_tags() {
    const Vocabulary words = word_list(), tags = tag_list();
    skald::TableShape shape{.features = words.size(), .labels = tags.size()};
    table_.emplace(given_, shape, recipe() + " tags " + std::to_string(given_.tags), digests_, true,
                   TaggedPosts(words, tags));
  }
  void load_next_words() {
    const Vocabulary words = word_list();
    skald::TableShape shape{.features = given_.length, .classes = words.size() + 4};
    table_.emplace(given_, shape, recipe() + " length " + std::to_string(given_.length), digests_,
                   true, NextWords(words, given_.length));
  }
  Vocabulary word_list() {
    const auto [counts, file] = given_.word_count
                                    ? published(*given_.word_count, skald::read_word_counts)
                                    : counted(kTokens, skald::words_of);
    return Vocabulary(counts, given_.vocabulary, file, "words (option vocabulary)");
  }
  Vocabulary tag_list() {
    const auto [counts, file] = given_.tag_count
                                    ? published(*given_.tag_count, skald::read_tag_counts)
                                    : counted(kTags, skald::tags_of);
    return Vocabulary(counts, given_.tags, file, "tags (option tags)");
  }
  using CountsOfFile = std::pair<WordCounts, std::string>;
  template <class Read>
  CountsOfFile published(std::string_view path, Read read) {
    const skald::SourceFile source = skald::read_source(std::string(path));
    digests_.push_back(source.digest);
    return {read(skald::content_of(source), source.name), source.name};
  }
  // How many of the users that are trained on use each word in the texts that are trained on.
  template <class Split>
  CountsOfFile counted(const ClientColumn& column, Split split) const {
    const ClientFile file{std::string(given_.train)};
    WordCounts counts;
    const std::size_t users =
        std::min(static_cast<std::size_t>(given_.clients.value_or(std::ssize(file.clients()))),
                 file.clients().size());
    for (std::size_t u = 0; u < users; ++u) {
      const std::string& user = file.clients()[u];
      const Index there = file.rows(user, column);
      std::set<std::string, std::less<>> used;
      for_each_text(file, user, column, std::min<Index>(there, given_.rows.value_or(there)),
                    [&](const std::string& text) {
                      for (const std::string_view word : split(text)) used.emplace(word);
                    });
      for (const std::string& word : used) ++counts[word];
    }
    return {std::move(counts), file.name()};
  }
  std::string recipe() const {
    return "stackoverflow 1 task " + std::string(given_.task) + " vocabulary " +
           std::to_string(given_.vocabulary);
  }

  Options given_;
  std::vector<std::string> digests_;
  std::optional<skald::ClientTable> table_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<StackOverflow, Options, options>(
    {.name = "stackoverflow",
     .numerics_revision = 1,
     .summary = "Posts of Stack Overflow by user: bags of words with their tags, or next words",
     .reference = "Reddi et al. (2021), Adaptive federated optimization; files of TensorFlow "
                  "Federated"});
