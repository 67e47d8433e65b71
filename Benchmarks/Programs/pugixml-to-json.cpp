// Parses one file with pugixml, and writes the JSON that `xml2dict -c` writes: attributes, then children, then text
// under the key "text". Values with the same key become an array.
//
// The program shows the speed of good C++ code with pugixml, because it makes no object between the document and the
// JSON. Before the benchmark measures, it compares the output with the output of xml2dict. pugixml declares no entities
// and no default attributes, leaves unknown references as text, and does not check that bytes are UTF-8. By default, it
// drops texts of only white space. xml2dict keeps such a text between children if the element has other text, but the
// benchmark's documents have no such text.
//
//     pugixml-to-json FILE
//     pugixml-to-json --version      (prints the version of pugixml)

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <pthread.h>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::string_view white_space = " \t\r\n";
constexpr std::string_view text_key = "text";
constexpr uint32_t none = UINT32_MAX;

/// The bytes that need an escape in JSON.
constexpr auto needs_escape = [] {
    std::array<bool, 256> flags{};
    for (int byte = 0; byte < 0x20; byte++) flags[byte] = true;
    flags['"'] = flags['\\'] = true;
    return flags;
}();

/// A buffer in front of standard output.
class Output {
public:
    void put(char byte) { bytes_ += byte; }

    void put(std::string_view text) {
        bytes_ += text;
        if (bytes_.size() >= 64 * 1024) flush();
    }

    /// Writes a string in quotation marks, and copies runs that need no escape.
    void put_string(std::string_view text) {
        put('"');
        size_t start = 0;
        for (size_t place = 0; place < text.size(); place++) {
            auto byte = static_cast<unsigned char>(text[place]);
            if (!needs_escape[byte]) continue;
            put(text.substr(start, place - start));
            start = place + 1;
            put_escape(text[place]);
        }
        put(text.substr(start));
        put('"');
    }

    bool finish() {
        flush();
        return !failed_ && fflush(stdout) == 0;
    }

private:
    void put_escape(char byte) {
        constexpr std::string_view bytes = "\b\t\n\f\r\"\\", letters = "btnfr\"\\";
        char code[8] = {'\\', 0};
        if (size_t place = bytes.find(byte); place != bytes.npos) {
            code[1] = letters[place];
        } else {
            snprintf(code, sizeof(code), "\\u%04x", byte);
        }
        put(code);
    }

    void flush() {
        if (fwrite(bytes_.data(), 1, bytes_.size(), stdout) != bytes_.size()) failed_ = true;
        bytes_.clear();
    }

    std::string bytes_;
    bool failed_ = false;
};

/// Walks over a document and writes it.
class Converter {
public:
    explicit Converter(Output &output) : output_(output) {}

    void convert(pugi::xml_node root) {
        output_.put('{');
        output_.put_string(root.name());
        output_.put(':');
        put_element(root, false);
        output_.put("}\n");
    }

private:
    enum class Kind : uint32_t { attribute, element, text };

    /// A value. `next` is the index of the next value with the same key.
    struct Value {
        void *place;
        Kind kind;
        uint32_t next;
    };

    struct Member {
        std::string_view key;
        uint32_t first;
        uint32_t last;
    };

    /// Gathers the members of an element, and writes them.
    void put_element(pugi::xml_node element, bool preserves_space) {
        size_t first_member = members_.size();
        size_t first_value = values_.size();
        preserves_space = gather(element, preserves_space);
        output_.put('{');
        size_t count = members_.size();
        for (size_t place = first_member; place < count; place++) {
            // This is a copy, because the children append their members, which may move all members.
            Member member = members_[place];
            if (place > first_member) output_.put(',');
            output_.put_string(member.key);
            bool is_array = member.first != member.last;
            output_.put(is_array ? ":[" : ":");
            for (uint32_t value = member.first; value != none; value = values_[value].next) {
                if (value != member.first) output_.put(',');
                put_value(values_[value], preserves_space);
            }
            if (is_array) output_.put(']');
        }
        output_.put('}');
        members_.resize(first_member);
        values_.resize(first_value);
    }

