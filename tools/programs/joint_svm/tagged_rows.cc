#include "tools/programs/joint_svm/tagged_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "common/error.h"
#include "common/program.h"
#include "structured_learning/multilabel/arff_file.h"
#include "structured_learning/multilabel/svmlight_file.h"
#include "structured_learning/multilabel/vector_file.h"

namespace structlab::tools {

namespace learning = structured_learning;
using learning::MultiLabelData;
using learning::SavedTagModel;
using learning::TagList;

const char kTaggedRowsHelp[] =
    R"(Files, plain or gzip (.gz); each row is an example:
  .arff                   Weka's format; --tags=FILE.xml is Mulan's XML that names the labels (default: the only .xml
                          in the folder, else MEKA's @relation 'name: -C n': the first n attributes, or the last -n)
  .svm .svmlight .libsvm  label,label,... index:value index:value ...
  .txt                    format of the Extreme Classification Repository: the first line is "rows features labels"
  .hvecs .fvec            vectors of INRIA's image sets; the columns of several files are put side by side. Needs
                          --tags=FILE.hvecs with a column of 0 and 1 for each tag
)";

namespace {

// In lower case, without .gz.
std::string EndingOf(const std::string& path) {
  const auto ending_of = [](const std::filesystem::path& name) {
    std::string ending = name.extension().string();
    for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return ending;
  };
  const std::filesystem::path name(path);
  return ending_of(ending_of(name) == ".gz" ? name.stem() : name);
}

bool IsOneOf(const std::string& ending, std::initializer_list<const char*> endings) {
  return std::ranges::find(endings, ending) != endings.end();
}

// All .xml in the folder of the file.
std::vector<std::string> XmlsBeside(const std::string& path) {
  std::vector<std::string> found;
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder.empty() ? "." : folder, error)) {
    if (EndingOf(entry.path().string()) == ".xml") found.push_back(entry.path().string());
  }
  return found;
}

// The labels that the only XML in the folder names. None if it names none and no tags are needed.
std::vector<std::string> LabelsBeside(const std::string& xml, bool is_needed) {
  try {
    return learning::ReadMulanLabels(xml);
  } catch (const common::Error& error) {
    if (!is_needed && error.kind() == common::ErrorKind::kData) return {};
    common::ErrorParts parts = error.parts();
    if (parts.remedy.empty()) parts.remedy = "if it does not belong to the data, give --tags=FILE";
    throw common::Error(error.kind(), parts);
  }
}

// The labels by MEKA's convention, if no XML names them.
std::vector<std::string> LabelsWithoutXml(const std::string& path, const learning::ArffHeader& header,
                                          size_t num_xmls, std::FILE* messages) {
  std::vector<std::string> labels = learning::MekaLabels(header);
  if (labels.empty()) {
    common::ThrowUsageError(
        "--tags", "the XML that names the labels of " + path,
        num_xmls == 0 ? "no .xml in its folder" : fmt::format("{} of them in its folder", num_xmls),
        "give --tags=FILE");
  }
  std::fprintf(messages, "joint_svm: note: the labels are the %s %zu attributes, as @relation says\n",
               labels[0] == header.attributes[0] ? "first" : "last", labels.size());
  return labels;
}

MultiLabelData ReadArffRows(const TaggedRowsArguments& arguments, const SavedTagModel* model, TagUse use,
                            std::FILE* messages) {
  const std::string path = common::CallersPath(arguments.data[0]);
  const learning::ArffHeader header = learning::ReadArffHeader(path);
  learning::ArffOptions options = {.missing = arguments.missing == "zero" ? learning::MissingValues::kZero
                                                                          : learning::MissingValues::kRefuse};
  for (const std::string& name : arguments.ignored) {
    if (std::ranges::find(header.attributes, name) == header.attributes.end()) {
      common::ThrowUsageError("--ignore", "the name of an attribute of " + arguments.data[0],
                              common::Quote(name));
    }
    options.left_out.insert(name);
  }
  const std::vector<std::string> xmls = XmlsBeside(path);
  std::vector<std::string> labels;
  const bool has_names = model != nullptr && !model->tag_names.empty();
  if (!arguments.tags.empty()) {
    labels = learning::ReadMulanLabels(common::CallersPath(arguments.tags));
  } else if (xmls.size() == 1) {
    labels = LabelsBeside(xmls[0], use == TagUse::kRead || !has_names);
  } else if (use == TagUse::kRead || !has_names) {
    labels = LabelsWithoutXml(path, header, xmls.size(), messages);
  }
  std::erase_if(labels, [&](const std::string& name) { return options.left_out.contains(name); });
  if (use == TagUse::kRead) return learning::ReadArff(path, labels, options);
  options.left_out.insert(labels.begin(), labels.end());
  if (has_names) options.left_out.insert(model->tag_names.begin(), model->tag_names.end());
  return learning::ReadArff(path, {}, options);
}

