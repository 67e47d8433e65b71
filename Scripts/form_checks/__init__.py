"""Checks the form of the project. Each check prints figures, and returns the errors that it found:

promises    `titles`: each promise of SECURITY.md begins the title of a test and the name of a trial of Stress, as in
            `"NO-FETCH: …"`. No title begins with a name that SECURITY.md lacks.
titles      `titles`: titles of tests, suites, cases and trials have at most 12 words after the name of a promise.
version     `versions`: the names of release files in texts, and the newest heading of CHANGELOG.md, have the version of
            Version.swift.
folders     `folders`: a folder uses only types of folders that the drawing in CONTRIBUTING.md allows. An extension of
            another folder's type is not a use of it. Only one folder imports CExpat.
options     `design`: only `Options`, `Mapping`, the plan of a writer and the table of flags read a member of `XMLOptions`.
conventions `design`: events read neither the plan's rules of values nor the rules of text; `Form` does. Markup knows
            neither values nor the roles of keys; `Unform` does. At most four functions ask an `ElementShaper`.
symbols     `symbols`: the libraries have at most `MOST_SYMBOLS` public declarations. The symbol graphs of the compiler
            have as many without synthesized, unavailable and hidden ones.
sizes       `sizes`: Sources has at most `CEILING` code lines. The code lines of each room, the branches of Building and
            Mapping, and the branches of their largest function are printed beside the figures of the last commit on main.
"""
