// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "generate-documents", targets: ["GenerateDocuments"]),
        .executable(name: "measure-records", targets: ["MeasureRecords"]),
        .executable(name: "measure-small", targets: ["MeasureSmall"]),
    ],
    dependencies: [.package(name: "xml2dict", path: "..")],
    targets: [
        .executableTarget(name: "GenerateDocuments"),
        .executableTarget(
            name: "MeasureRecords",
            dependencies: ["XML2Dict", "XML2DictWriting"].map { .product(name: $0, package: "xml2dict") }
        ),
        .executableTarget(
            name: "MeasureSmall",
            dependencies: [.product(name: "XML2Dict", package: "xml2dict")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