    void put_value(Value value, bool preserves_space) {
        if (value.kind == Kind::attribute) {
            output_.put_string(pugi::xml_attribute(static_cast<pugi::xml_attribute_struct *>(value.place)).value());
            return;
        }
        pugi::xml_node node(static_cast<pugi::xml_node_struct *>(value.place));
        value.kind == Kind::text ? put_text(node, preserves_space) : put_element(node, preserves_space);
    }

    /// Adds the members of an element. Returns whether it preserves white space.
    bool gather(pugi::xml_node element, bool preserves_space) {
        size_t first_member = members_.size();
        // A loop over `element.attributes()` would make several calls into the library for each attribute.
        for (auto attribute = element.first_attribute(); attribute; attribute = attribute.next_attribute()) {
            if (strcmp(attribute.name(), "xml:space") == 0) {
                preserves_space = strcmp(attribute.value(), "preserve") == 0;
            }
            add(first_member, attribute.name(), attribute.internal_object(), Kind::attribute);
        }
        bool has_text = false;
        for (auto child = element.first_child(); child; child = child.next_sibling()) {
            pugi::xml_node_type type = child.type();
            if (type == pugi::node_element) {
                add(first_member, child.name(), child.internal_object(), Kind::element);
            } else if (!has_text && is_text(type)) {
                std::string_view text = child.value();
                has_text = preserves_space ? !text.empty() : text.find_first_not_of(white_space) != text.npos;
            }
        }
        if (has_text) add(first_member, text_key, element.internal_object(), Kind::text);
        return preserves_space;
    }

    void add(size_t first_member, std::string_view key, void *place, Kind kind) {
        auto value = static_cast<uint32_t>(values_.size());
        values_.push_back({place, kind, none});
        size_t member = find(first_member, key);
        if (member == members_.size()) {
            members_.push_back({key, value, value});
            return;
        }
        values_[members_[member].last].next = value;
        members_[member].last = value;
    }

    /// The index of the member with a key, or the number of members. Siblings mostly repeat the last name, or are few.
    size_t find(size_t first_member, std::string_view key) {
        if (members_.size() > first_member && members_.back().key == key) return members_.size() - 1;
        while (first_member < members_.size() && members_[first_member].key != key) first_member++;
        return first_member;
    }

    /// Writes the texts and CDATA sections of an element as one string, and copies them only if there are several.
    void put_text(pugi::xml_node element, bool preserves_space) {
        std::string_view text;
        for (auto child = element.first_child(); child; child = child.next_sibling()) {
            if (!is_text(child.type())) continue;
            if (!text.empty() && text.data() != text_.data()) text_ = text;
            text = text.empty() ? std::string_view(child.value()) : std::string_view(text_ += child.value());
        }
        if (!preserves_space) {
            size_t start = text.find_first_not_of(white_space);
            text = text.substr(start, text.find_last_not_of(white_space) + 1 - start);
        }
        output_.put_string(text);
    }

    static bool is_text(pugi::xml_node_type type) { return type == pugi::node_pcdata || type == pugi::node_cdata; }

    Output &output_;
    std::vector<Member> members_;
    std::vector<Value> values_;
    std::string text_;
};

/// Converts the file with the name `path`. Returns `path` if it succeeded.
void *convert_file(void *path) {
    pugi::xml_document document;
    pugi::xml_parse_result result = document.load_file(static_cast<const char *>(path));
    if (!result) {
        fprintf(stderr, "pugixml-to-json: byte %td: %s\n", result.offset, result.description());
        return nullptr;
    }
    static Output output;
    Converter(output).convert(document.document_element());
    return output.finish() ? path : nullptr;
}

}  // namespace

int main(int argument_count, char **arguments) {
    if (argument_count != 2) {
        fputs("usage: pugixml-to-json FILE | --version\n", stderr);
        return 64;
    }
    if (strcmp(arguments[1], "--version") == 0) {
        printf("%d.%d\n", PUGIXML_VERSION / 1000, PUGIXML_VERSION / 10 % 100);
        return 0;
    }
    // Deep documents need a large stack. The system gives memory only to the used part of the stack.
    pthread_attr_t attributes;
    pthread_t thread;
    void *succeeded = nullptr;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, size_t{1} << 30);
    if (pthread_create(&thread, &attributes, convert_file, arguments[1]) != 0) return 65;
    pthread_join(thread, &succeeded);
    return succeeded == nullptr ? 65 : 0;
}
