// Documents and records over HTTP, against a server in this process.

import Testing

/// The suites of this module.
///
/// They run one after the other, because some count what the process has open.
@Suite("Reading from URLs", .serialized, .timeLimit(.minutes(10)))
struct URLReadingTests {}
