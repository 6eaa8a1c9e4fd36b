// The methods of text_methods.h by name, and those that other packages add, for comparisons.
//
//     const TextMethod& method = FindTextMethod("hash-kernel");
//     common::OptionValues options(method.name, method.options);
//     options.Parse("bits=20");
//     const TextOutcome outcome = method.run(texts, settings, options);
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_TEXT_METHOD_LIST_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_TEXT_METHOD_LIST_H_

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "common/method_options.h"
#include "structured_learning/linear/texts/text_methods.h"

namespace structlab::structured_learning {

// Option values {} are the defaults of the method. Both functions throw common::Error(kUsage) for options
// that are not the method's, and as those of text_methods.h.
struct TextMethod {
  std::string name;     // "hash-kernel"
  std::string summary;  // a description of half a line
  std::vector<common::OptionDeclaration> options = {};
  std::function<TextOutcome(const TextSource& texts, const TextSettings&, const common::OptionValues&)> run;
  // The same for vectors that are already features; empty if the method takes only texts.
  std::function<TextOutcome(const ExampleBatch& train, const ExampleBatch& test, const TextSettings&,
                            const common::OptionValues&)>
      run_on_vectors = {};
};

// All methods that are linked, first those of the library, then registered ones by name:
// - hash-kernel: RunHashKernel;
// - exact, vw-text, vw-cache: RunExact;
// - bottou: RunBottou;
// - projection: RunProjection;
// - projected-bottou: RunProjectedBottou, of texts only.
std::span<const TextMethod> TextMethods();

// Adds a method. Call it before main, in a library with alwayslink = True. A name that is used twice, or a
// method without a name or without `run`, is a bug of the program.
bool RegisterTextMethod(TextMethod method);

// Throws common::Error(kUsage) for an unknown name; the message lists the nearest names.
const TextMethod& FindTextMethod(const std::string& name);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_TEXT_METHOD_LIST_H_
