// swift-tools-version: 6.2
// The Swift examples. Each has its own folder with its sources, its input and its script `run`.

import PackageDescription

let library: [Target.Dependency] = [
    .product(name: "XML2Dict", package: "xml2dict"),
    .product(name: "XML2DictWriting", package: "xml2dict"),
    .product(name: "XML2DictFoundation", package: "xml2dict"),
]

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "xml2dict", path: "..")],
    targets: ["article", "deals", "earthquakes", "feed-reader", "feed-writer", "menu", "migrate", "sites"].map { name in
        .executableTarget(name: name, dependencies: library, path: "\(name)/Sources")
    },
    swiftLanguageModes: [.v6]
)
