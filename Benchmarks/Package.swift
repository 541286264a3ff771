// swift-tools-version: 6.2
import PackageDescription

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
            ]),
    ]
)
