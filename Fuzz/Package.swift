// swift-tools-version: 6.2

import PackageDescription

// `Library` is a link to the sources of xml2dict, and `TestModel` one to the sets of options of the tests. This package
// compiles them itself, because the parsers of paths and of flags are not public. The script `fuzz` builds the package
// with the options for the fuzzer.

let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "documents", targets: ["FuzzDocuments"]),
        .executable(name: "encodings", targets: ["FuzzEncodings"]),
        .executable(name: "flags", targets: ["FuzzFlags"]),
        .executable(name: "json", targets: ["FuzzJSON"]),
        .executable(name: "parts", targets: ["FuzzParts"]),
        .executable(name: "paths", targets: ["FuzzPaths"]),
        .executable(name: "records", targets: ["FuzzRecords"]),
        .executable(name: "splits", targets: ["FuzzSplits"]),
        .executable(name: "write", targets: ["FuzzWrite"]),
    ],
    targets: [
        .systemLibrary(
            name: "CExpat",
            path: "Library/CExpat",
            pkgConfig: "expat",
            providers: [.apt(["libexpat1-dev"]), .yum(["expat-devel"]), .brew(["expat"])]
        ),
        .systemLibrary(name: "CGetopt", path: "Library/CGetopt"),
        .systemLibrary(name: "CThread", path: "Library/CThread"),
        .target(name: "XML2Dict", dependencies: ["CExpat", "CThread"], path: "Library/XML2Dict"),
        .target(
            name: "XML2DictShape",
            dependencies: ["XML2Dict"],
            path: "Library/XML2DictShape",
            resources: [.embedInCode("DescriptionPage.html")]
        ),
        .target(
            name: "CommandLineTool",
            dependencies: ["CGetopt", "CThread", "XML2Dict", "XML2DictShape"],
            path: "Library/CommandLineTool",
            // The fuzzer has its own main function.
            exclude: ["Command.swift"],
            // The parser of flags is internal to its module.
            swiftSettings: [.unsafeFlags(["-enable-testing"])]
        ),
        .target(name: "TestModel", dependencies: ["XML2Dict"], path: "TestModel"),
        .target(name: "FuzzSupport", dependencies: ["TestModel", "XML2Dict"]),
        .target(name: "FuzzWords", dependencies: ["CGetopt", "CommandLineTool", "XML2Dict"]),
        .executableTarget(name: "FuzzDocuments", dependencies: ["FuzzSupport", "XML2Dict"]),
        .executableTarget(name: "FuzzEncodings", dependencies: ["FuzzSupport", "XML2Dict"]),
        .executableTarget(name: "FuzzFlags", dependencies: ["FuzzSupport", "FuzzWords", "XML2Dict"]),
        .executableTarget(name: "FuzzJSON", dependencies: ["FuzzSupport", "XML2Dict"]),
        .executableTarget(name: "FuzzParts", dependencies: ["FuzzSupport", "XML2Dict"]),
        .executableTarget(name: "FuzzPaths", dependencies: ["FuzzSupport", "XML2Dict"]),
        .executableTarget(name: "FuzzRecords", dependencies: ["FuzzSupport", "XML2Dict"]),
        .executableTarget(name: "FuzzSplits", dependencies: ["FuzzSupport", "XML2Dict"]),
        .executableTarget(name: "FuzzWrite", dependencies: ["FuzzSupport", "XML2Dict"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    var settings = target.swiftSettings ?? []
    settings.append(.enableUpcomingFeature("ExistentialAny"))
    settings.append(.enableUpcomingFeature("MemberImportVisibility"))
    settings.append(.enableUpcomingFeature("InternalImportsByDefault"))
    target.swiftSettings = settings
}
