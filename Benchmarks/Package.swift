// swift-tools-version: 6.2

import PackageDescription

let library: Target.Dependency = .product(name: "XML2Dict", package: "xml2dict")

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "decode-records", targets: ["DecodeRecords"]),
        .executable(name: "encode-records", targets: ["EncodeRecords"]),
        .executable(name: "generate-documents", targets: ["GenerateDocuments"]),
        .executable(name: "loop-records", targets: ["LoopRecords"]),
    ],
    dependencies: [.package(name: "xml2dict", path: "..")],
    targets: [
        .executableTarget(name: "DecodeRecords", dependencies: [library]),
        .executableTarget(name: "EncodeRecords", dependencies: [library]),
        .executableTarget(name: "GenerateDocuments"),
        .executableTarget(name: "LoopRecords", dependencies: [library]),
    ],
    swiftLanguageModes: [.v6]
)
