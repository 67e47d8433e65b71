"""What `benchmark` and `draw` are made of.

    settings ──▶ documents ─┐
                 building ──┼──▶ measuring ──▶ results ──▶ printing
                 tools ─────┘

`benchmark` goes through the sections from left to right. `command_line` has
its flags, `machine` what it runs on, and `comparison` the tools and the odd
documents of the section of that name.
"""
