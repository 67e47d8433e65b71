// swift-tools-version: 6.2
// A program that depends on a tagged version of xml2dict as any other package would. `Scripts/linkage` makes the version, and names
// the repository in XML2DICT_REPOSITORY.

import PackageDescription

let repository = Context.environment["XML2DICT_REPOSITORY"] ?? "file:///XML2DICT_REPOSITORY-is-not-set/xml2dict"

let package = Package(
    name: "LinkageTest",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: repository, exact: "0.0.1")],
    targets: [
        .executableTarget(name: "LinkageTest", dependencies: [.product(name: "XML2Dict", package: "xml2dict")])
    ],
    swiftLanguageModes: [.v6]
)
