// Parses one file with libexpat COUNT times, each time with a new parser, and prints the number of events. This is the
// benchmark's baseline for small documents.
//
//     count-small COUNT FILE

#include <expat.h>
#include <stdio.h>
#include <stdlib.h>

static void XMLCALL count_start(void *count, const XML_Char *name, const XML_Char **attributes) {
    ++*(unsigned long long *)count;
}

static void XMLCALL count_end(void *count, const XML_Char *name) {
    ++*(unsigned long long *)count;
}

static void XMLCALL count_text(void *count, const XML_Char *text, int length) {
    ++*(unsigned long long *)count;
}

int main(int argument_count, char **arguments) {
    static char text[16 * 1024 * 1024];
    FILE *file = argument_count == 3 ? fopen(arguments[2], "rb") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: count-small COUNT FILE\n");
        return 64;
    }
    int length = (int)fread(text, 1, sizeof text, file);
    unsigned long long count = 0;
    for (long round = atol(arguments[1]); round > 0; round--) {
        XML_Parser parser = XML_ParserCreate(NULL);
        XML_SetUserData(parser, &count);
        XML_SetElementHandler(parser, count_start, count_end);
        XML_SetCharacterDataHandler(parser, count_text);
        if (XML_Parse(parser, text, length, 1) != XML_STATUS_OK) {
            fprintf(stderr, "count-small: cannot parse %s\n", arguments[2]);
            return 65;
        }
        XML_ParserFree(parser);
    }
    printf("%llu\n", count);
    return 0;
}
