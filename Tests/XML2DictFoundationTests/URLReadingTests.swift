import Foundation
import Testing
import XML2Dict
import XML2DictFoundation

@Suite("Reading from addresses")
struct URLReadingTests {}
