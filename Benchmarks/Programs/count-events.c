// Parses one file with libexpat and prints how many start tags, end tags and
// runs of character data it reported.
//
// This is the baseline of the benchmark: what expat itself costs, when nothing
// is done with what it reports. So it is as lean as expat permits: the bytes
// are read straight into expat's own buffer, nothing is copied, and the three
// handlers only count.
//
//     count-events FILE
//     count-events --version      (prints the version of libexpat)

#include <errno.h>
#include <expat.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    BUFFER_SIZE = 64 * 1024,
    EXIT_USAGE = 64,
    EXIT_BAD_DATA = 65,
    EXIT_NO_INPUT = 66,
    EXIT_NO_MEMORY = 71,
    EXIT_INPUT_OUTPUT = 74,
};

struct counts {
    unsigned long long starts;
    unsigned long long ends;
    unsigned long long texts;
};

static void XMLCALL count_start(void *user_data, const XML_Char *name, const XML_Char **attributes) {
    (void)name;
    (void)attributes;
    ((struct counts *)user_data)->starts++;
}

static void XMLCALL count_end(void *user_data, const XML_Char *name) {
    (void)name;
    ((struct counts *)user_data)->ends++;
}

static void XMLCALL count_text(void *user_data, const XML_Char *text, int length) {
    (void)text;
    (void)length;
    ((struct counts *)user_data)->texts++;
}

static int fail_parse(XML_Parser parser, const char *path) {
    fprintf(stderr, "count-events: %s:%llu:%llu: %s\n", path,
            (unsigned long long)XML_GetCurrentLineNumber(parser),
            (unsigned long long)XML_GetCurrentColumnNumber(parser) + 1,
            XML_ErrorString(XML_GetErrorCode(parser)));
    return EXIT_BAD_DATA;
}

/// Reads all of the open file into the parser. Returns the exit status.
static int parse_file(XML_Parser parser, int file, const char *path) {
    for (;;) {
        void *buffer = XML_GetBuffer(parser, BUFFER_SIZE);
        if (buffer == NULL) {
            fprintf(stderr, "count-events: out of memory\n");
            return EXIT_NO_MEMORY;
        }
        ssize_t count;
        do {
            count = read(file, buffer, BUFFER_SIZE);
        } while (count < 0 && errno == EINTR);
        if (count < 0) {
            fprintf(stderr, "count-events: cannot read %s: %s\n", path, strerror(errno));
            return EXIT_INPUT_OUTPUT;
        }
        if (XML_ParseBuffer(parser, (int)count, count == 0) != XML_STATUS_OK) {
            return fail_parse(parser, path);
        }
        if (count == 0) {
            return 0;
        }
    }
}

int main(int argument_count, char **arguments) {
    if (argument_count != 2) {
        fprintf(stderr, "usage: count-events FILE | --version\n");
        return EXIT_USAGE;
    }
    const char *path = arguments[1];
    if (strcmp(path, "--version") == 0) {
        puts(XML_ExpatVersion());
        return 0;
    }

    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        fprintf(stderr, "count-events: cannot open %s: %s\n", path, strerror(errno));
        return EXIT_NO_INPUT;
    }
    XML_Parser parser = XML_ParserCreate(NULL);
    if (parser == NULL) {
        fprintf(stderr, "count-events: out of memory\n");
        close(file);
        return EXIT_NO_MEMORY;
    }
    struct counts counts = {0, 0, 0};
    XML_SetUserData(parser, &counts);
    XML_SetElementHandler(parser, count_start, count_end);
    XML_SetCharacterDataHandler(parser, count_text);

    int status = parse_file(parser, file, path);
    XML_ParserFree(parser);
    close(file);
    if (status != 0) {
        return status;
    }
    if (printf("%llu %llu %llu\n", counts.starts, counts.ends, counts.texts) < 0 || fflush(stdout) != 0) {
        fprintf(stderr, "count-events: cannot write: %s\n", strerror(errno));
        return EXIT_INPUT_OUTPUT;
    }
    return 0;
}
