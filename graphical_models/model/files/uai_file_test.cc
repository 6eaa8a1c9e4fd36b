#include "graphical_models/model/files/uai_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/file.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/files/test_file.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;
using Scope = std::vector<int>;
using Table = std::vector<double>;

constexpr std::string_view kModel =
    "MARKOV\n3\n2 2 3\n2\n2 0 1\n2 1 2\n\n4\n 4.0 2.4\n 1.0 0.0\n\n6\n 2.25 3.25 3.75\n 0.00 0.0 10.0\n";

// Potentials as in a file, with an occasional zero.
FactorGraph RandomPotentials(common::RandomStream& random) {
  FactorGraph model = RandomFactorGraph({.max_arity = 4}, random);
  FactorGraph graph(std::vector<int>(model.label_counts().begin(), model.label_counts().end()));
  for (int f = 0; f < model.num_factors(); ++f) {
    Table table;
    for (size_t i = 0; i < model.table(f).size(); ++i) {
      const double potential =
          random.Uniform() < 0.1 ? 0.0 : std::exp(random.Uniform(-700, 700) * random.Uniform());
      table.push_back(0.0 - std::log(potential));
    }
    graph.AddFactor(model.scope(f), table);
  }
  return graph;
}

TEST(Uai, CommentsAreSkipped) {
  const std::string plain = "BAYES\n2\n2 2\n2\n1 0\n2 0 1\n2\n0.25 0.75\n4\n0.5 0.5 1 0\n";
  const std::string commented =
      "# a network of two variables\nBayes # the type\n2\n2 2 #labels\n2\n1 0   # P(rain)\n2 0 1 # P(wet | "
      "rain) 9 9\n\n#tables\n2\n0.25 0.75 # no, yes\n4\n0.5 0.5\n 1 0\n# end";
  const FactorGraph graph = ReadUai(WriteTestFile(plain));
  EXPECT_EQ(ReadUai(WriteTestFile(commented)), graph);
  EXPECT_EQ(ReadUaiEvidence(WriteTestFile("1 # one\n# the first\n1 0"), graph).size(), 1u);
}

TEST(ReadUai, TakesMinusTheLogarithm) {
  const FactorGraph graph = ReadUai(WriteTestFile(kModel));
  EXPECT_EQ(Scope(graph.label_counts().begin(), graph.label_counts().end()), (Scope{2, 2, 3}));
  ASSERT_EQ(graph.num_factors(), 2);
  EXPECT_EQ(Scope(graph.scope(1).begin(), graph.scope(1).end()), (Scope{1, 2}));
  const auto table = graph.table(0);
  EXPECT_EQ(Table(table.begin(), table.end()), (Table{-std::log(4), -std::log(2.4), 0, kInfinity}));
  EXPECT_FALSE(std::signbit(table[2]));
  EXPECT_EQ(graph.Energy(Labeling{1, 0, 2}), 0 - std::log(3.75));
  EXPECT_EQ(graph.Energy(Labeling{0, 1, 1}), kInfinity);
}

TEST(ReadUai, TakesGzipBayesAndConstants) {
  EXPECT_EQ(ReadUai(WriteGzipTestFile(kModel)), ReadUai(WriteTestFile(kModel)));
  const FactorGraph graph = ReadUai(WriteTestFile("BAYES\r\n1\r\n2\r\n2\r\n0\r\n1 0\r\n1 0.5 2 +1e0 .5"));
  EXPECT_EQ(graph.constant(), std::log(2));
  EXPECT_EQ(graph.num_factors(), 1);
  const FactorGraph empty = ReadUai(WriteTestFile("MARKOV 0 0"));
  EXPECT_EQ(empty.Energy(Labeling{}), 0);
}

TEST(WriteUai, IsReadBackToTheSameBits) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "uai");
    const FactorGraph graph = RandomPotentials(random);
    EXPECT_EQ(ReadUai(WriteTestFile(FormatUai(graph))), graph);
  }
}

