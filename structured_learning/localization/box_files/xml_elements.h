// Reads small XML files into elements.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_BOX_FILES_XML_ELEMENTS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_BOX_FILES_XML_ELEMENTS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace structlab::structured_learning {

// An element without its attributes.
struct XmlElement {
  std::string name;
  std::string text;  // of the element itself, without that of its children and without blanks at the ends
  std::vector<XmlElement> children;
  int64_t line = 0;  // where it begins, from 1

  // The first child of this name, or null.
  const XmlElement* Child(std::string_view child) const;
};

// The root element. Strict for what it knows: elements with attributes, text with the five named entities and
// character numbers, CDATA, comments, processing instructions. Throws common::Error(kData) at name:line for
// all else, also for a document type (which could define entities), for elements that are nested more than 32
// deep, and for a tag that is not closed or closed by another name. Memory: at most about 40 bytes for each
// byte of the text.
XmlElement ParseXml(std::string_view text, const std::string& name);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_BOX_FILES_XML_ELEMENTS_H_
