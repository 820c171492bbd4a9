// A small posterior database, written by a test.
#pragma once

#include <zip.h>

#include <filesystem>
#include <stdexcept>
#include <string>

#include "temporary_folder.hpp"

namespace skald::test {

class PosteriorTree {
 public:
  std::string path() const { return folder_.path().string(); }

  // data/NAME.json.zip, draws/NAME.json.zip.
  void add_data(const std::string& name, const std::string& json) const {
    add_zipped("data", name, json);
  }
  void add_draws(const std::string& name, const std::string& json) const {
    add_zipped("draws", name, json);
  }
  // posteriors/DATA-MODEL.json, with reference draws of the same name.
  void add_posterior(const std::string& data, const std::string& model) const {
    const std::string name = data + "-" + model;
    folder_.write("posteriors/" + name + ".json", R"({"name": ")" + name + R"(", "model_name": ")" +
                                                      model + R"(", "data_name": ")" + data +
                                                      R"(", "reference_posterior_name": ")" + name +
                                                      R"("})");
  }
  void add_plain(const std::string& file, const std::string& content) const {
    folder_.write(file, content);
  }

 private:
  void add_zipped(const std::string& kind, const std::string& name, const std::string& json) const {
    const std::filesystem::path folder = folder_.path() / kind;
    std::filesystem::create_directories(folder);
    zip_t* archive = zip_open((folder / (name + ".json.zip")).c_str(), ZIP_CREATE, nullptr);
    if (archive == nullptr) throw std::runtime_error("cannot write a zip archive");
    zip_source_t* source = zip_source_buffer(archive, json.data(), json.size(), 0);
    zip_file_add(archive, (name + ".json").c_str(), source, 0);
    if (zip_close(archive) != 0) throw std::runtime_error("cannot write a zip archive");
  }

  TemporaryFolder folder_;
};

}  // namespace skald::test
