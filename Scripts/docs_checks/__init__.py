"""Checks the documentation, and builds it as a site, without the network. Each part has a module:

comments    `symbols`: every public symbol has its own documentation comment.
samples     `samples`: the Swift samples of documentation comments, of README.md and of the articles compile. The samples
            of README.md and of the articles also print their expected output.
commands    `commands`: the shell examples of README.md, in the root of the repository, and of the articles print their
            expected output. README.md and Tables.md have at most 1,280 words each; bars of tables are not words.
site        `site`: docc builds .build/documentation/site without warnings. A page that groups symbols groups all of them.
            `python3 -m http.server --directory .build/documentation/site` serves the site, at /documentation.

A sample is a block of ```swift. The samples of a file form one program, in their order: later ones see the declarations
and imports of earlier ones, and may redeclare them. A loop over an asynchronous sequence is inside a function, because
leaving it in top-level code does not end a transfer. `// Prints "text"` is a line of the expected output. A block of
```json right after a sample is all of it.

A shell example is a block of ```console or a block of ```sh. In the first, lines that begin with "$ " are commands, and
the lines below each are its expected output. The second is a script that must succeed. Comments in the line above a block:

    <!-- file: NAME -->               the block is a file for samples and examples
    <!-- not run: REASON -->          a sample is only compiled; a shell example does not run
    <!-- not compiled: REASON -->     a sample is not compiled
    <!-- if: COMMAND -->              a shell example runs only if this command succeeds
    <!-- given ... -->                in lines of their own: code for the next sample that readers do not see
"""
