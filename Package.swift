// swift-tools-version: 6.2
import PackageDescription

#if os(macOS)
    // Homebrew keeps libgd outside the compiler's default paths.
    let gdPkgConfig: String? = "gdlib"
#else
    // Debian's gdlib.pc only adds a flag that SwiftPM warns about.
    let gdPkgConfig: String? = nil
#endif
// Documentation/Decisions/0004-libgd-is-linked-into-the-program.md
let sharedGD = Context.environment["POSTCARD_SHARED_LIBGD"] != nil
let gdSettings: [LinkerSetting] = [
    .linkedLibrary(sharedGD ? "gd" : ":libgd.a", .when(platforms: [.linux])),
    .linkedLibrary("gd", .when(platforms: [.macOS])),
]

// With a static standard library, Swift makes the linker export all 43,000 symbols of the program, which nothing uses: 4 MiB of memory and
// half a millisecond of each start. The loader binds all imported symbols at startup, so that their table can be read-only. That is not
// slower, since there are only 700.
let programSettings: [LinkerSetting] = [
    .unsafeFlags(
        ["-Xlinker", "--no-export-dynamic", "-Xlinker", "-z", "-Xlinker", "now"],
        .when(platforms: [.linux], configuration: .release))
]
var swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
// Scripts/test builds for release, with warnings as errors and testable internals. Pixel code is optimized. Optimizing the rest would take
// a third of the time, so only `Scripts/test --all` tests it as released. The tests are never optimized, and since nothing imports them,
// their modules are not emitted early in a second pass.
var outerSettings = swiftSettings
var testSettings = swiftSettings
if let testing = Context.environment["POSTCARD_TESTING"] {
    swiftSettings += [.treatAllWarnings(as: .error), .unsafeFlags(["-enable-testing"], .when(configuration: .release))]
    testSettings =
        swiftSettings + [.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))]
    outerSettings =
        testing == "all" ? swiftSettings : swiftSettings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
}

// Every build compiles all plug-ins of a package, and only the documentation needs this one.
let documentation: [Package.Dependency] =
    Context.environment["POSTCARD_DOCUMENTATION"] == nil
    ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.4.0")]

