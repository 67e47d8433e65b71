import Testing
import XML2Dict
import XML2DictWriting

/// A value that cannot be written, and the error.
struct WritingRefusal {
    let json: String
    let code: XMLError.Code
    let error: String
    let writer: XMLWriter

    init(
        _ json: String,
        code: XMLError.Code = .invalidValue,
        _ error: String,
        _ options: XMLOptions = .xmltodict,
        _ change: (inout XMLWriter) -> Void = { _ in }
    ) {
        self.json = json
        self.code = code
        self.error = error
        var writer = XMLWriter(options)
        change(&writer)
        self.writer = writer
    }
}
