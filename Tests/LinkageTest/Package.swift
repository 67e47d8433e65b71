// swift-tools-version: 6.2
// Programs that depend on a tagged version of xml2dict as any other package would. `Scripts/linkage` makes the version,
// names the repository in XML2DICT_REPOSITORY, and builds AppTest and TwelveTasks in each mode of XML2DICT_MODE.

import PackageDescription

let repository = Context.environment["XML2DICT_REPOSITORY"] ?? "file:///XML2DICT_REPOSITORY-is-not-set/xml2dict"
let core: Target.Dependency = .product(name: "XML2Dict", package: "xml2dict")
let writing: Target.Dependency = .product(name: "XML2DictWriting", package: "xml2dict")
let foundation: Target.Dependency = .product(name: "XML2DictFoundation", package: "xml2dict")

let mode: [SwiftSetting] =
    switch Context.environment["XML2DICT_MODE"] {
    case "5": [.swiftLanguageMode(.v5), .enableExperimentalFeature("StrictConcurrency=complete")]
    case "6": []
    // The settings of a new app in Xcode 26, in Swift 6 mode.
    default:
        [
            .defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
        ]
    }

let package = Package(
    name: "LinkageTest",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: repository, exact: "0.0.1")],
    targets: [
        .executableTarget(name: "LinkageTest", dependencies: [core]),
        .executableTarget(name: "AppTest", dependencies: [core, foundation], swiftSettings: mode),
        // It uses types of Foundation, but not XML2DictFoundation, whose conformances all tests share.
        .executableTarget(name: "CoreDecoding", dependencies: [core, writing]),
        // Twelve tasks, as the articles solve them.
        .executableTarget(name: "TwelveTasks", dependencies: [core, foundation, writing], swiftSettings: mode),
        // It decodes into types that `xml2dict --describe=swift` has made.
        .executableTarget(name: "DescribedTypes", dependencies: [core]),
    ],
    swiftLanguageModes: [.v6]
)