func systemLibrary(_ name: String, pkgConfig: String?, apt: String, brew: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

let package = Package(
    name: "postcard",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "postcard", targets: ["postcard"]),
        .library(name: "PostcardImaging", targets: ["PostcardImaging"]),
        .library(name: "PostcardIsolation", targets: ["PostcardIsolation"]),
        .library(name: "PostcardMemes", targets: ["PostcardMemes"]),
        .library(name: "PostcardPhotos", targets: ["PostcardPhotos"]),
        .library(name: "PostcardSources", targets: ["PostcardSources"]),
        // Includes the modules whose types its functions return.
        .library(name: "PostcardLibrary", targets: ["PostcardLibrary", "PostcardIndex", "PostcardDisk"]),
        .library(name: "PostcardServer", targets: ["PostcardServer"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.1"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    ] + documentation,
    targets: [
        systemLibrary("CGD", pkgConfig: gdPkgConfig, apt: "libgd-dev", brew: "gd"),
        systemLibrary("CJPEG", pkgConfig: "libjpeg", apt: "libjpeg-dev", brew: "jpeg-turbo"),
        systemLibrary("CPNG", pkgConfig: "libpng", apt: "libpng-dev", brew: "libpng"),
        systemLibrary("CFreeType", pkgConfig: "freetype2", apt: "libfreetype-dev", brew: "freetype"),
        systemLibrary("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),
        .systemLibrary(name: "CLinux"),
        // A header only, with which C targets open a library when it is first used.
        .target(name: "CLazyLibrary"),
        .target(name: "CCodecs", dependencies: ["CJPEG", "CLazyLibrary", "CPNG"]),
        // The process that decodes one picture.
        .target(name: "CIsolation"),
        // A program contains only two hash functions of the static library, about 30 kB.
        .target(name: "CCrypto", linkerSettings: [.linkedLibrary(":libcrypto.a", .when(platforms: [.linux]))]),
        .target(name: "CCurl", dependencies: ["CLazyLibrary"]),
        .target(name: "CQR", dependencies: ["CLazyLibrary"]),
        // HarfBuzz, FriBidi, fontconfig and libthai.
        .target(name: "CText", dependencies: ["CLazyLibrary"]),
        .target(name: "PostcardFonts", path: "Fonts/embedding"),
        .target(name: "PostcardTemplates", path: "Sources/PostcardTemplates/embedding"),
        .target(
            name: "PostcardWeb",
            exclude: [
                "README.md", "app", "browsers.d.ts", "deno.json", "embed", "icons", "preload", "requirements.txt",
                "samples",
                "tsconfig.json",
            ]),
        .target(name: "PlatformFoundation", swiftSettings: swiftSettings),
        .target(name: "PlatformLibc", swiftSettings: swiftSettings),
        .target(name: "PostcardCore", dependencies: ["CZlib", "PlatformLibc"], swiftSettings: swiftSettings),
        .target(name: "PostcardCrypto", dependencies: ["CCrypto"], swiftSettings: swiftSettings),
        .target(
            name: "ReducedJPEG", dependencies: ["PlatformLibc"], exclude: ["README.md"], swiftSettings: swiftSettings),
        .target(
            name: "PostcardImaging",
            dependencies: ["CCodecs", "CGD", "PlatformLibc", "PostcardCore", "ReducedJPEG"],
            swiftSettings: swiftSettings, linkerSettings: gdSettings),
        .target(
            name: "PostcardMemes",
            dependencies: [
                "CFreeType", "CText", "PlatformFoundation", "PostcardCore", "PostcardFonts", "PostcardImaging",
                "PostcardTemplates",
            ],
            swiftSettings: swiftSettings),
        .target(
            name: "PostcardPhotos", dependencies: ["PlatformFoundation", "PlatformLibc", "PostcardCore"],
            swiftSettings: outerSettings),
        .target(
            name: "PostcardSources",
            dependencies: [
                "CCurl", "CZlib", "PlatformFoundation", "PlatformLibc", "PostcardCore", "PostcardCrypto",
                "PostcardDisk", "PostcardPhotos",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: outerSettings),
        .target(
            name: "PostcardDisk",
            dependencies: [
                "CLinux", "PlatformLibc", "PostcardCore", .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: outerSettings),
        .target(
            name: "PostcardIsolation", dependencies: ["CIsolation", "PlatformLibc", "PostcardDisk", "PostcardImaging"],
            swiftSettings: outerSettings),
        .target(
            name: "PostcardIndex",
            dependencies: [
                "PlatformFoundation", "PlatformLibc", "PostcardCore", "PostcardCrypto", "PostcardDisk",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: outerSettings),
        .target(
            name: "PostcardFiles",
            dependencies: [
                "PlatformFoundation", "PlatformLibc", "PostcardCore", "PostcardCrypto", "PostcardDisk",
                "PostcardImaging", "PostcardMemes",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: outerSettings),
        .target(
            name: "PostcardLibrary",
            dependencies: [
                "PlatformFoundation", "PlatformLibc", "PostcardCore", "PostcardCrypto", "PostcardDisk", "PostcardFiles",
                "PostcardImaging", "PostcardIndex", "PostcardMemes", "PostcardPhotos",
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: outerSettings),
        .target(
            name: "PostcardServer",
            dependencies: [
                "CQR", "CZlib", "PlatformFoundation", "PlatformLibc", "PostcardCore", "PostcardCrypto", "PostcardDisk",
                "PostcardFonts", "PostcardImaging", "PostcardMemes", "PostcardPhotos", "PostcardSources",
                "PostcardLibrary",
                "PostcardWeb",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOExtras", package: "swift-nio-extras"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: outerSettings),
        .target(
            name: "PostcardCommands",
            dependencies: [
                "CIsolation", "CLinux", "PlatformFoundation", "PlatformLibc", "PostcardCore", "PostcardFiles",
                "PostcardImaging", "PostcardMemes", "PostcardPhotos", "PostcardSources", "PostcardLibrary",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: outerSettings),
        // Separate from the commands, so that they and the service are compiled in parallel.
        .executableTarget(
            name: "postcard",
            dependencies: [
                "PlatformFoundation", "PlatformLibc", "PostcardCommands", "PostcardCore", "PostcardIsolation",
                "PostcardLibrary", "PostcardServer", "PostcardSources",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: outerSettings, linkerSettings: programSettings),
        .target(
            name: "PostcardFixtures", path: "Fixtures/catalog", swiftSettings: testSettings),
        .target(
            name: "PostcardTestSupport",
            dependencies: [
                "CJPEG", "CJPEGCoefficients", "PostcardCore", "PostcardDisk", "PostcardFixtures", "PostcardImaging",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            path: "Tests/PostcardTestSupport", swiftSettings: swiftSettings),
        .executableTarget(
            name: "FlickrStandInServer", dependencies: ["PostcardTestSupport"], path: "Tests/FlickrStandInServer",
            swiftSettings: testSettings),
        .executableTarget(
            name: "IndexBench",
            dependencies: ["PostcardIndex", .product(name: "SystemPackage", package: "swift-system")],
            path: "Tests/IndexBench", swiftSettings: testSettings),
        .executableTarget(
            name: "IndexCrashHelper",
            dependencies: ["PostcardLibrary", .product(name: "SystemPackage", package: "swift-system")],
            path: "Tests/IndexCrashHelper", swiftSettings: testSettings),
        .executableTarget(
            name: "DecodingHelper",
            dependencies: ["CIsolation", "PlatformLibc", "PostcardCore", "PostcardImaging", "PostcardIsolation"],
            path: "Tests/DecodingHelper",
            swiftSettings: testSettings),
        .target(name: "CJPEGCoefficients", dependencies: ["CJPEG"], path: "Tests/CJPEGCoefficients"),
        .testTarget(
            name: "PostcardCoreTests", dependencies: ["PostcardCore", "PostcardTestSupport"],
            swiftSettings: testSettings),
        .testTarget(name: "PostcardCryptoTests", dependencies: ["PostcardCrypto"], swiftSettings: testSettings),
        .testTarget(
            name: "ReducedJPEGTests",
            dependencies: [
                "CCodecs", "CJPEGCoefficients", "PostcardCore", "PostcardImaging", "PostcardFixtures",
                "PostcardTestSupport", "ReducedJPEG",
            ],
            swiftSettings: testSettings),
        .testTarget(
            name: "PostcardImagingTests",
            dependencies: [
                "CCodecs", "CGD", "DecodingHelper", "PostcardCore", "PostcardImaging", "PostcardFixtures",
                "PostcardTestSupport",
            ],
            swiftSettings: testSettings),
        .testTarget(
            name: "PostcardMemesTests",
            dependencies: ["PostcardCore", "PostcardMemes", "PostcardFixtures", "PostcardTestSupport"],
            exclude: ["LineBreaking/languages.txt", "LineBreaking/pango.py", "Meme/Goldens"],
            swiftSettings: testSettings),
        .testTarget(name: "PostcardPhotosTests", dependencies: ["PostcardPhotos"], swiftSettings: testSettings),
        .testTarget(
            name: "PostcardSourcesTests",
            dependencies: [
                "CZlib", "PostcardCore", "PostcardPhotos", "PostcardSources", "PostcardFixtures", "PostcardTestSupport",
            ],
            swiftSettings: testSettings),
        .testTarget(
            name: "PostcardDiskTests",
            dependencies: [
                "PostcardCore", "PostcardDisk", "PostcardTestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: testSettings),
        .testTarget(
            name: "PostcardIndexTests",
            dependencies: [
                "IndexCrashHelper", "PostcardCore", "PostcardDisk", "PostcardIndex", "PostcardTestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: testSettings),
        .testTarget(
            name: "PostcardFilesTests",
            dependencies: [
                "PostcardCore", "PostcardDisk", "PostcardFiles", "PostcardFixtures", "PostcardImaging",
                "PostcardTestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: testSettings),
        .testTarget(
            name: "PostcardLibraryTests",
            dependencies: [
                "IndexCrashHelper", "PostcardCore", "PostcardDisk", "PostcardFiles", "PostcardFixtures",
                "PostcardImaging",
                "PostcardIndex", "PostcardLibrary", "PostcardPhotos", "PostcardTestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: testSettings),
        .testTarget(
            name: "PostcardServerTests",
            dependencies: [
                "PostcardServer", "PostcardCore", "PostcardCrypto", "PostcardImaging", "PostcardLibrary",
                "PostcardMemes",
                "PostcardPhotos", "PostcardSources", "PostcardFixtures", "PostcardTestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: testSettings),
        .testTarget(
            name: "PostcardCommandTests",
            dependencies: [
                "postcard", "PostcardCommands", "PostcardFixtures", "PostcardServer", "PostcardTestSupport",
            ],
            swiftSettings: testSettings),
    ]
)
