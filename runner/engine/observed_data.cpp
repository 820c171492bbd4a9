#include "engine/observed_data.hpp"

#include "text/wire.hpp"

namespace skald {

std::string encode(const ObservedData& data) {
  text::WireWriter writer;
  writer.put(data.name);
  writer.put(data.target);
  writer.put(data.center);
  writer.put(data.scale);
  writer.put(data.classes);
  writer.put(data.client);
  return writer.take();
}

ObservedData decode_observed_data(std::string_view bytes) {
  text::WireReader reader(bytes);
  ObservedData data;
  reader.read(data.name);
  reader.read(data.target);
  reader.read(data.center);
  reader.read(data.scale);
  reader.read(data.classes);
  reader.read(data.client);
  if (data.client.size() != data.target.size())
    throw std::runtime_error("observed data from a worker have an invalid shape");
  return data;
}

}  // namespace skald
