"""Compares two versions of the command on random command lines: output, messages, files and exit status.

The script builds the earlier command once, in a work tree below .build. XML2DICT_COMMAND names a current command that is
already built. Most documents are in ../shared/corpora, or in the folder that XML2DICT_CORPORA names. The flags are those
that both commands have. If the earlier command refuses a command line with status 64, the script usually draws another.

    tables          the values of flags, and the kinds of runs
    flags           the flag table of a command
    inputs          the documents
    command_lines   draws a command line for each number
    intended        the deliberate differences
    session         runs both commands, and compares
"""
