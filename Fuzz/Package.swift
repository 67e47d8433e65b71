// swift-tools-version: 6.2

import PackageDescription

// `Library` is a link to the sources of xml2dict, and `TestModel` is a link to the model of the tests. This package
// compiles both, because the parsers of paths and of flags are not public. The script `fuzz` builds the package with
// the options for the fuzzer.

/// The programs, each with the modules that it imports beside the common modules.
let programs: KeyValuePairs<String, [Target.Dependency]> = [
    "Documents": [], "Encodings": [], "Flags": ["CommandLineTool"], "JSON": ["TestModel"], "Paths": [],
    "Schemas": ["XML2DictShape"], "Write": [],
]

let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v15)],
    products: programs.map { .executable(name: $0.key.lowercased(), targets: ["Fuzz\($0.key)"]) },
    targets: [
        .systemLibrary(
            name: "CExpat",
            path: "Library/CExpat",
            pkgConfig: "expat",
            providers: [.apt(["libexpat1-dev"]), .yum(["expat-devel"]), .brew(["expat"])]
        ),
        .systemLibrary(name: "CThread", path: "Library/CThread"),
        .target(name: "XML2Dict", dependencies: ["CExpat", "CThread"], path: "Library/XML2Dict"),
        .target(name: "XML2DictWriting", dependencies: ["XML2Dict"], path: "Library/XML2DictWriting"),
        .target(name: "XML2DictEditing", dependencies: ["XML2Dict"], path: "Library/XML2DictEditing"),
        .target(
            name: "XML2DictShape",
            dependencies: ["XML2Dict"],
            path: "Library/XML2DictShape",
            resources: [.embedInCode("DescriptionPage.html")]
        ),
        .target(
            name: "CommandLineTool",
            dependencies: ["CThread", "XML2Dict", "XML2DictEditing", "XML2DictShape", "XML2DictWriting"],
            path: "Library/CommandLineTool",
            // The fuzzer has its own main function.
            exclude: ["Command.swift"],
            // The parser of flags is internal to its module.
            swiftSettings: [.unsafeFlags(["-enable-testing"])]
        ),
        .target(name: "TestModel", dependencies: ["XML2Dict", "XML2DictWriting"], path: "TestModel"),
        .target(name: "FuzzSupport", dependencies: ["TestModel", "XML2Dict"]),
    ]
        + programs.map {
            .executableTarget(
                name: "Fuzz\($0.key)",
                dependencies: ["FuzzSupport", "XML2Dict", "XML2DictWriting"] + $0.value
            )
        },
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    let features = ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]
    target.swiftSettings = (target.swiftSettings ?? []) + features.map { .enableUpcomingFeature($0) }
}
