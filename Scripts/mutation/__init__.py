"""Measures how much the tests see: switches small mistakes on in a copy of Sources, and lists those that no test sees.

One build has all mistakes in it. The environment variable XML2DICT_MUTANT switches one of them on. A mistake that does
not compile is replaced, and the copy is built again. The draw takes mistakes from the folders of Sources in proportion to
their code lines:

    a comparison turned        a < b       a <= b
    a bound moved by one       16          17
    a constant changed         true        false
    a branch left out          if a { …    never
    a call removed             f(a)        nothing

The tests run without the corpora, which most people do not have. A run ends at its first failing test, or after three
times the time of all tests. Results stay in .build/mutate, so an interrupted session resumes.

    mistakes    finds and draws mistakes
    harmless    the mistakes that change nothing that a user can see
    runs        builds the copy, and runs the tests
"""
