// swift-tools-version: 6.2
import PackageDescription

// The targets call functions that are not public, so they are compiled as part of the parent package, which SwiftPM names after its folder.
let folder = Context.packageDirectory.split(separator: "/").dropLast().last ?? ""
let name = String(folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })

// Built and run by `Fuzz/run`, which adds the flags that libFuzzer needs.
let package = Package(
    name: "postcard-fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "postcard", path: ".."),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.0"),
    ],
    targets: [
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                .product(name: "PostcardImaging", package: "postcard"),
                .product(name: "PostcardMemes", package: "postcard"),
                .product(name: "PostcardLibrary", package: "postcard"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            packageAccess: false, swiftSettings: [.unsafeFlags(["-package-name", name])])
    ]
)
