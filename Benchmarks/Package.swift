// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Benchmarks",
    products: [
        .executable(name: "generate-documents", targets: ["GenerateDocuments"])
    ],
    targets: [
        .executableTarget(name: "GenerateDocuments")
    ],
    swiftLanguageModes: [.v6]
)
