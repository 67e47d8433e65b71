// swift-tools-version: 6.2
// Programs that depend on a tagged version of xml2dict as any other package would. `Scripts/linkage` makes the version,
// and names the repository in XML2DICT_REPOSITORY.

import PackageDescription

let repository = Context.environment["XML2DICT_REPOSITORY"] ?? "file:///XML2DICT_REPOSITORY-is-not-set/xml2dict"
let core: Target.Dependency = .product(name: "XML2Dict", package: "xml2dict")
let foundation: Target.Dependency = .product(name: "XML2DictFoundation", package: "xml2dict")

let package = Package(
    name: "LinkageTest",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: repository, exact: "0.0.1")],
    targets: [
        .executableTarget(name: "LinkageTest", dependencies: [core]),
        .executableTarget(
            name: "Swift5Test",
            dependencies: [core, foundation],
            swiftSettings: [.swiftLanguageMode(.v5), .enableExperimentalFeature("StrictConcurrency=complete")]
        ),
        // The settings of a new app in Xcode 26, in Swift 6 mode.
        .executableTarget(
            name: "MainActorTest",
            dependencies: [core, foundation],
            swiftSettings: [
                .defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
