// swift-tools-version: 6.2

import PackageDescription

// The SDKs of Apple's systems contain libexpat and <expat.h>, so nothing has to be installed there.
#if canImport(Darwin)
    let expat: Target = .systemLibrary(name: "CExpat")
#else
    let expat: Target = .systemLibrary(
        name: "CExpat",
        pkgConfig: "expat",
        providers: [.apt(["libexpat1-dev"]), .yum(["expat-devel"])]
    )
#endif

let package = Package(
    name: "xml2dict",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "XML2Dict", targets: ["XML2Dict"]),
        .library(name: "XML2DictWriting", targets: ["XML2DictWriting"]),
        .library(name: "XML2DictShape", targets: ["XML2DictShape"]),
        .library(name: "XML2DictEditing", targets: ["XML2DictEditing"]),
        .library(name: "XML2DictFoundation", targets: ["XML2DictFoundation"]),
        .executable(name: "xml2dict", targets: ["CommandLineTool"]),
    ],
    targets: [
        expat,
        .systemLibrary(name: "CThread"),
        .target(
            name: "XML2Dict",
            dependencies: ["CExpat", "CThread"],
            // Elsewhere, iconv(3) is part of the C library.
            linkerSettings: [
                .linkedLibrary("iconv", .when(platforms: [.macOS, .iOS, .tvOS, .watchOS, .visionOS]))
            ]
        ),
        .target(name: "XML2DictWriting", dependencies: ["XML2Dict"]),
        .target(name: "XML2DictShape", dependencies: ["XML2Dict"], resources: [.embedInCode("DescriptionPage.html")]),
        .target(name: "XML2DictEditing", dependencies: ["XML2Dict"]),
        .target(name: "XML2DictFoundation", dependencies: ["XML2Dict", "XML2DictWriting"]),
        .executableTarget(
            name: "CommandLineTool",
            dependencies: ["CThread", "XML2Dict", "XML2DictEditing", "XML2DictShape", "XML2DictWriting"]
        ),
        .testTarget(
            name: "XML2DictTests",
            dependencies: ["Stress", "TestModel", "TestSupport", "XML2Dict", "XML2DictWriting"]
        ),
        .testTarget(
            name: "XML2DictWritingTests",
            dependencies: ["Stress", "TestModel", "TestSupport", "XML2Dict", "XML2DictWriting"]
        ),
        .testTarget(name: "XML2DictEditingTests", dependencies: ["TestSupport", "XML2Dict", "XML2DictEditing"]),
        .testTarget(name: "XML2DictShapeTests", dependencies: ["XML2Dict", "XML2DictShape"]),
        .testTarget(
            name: "XML2DictFoundationTests",
            dependencies: ["XML2Dict", "XML2DictFoundation", "XML2DictWriting"]
        ),
        .target(name: "TestSupport", dependencies: ["XML2Dict"], path: "Tests/TestSupport"),
        .target(name: "TestModel", dependencies: ["XML2Dict", "XML2DictWriting"], path: "Tests/TestModel"),
        // It runs the command, too.
        .executableTarget(
            name: "Stress",
            dependencies: [
                "CommandLineTool", "TestModel", "TestSupport", "XML2Dict", "XML2DictEditing", "XML2DictShape",
                "XML2DictWriting",
            ],
            path: "Stress"
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["CommandLineTool", "TestSupport", "XML2Dict"],
            exclude: ["Cases", "README.md", "Fixtures"]
        ),
        .testTarget(
            name: "ConformanceTests",
            dependencies: [
                "CommandLineTool", "TestSupport", "XML2Dict", "XML2DictEditing", "XML2DictFoundation",
                "XML2DictWriting",
            ],
            exclude: ["README.md"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    var settings = target.swiftSettings ?? []
    settings.append(.enableUpcomingFeature("ExistentialAny"))
    settings.append(.enableUpcomingFeature("MemberImportVisibility"))
    settings.append(.enableUpcomingFeature("InternalImportsByDefault"))
    // `.ci/run` sets it for all of its builds, so that none of them compiles what another one has compiled already.
    if Context.environment["XML2DICT_CI"] == "1" {
        settings.append(.treatAllWarnings(as: .error))
    }
    target.swiftSettings = settings
}
