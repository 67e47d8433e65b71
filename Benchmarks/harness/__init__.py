"""The parts of `benchmark` and `draw`.

    building ──▶ documents ─┬─▶ measuring ──▶ printing ─┬─▶ threads
                 tools ─────┘                           └─▶ spark_results
                 odd_documents

`benchmark` has the sections, `draw` the chart and the tables of their results.
"""
