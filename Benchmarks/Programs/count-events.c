// Parses one file with libexpat, and prints the numbers of start tags, end tags and runs of character data.
//
// The benchmark's baseline is the cost of libexpat itself. This program reads the bytes into libexpat's own buffer,
// copies nothing, and only counts in its three handlers. With --version, it prints the version of libexpat.

#include <expat.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { BUFFER_SIZE = 64 * 1024 };

struct counts {
    unsigned long long starts, ends, texts;
};

static void XMLCALL count_start(void *counts, const XML_Char *name, const XML_Char **attributes) {
    ((struct counts *)counts)->starts++;
}

static void XMLCALL count_end(void *counts, const XML_Char *name) {
    ((struct counts *)counts)->ends++;
}

static void XMLCALL count_text(void *counts, const XML_Char *text, int length) {
    ((struct counts *)counts)->texts++;
}

/// Reads all of the open file into the parser. Returns whether it succeeded.
static int parse_file(XML_Parser parser, int file) {
    ssize_t count;
    do {
        void *buffer = XML_GetBuffer(parser, BUFFER_SIZE);
        if (buffer == NULL) return 0;
        count = read(file, buffer, BUFFER_SIZE);
        if (count < 0) return 0;
        if (XML_ParseBuffer(parser, (int)count, count == 0) != XML_STATUS_OK) return 0;
    } while (count > 0);
    return 1;
}

int main(int argument_count, char **arguments) {
    if (argument_count != 2) {
        fprintf(stderr, "usage: count-events FILE | --version\n");
        return 64;
    }
    if (strcmp(arguments[1], "--version") == 0) {
        puts(XML_ExpatVersion());
        return 0;
    }
    int file = open(arguments[1], O_RDONLY);
    XML_Parser parser = XML_ParserCreate(NULL);
    struct counts counts = {0, 0, 0};
    XML_SetUserData(parser, &counts);
    XML_SetElementHandler(parser, count_start, count_end);
    XML_SetCharacterDataHandler(parser, count_text);
    if (file < 0 || !parse_file(parser, file)) {
        fprintf(stderr, "count-events: cannot parse %s\n", arguments[1]);
        return 65;
    }
    XML_ParserFree(parser);
    printf("%llu %llu %llu\n", counts.starts, counts.ends, counts.texts);
    return 0;
}