// The energy of the nearest potential differs by the rounding of exp, of the potential and of log. Each is at
// most 2^-53 relative to the potential or the energy; exp and log of glibc are exact to 1 unit.
TEST(WriteUai, ChangesOtherEnergiesByRoundingOnly) {
  common::RandomStream random(1, "energies");
  Table energies;
  for (int i = 0; i < 10'000; ++i) energies.push_back(random.Uniform(-700, 740) * (i % 2 == 0 ? 1 : 1e-3));
  FactorGraph graph({10'000});
  graph.AddFactor(Scope{0}, energies);
  const FactorGraph back = ReadUai(WriteTestFile(FormatUai(graph)));
  for (size_t i = 0; i < energies.size(); ++i) {
    const double energy = energies[i];
    // Below 2^-1022 potentials have fewer digits.
    const double bound = energy > 708 ? std::exp(energy - 744.4) : 1e-15 * std::max(1.0, std::abs(energy));
    EXPECT_NEAR(back.table(0)[i], energy, bound);
  }
}

TEST(WriteUai, KeepsTheConstant) {
  FactorGraph graph({2});
  graph.AddConstant(-std::log(3.0));
  graph.AddFactor(Scope{0}, Table{0, kInfinity});
  WriteUai(graph, TestPath());
  EXPECT_EQ(ReadUai(TestPath()), graph);
  graph.AddConstant(kInfinity);
  WriteUai(graph, TestPath());
  EXPECT_EQ(ReadUai(TestPath()), graph);
}

// Products of potentials can be outside the range of a single potential.
TEST(WriteUai, KeepsConstantsThatNoPotentialHas) {
  for (const double constant : {700.0, 705.5, -1400.0, -1381.5510557964274, 1418.4, 123456.78901, -1e6 / 3}) {
    FactorGraph graph({2});
    graph.AddConstant(constant);
    graph.AddFactor(Scope{0}, Table{1, 2});
    WriteUai(graph, TestPath());
    EXPECT_EQ(ReadUai(TestPath()).constant(), constant);
    EXPECT_EQ(ReadUai(TestPath()), graph);
  }
  const FactorGraph graph = ReadUai(WriteTestFile("MARKOV 0 2 0 0 1 1e300 1 1e300"));
  EXPECT_NEAR(graph.constant(), -600 * std::log(10), 1e-12);
  WriteUai(graph, TestPath());
  EXPECT_EQ(ReadUai(TestPath()), graph);
  FactorGraph too_large;
  too_large.AddConstant(1e9);
  EXPECT_EQ(MessageOf([&] { FormatUai(too_large); }).substr(0, 42),
            "constant: expected an energy from -709.7 t");
}

TEST(WriteUai, RefusesEnergiesWithoutPotential) {
  for (const double energy : {-710.0, 744.5, 746.0}) {
    FactorGraph graph({1});
    graph.AddFactor(Scope{0}, Table{energy});
    EXPECT_EQ(MessageOf([&] { FormatUai(graph); }),
              std::string("factor 0: expected an energy from -709.7 to 744.4, or +infinity, found ") +
                  common::FormatDouble(energy) + "; scale or shift the energies of the factor");
  }
}

std::string Message(std::string_view content) {
  return MessageFor(content, [](const std::string& p) { ReadUai(p); });
}

TEST(ReadUai, NamesThePlaceOfEveryMistake) {
  const std::string cut = "; the file is cut off or a count in it is too large";
  EXPECT_EQ(Message(""), ":1:1: expected MARKOV, found the end of the file" + cut);
  EXPECT_EQ(Message("\nMRKOV 1"), ":2:1: expected MARKOV or BAYES, found 'MRKOV'; is this a .uai file?");
  EXPECT_EQ(Message("MARKOV -1"), ":1:8: expected the number of variables, 0 to 1000000000, found '-1'");
  EXPECT_EQ(Message("MARKOV 2\n2"),
            ":2:2: expected the number of labels of variable 1, found the end of the file" + cut);
  EXPECT_EQ(Message("MARKOV 1 0"),
            ":1:10: expected the number of labels of variable 0, 1 to 1000000000, found '0'");
  EXPECT_EQ(Message("MARKOV 1 2 x"), ":1:12: expected the number of factors, 0 to 1000000000, found 'x'");
  EXPECT_EQ(Message("MARKOV 1 2 1\n2 0 0 4"),
            ":2:1: expected the number of variables of factor 0, 0 to 1, found '2'");
  EXPECT_EQ(Message("MARKOV 2 2 2 1\n2 0 2"), ":2:5: expected a variable of factor 0, 0 to 1, found '2'");
  EXPECT_EQ(
      Message("MARKOV 2 2 2 1\n2 1 1\n4 1 1 1 1"),
      ":2:5: expected different variables of factor 0, found variable 1 twice; use the diagonal of the table "
      "as a factor of fewer variables");
  EXPECT_EQ(Message("MARKOV 1 2 1\n1 0\n3 1 1 1"),
            ":3:1: expected 2 table entries of factor 0, the product of its label counts, found '3'");
  EXPECT_EQ(Message("MARKOV 1 2 1\n1 0\n2 1"),
            ":3:4: expected a potential of factor 0, found the end of the file" + cut);
  EXPECT_EQ(Message("MARKOV 1 2 1\n1 0\n2 1 -0.5"),
            ":3:5: expected a potential of factor 0, which is 0 or more, found '-0.5'; potentials are not "
            "logarithms");
  for (const std::string wrong : {"nan", "inf", "-inf", "0x1", "1,5"}) {
    EXPECT_EQ(Message("MARKOV 1 2 1\n1 0\n2 1 " + wrong),
              ":3:5: expected a potential of factor 0, found '" + wrong + "'");
  }
  for (const std::string wrong : {"1e999", "1e-999"}) {
    EXPECT_EQ(
        Message("MARKOV 1 2 1\n1 0\n2 1 " + wrong),
        ":3:5: expected a potential of factor 0 that is 0 or from 4.9e-324 to 1.8e308 in magnitude, found '" +
            wrong + "'");
  }
  EXPECT_EQ(Message("MARKOV 1 2 0\n7"),
            ":2:1: expected the end of the file after 0 tables, found '7'; remove the rest or correct the "
            "counts before it");
}

TEST(ReadUai, TakesNoMemoryForWhatIsOnlyAnnounced) {
  EXPECT_EQ(Message("MARKOV 1000000000 2"),
            ":1:20: expected the number of labels of variable 1, found the end of the file; "
            "the file is cut off or a count in it is too large");
  EXPECT_EQ(
      Message("MARKOV 1 100000000 0"),
      ":1:10: expected labels of all variables in proportion to the file, found 100000000 of variable 0");
  EXPECT_EQ(Message("MARKOV 4 100000 100000 100000 100000 1\n4 0 1 2 3\n1 1"),
            ":3:1: expected a table that fits into memory of factor 0, found '1'");
  EXPECT_EQ(Message("MARKOV 3 100000 100000 100000 1\n3 0 1 2\n1000000000000000 1"),
            ":3:19: expected a potential of factor 0, found the end of the file; "
            "the file is cut off or a count in it is too large");
}

TEST(ReadUai, NoticesACutGzipFile) {
  std::string content = common::ReadFile(WriteGzipTestFile(kModel));
  content.resize(content.size() / 2);
  EXPECT_NE(Message(content).find("gzip"), std::string::npos) << Message(content);
  EXPECT_NE(MessageOf([] { ReadUai(TestPath() + ".absent"); }).find("absent"), std::string::npos);
}

TEST(UaiEvidence, ComesInThreeForms) {
  const FactorGraph graph({2, 3, 4});
  const auto read = [&](std::string_view text) { return ReadUaiEvidence(WriteTestFile(text), graph); };
  using Evidence = std::vector<Observation>;
  EXPECT_EQ(read("0"), Evidence{});
  EXPECT_EQ(read("1\n0\n"), Evidence{});
  EXPECT_EQ(read("1\n2 0 1 2 3"), (Evidence{{0, 1}, {2, 3}}));
  EXPECT_EQ(read("2 0 1 2 3"), (Evidence{{0, 1}, {2, 3}}));
  EXPECT_EQ(read("1 1 2"), (Evidence{{1, 2}}));
  const Evidence evidence = {{2, 3}, {0, 0}};
  WriteUaiEvidence(evidence, TestPath());
  EXPECT_EQ(ReadUaiEvidence(TestPath(), graph), evidence);
  WriteUaiEvidence({}, TestPath());
  EXPECT_EQ(ReadUaiEvidence(TestPath(), graph), Evidence{});
}

TEST(UaiEvidence, NamesThePlaceOfEveryMistake) {
  const FactorGraph graph({2, 3});
  const auto message = [&](std::string_view text) {
    return MessageFor(text, [&](const std::string& path) { ReadUaiEvidence(path, graph); });
  };
  const std::string what =
      "expected a number of observations and as many pairs of variable and label, found ";
  const std::string remedy = "; compare the count with what follows";
  EXPECT_EQ(message(""), ":1:1: " + what + "0 integers that begin with none" + remedy);
  EXPECT_EQ(message("2 0 1"), ":1:1: " + what + "3 integers that begin with 2" + remedy);
  EXPECT_EQ(message("2\n1 0 0 1 1"), ":1:1: " + what + "6 integers that begin with 2" + remedy);
  EXPECT_EQ(message("4\n1 0 0 1 1 1"), ":1:1: " + what + "7 integers that begin with 4" + remedy);
  // One observation in each of two samples; two and none.
  for (const char* samples : {"2\n1 0 1\n1 0 0", "2\n2 0 1 1 0\n0"}) {
    EXPECT_EQ(message(samples), ":1:1: expected one sample, found 2; keep one of them in the file");
  }
  EXPECT_EQ(message("1\n2 0"), ":2:1: expected a variable, 0 to 1, found 2");
  EXPECT_EQ(message("1\n1 3"), ":2:3: expected a label of variable 1, 0 to 2, found 3");
  EXPECT_EQ(message("2 0 0\n0 1"),
            ":2:1: expected one observation of variable 0, found another one, label 1");
  EXPECT_EQ(message("1 0 -1"), ":1:5: expected an integer, 0 to 2147483647, found '-1'");
}

TEST(UaiSolution, IsReadBack) {
  const FactorGraph graph({2, 3, 4});
  const Labeling labeling = {1, 2, 3};
  WriteUaiSolution(labeling, TestPath());
  EXPECT_EQ(ReadUaiSolution(TestPath(), graph), labeling);
  EXPECT_EQ(ReadUaiSolution(WriteTestFile("MPE\n1\n3 1 2 3\n"), graph), labeling);
  EXPECT_EQ(ReadUaiSolution(WriteTestFile("MAP\n3 0 0 0\n-BEGIN-\n3 1 2 3"), graph), labeling);
  WriteUaiSolution({}, TestPath());
  EXPECT_EQ(ReadUaiSolution(TestPath(), FactorGraph()), Labeling{});
}

TEST(UaiSolution, NamesThePlaceOfEveryMistake) {
  const FactorGraph graph({2, 3});
  const auto message = [&](std::string_view text) {
    return MessageFor(text, [&](const std::string& path) { ReadUaiSolution(path, graph); });
  };
  EXPECT_EQ(message("PR\n1"), ":1:1: expected MPE or MAP, found 'PR'; is this a solution?");
  EXPECT_EQ(message("MPE\n2 1"),
            ":2:1: expected the number of variables and as many labels, found 2 integers that begin with 2; "
            "compare the count with what follows");
  EXPECT_EQ(message("MPE\n2\n2 1 0\n2 1 1"),
            ":2:1: expected one sample, found 2; keep one of them in the file");
  EXPECT_EQ(message("MPE\n3 0 0 0"), ":2:1: expected 2 variables as in the model, found 3");
  EXPECT_EQ(message("MPE\n2 0 3"), ":2:5: expected a label of variable 1, 0 to 2, found 3");
  EXPECT_EQ(message("MPE\n2 0 x"), ":2:5: expected a label, 0 to 2147483647, found 'x'");
}

}  // namespace
}  // namespace structlab::graphical_models