MultiLabelData Read(const TaggedRowsArguments& arguments, const SavedTagModel* model, TagUse use,
                    std::FILE* messages) {
  const std::string path = common::CallersPath(arguments.data[0]), ending = EndingOf(path);
  if (!arguments.ignored.empty() && ending != ".arff") {
    common::ThrowUsageError("--ignore", "data in ARFF", arguments.data[0]);
  }
  const std::string tags = arguments.tags.empty() ? "" : common::CallersPath(arguments.tags);
  if (IsOneOf(ending, {".hvecs", ".hvec", ".fvec", ".fvecs"})) {
    if (tags.empty()) common::ThrowUsageError("--tags", "a file of vectors of 0 and 1 for " + path, "none");
    std::vector<std::string> files;
    for (const std::string& file : arguments.data) files.push_back(common::CallersPath(file));
    return learning::ReadVectorFiles(files, tags);
  }
  if (arguments.data.size() > 1) {
    common::ThrowUsageError("DATA", "one file, because " + arguments.data[0] + " has no vectors",
                            std::to_string(arguments.data.size()));
  }
  if (ending == ".arff") return ReadArffRows(arguments, model, use, messages);
  if (!tags.empty()) common::ThrowUsageError("--tags", "data in ARFF or vectors", path);
  if (IsOneOf(ending, {".svm", ".svmlight", ".libsvm"})) {
    if (model == nullptr) return learning::ReadMultiLabelSvmlight(path);
    return learning::ReadMultiLabelSvmlight(path, {.first_index = model->first_index,
                                                   .min_features = model->num_features,
                                                   .tag_names = model->tag_names});
  }
  if (ending == ".txt") return learning::ReadXmlRepository(path);
  common::ThrowUsageError("DATA",
                          "a file whose name ends in .arff, .svm, .svmlight, .libsvm, .txt, .hvecs or .fvec",
                          arguments.data[0]);
}

// Gives tags the model's indices; tags with other names follow after them.
void RenumberTags(const SavedTagModel& model, MultiLabelData& data) {
  if (data.tag_names.empty() || model.tag_names.empty() || data.tag_names == model.tag_names) return;
  std::map<std::string, int> indices;
  for (const std::string& name : model.tag_names) indices.emplace(name, static_cast<int>(indices.size()));
  std::vector<std::string> names = model.tag_names;
  std::vector<int> index_of_tag;
  for (const std::string& name : data.tag_names) {
    const auto [at, is_new] = indices.emplace(name, static_cast<int>(names.size()));
    if (is_new) names.push_back(name);
    index_of_tag.push_back(at->second);
  }
  for (TagList& tags : data.tags) {
    for (int& tag : tags) tag = index_of_tag[tag];
    std::ranges::sort(tags);
  }
  data.tag_names = names;
  data.num_tags = static_cast<int>(names.size());
}

}  // namespace

void AddTaggedRowsFlags(common::CommandLine& line, TaggedRowsArguments& arguments) {
  line.Option("DATA", arguments.data, "rows with their tags, see below").Required();
  line.Option("--tags", arguments.tags,
              "for ARFF, an XML that names the labels; for vectors, a file of annotation vectors");
  line.Option("--missing", arguments.missing, "how to read a missing feature (?) of ARFF")
      .OneOf({"refuse", "zero"})
      .ShowDefault();
  line.Option("--ignore", arguments.ignored,
              "leave out this attribute of ARFF, such as a name; may be repeated")
      .Repeatable();
}

MultiLabelData ReadTaggedRows(const TaggedRowsArguments& arguments, const SavedTagModel* model, TagUse use,
                              std::FILE* messages) {
  MultiLabelData data = Read(arguments, model, use, messages);
  if (model == nullptr) return data;
  const bool is_svmlight = IsOneOf(EndingOf(arguments.data[0]), {".svm", ".svmlight", ".libsvm"});
  if (is_svmlight && data.features.cols() > model->num_features) {
    std::set<int> columns;
    for (Eigen::Index k = 0; k < data.features.nonZeros(); ++k) {
      const int column = data.features.innerIndexPtr()[k];
      if (column >= model->num_features) columns.insert(column);
    }
    if (!columns.empty()) {
      std::fprintf(messages, "joint_svm: note: features that the model does not have are left out: %zu\n",
                   columns.size());
    }
    data.features = data.features.leftCols(model->num_features).eval();
    data.features.makeCompressed();
  }
  learning::CheckFeatures(*model, data, arguments.data[0]);
  RenumberTags(*model, data);
  return data;
}

std::vector<NamedFile> InputFilesOf(const TaggedRowsArguments& arguments) {
  std::vector<NamedFile> files;
  for (const std::string& file : arguments.data) files.push_back({"DATA", file});
  if (!arguments.tags.empty()) {
    files.push_back({"--tags", arguments.tags});
  } else if (arguments.data.size() == 1 && EndingOf(arguments.data[0]) == ".arff") {
    for (const std::string& file : XmlsBeside(common::CallersPath(arguments.data[0]))) {
      files.push_back({"the XML in the folder of DATA", file});
    }
  }
  return files;
}

std::string NameOfTag(const std::vector<std::string>& names, int tag) {
  return names.empty() ? std::to_string(tag) : names[tag];
}

}  // namespace structlab::tools
