// swift-tools-version: 6.2

import PackageDescription

// Swift links its runtime even to programs written in C, and loading it would count as time and memory of the baseline,
// and as the least memory a measured process can seem to have. From a static runtime nothing is taken that is not used.
let withoutSwiftRuntime: [LinkerSetting] = [
    .unsafeFlags(["-nostartfiles", "-static-stdlib"], .when(platforms: [.linux])),
]
let withoutLibraries: [LinkerSetting] = [
    .unsafeFlags(["-nostartfiles", "-static-executable"], .when(platforms: [.linux])),
]

let package = Package(
    name: "Benchmarks",
    products: [
        .executable(name: "count-events", targets: ["CountEvents"]),
        .executable(name: "measure-child", targets: ["MeasureChild"]),
        .executable(name: "generate-documents", targets: ["GenerateDocuments"]),
    ],
    targets: [
        .systemLibrary(
            name: "CExpat",
            pkgConfig: "expat",
            providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]
        ),
        .executableTarget(
            name: "CountEvents",
            dependencies: ["CExpat"],
            linkerSettings: withoutSwiftRuntime + [.linkedLibrary("expat")]
        ),
        .executableTarget(name: "MeasureChild", linkerSettings: withoutLibraries),
        .executableTarget(name: "GenerateDocuments"),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu11
)
