// swift-tools-version: 6.2
import PackageDescription

// MemeBench calls functions that are not public, so it is compiled as part of the parent package, which SwiftPM names after its folder.
let folder = Context.packageDirectory.split(separator: "/").dropLast().last ?? ""
let name = String(folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "postcard", path: "..")],
    targets: [
        .target(name: "CReferenceDecoder", linkerSettings: [.linkedLibrary("jpeg")]),
        .executableTarget(
            name: "postcard-bench",
            dependencies: ["CReferenceDecoder", .product(name: "PostcardImaging", package: "postcard")],
            swiftSettings: [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")]),
        .executableTarget(
            name: "MemeBench",
            dependencies: [
                .product(name: "PostcardImaging", package: "postcard"),
                .product(name: "PostcardMemes", package: "postcard"),
            ],
            packageAccess: false, swiftSettings: [.unsafeFlags(["-package-name", name])]),
    ]
)
