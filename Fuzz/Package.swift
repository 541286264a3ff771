// swift-tools-version: 6.2
import PackageDescription

// Built and started by `Fuzz/run`, which adds the flags that libFuzzer needs.
let package = Package(
    name: "postcard-fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "postcard", path: "..")],
    targets: [
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                .product(name: "PostcardImaging", package: "postcard"),
                .product(name: "PostcardMemes", package: "postcard"),
            ])
    ]
)
