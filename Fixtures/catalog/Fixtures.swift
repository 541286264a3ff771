#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A picture, clip or recorded response in the `Fixtures` folder.
///
/// The files are read from the checkout, and not copied into a bundle. `Fixtures/DETAILS.md` is an overview, and the tables in
/// `travel`, `small` and `video` describe each file.
public struct Fixture: Sendable, Hashable {
    /// The absolute path of the file.
    public let path: String

    /// The last component of the path, with its extension.
    public var name: String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// The whole file.
    ///
    /// Traps if the file does not exist, since a test that names a missing fixture is wrong.
    public var bytes: [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else {
            // A wrong name is a mistake in the test, not an error that a test could handle.
            fatalError("Fixture not found: \(path). Run Fixtures/make, or correct the name.")
        }
        return [UInt8](data)
    }

    /// The whole file as UTF-8 text; bytes that are not UTF-8 become replacement characters.
    public var text: String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// Creates a fixture from the path of a file inside the `Fixtures` folder.
    ///
    /// - Parameter relativePath: For example `"small/png-rgb-8.png"`.
    public init(_ relativePath: String) {
        path = Self.folder + "/" + relativePath
    }
}

extension Fixture: CustomStringConvertible {
    /// The file's name, which parameterized tests show.
    public var description: String { name }
}

// MARK: - One file

extension Fixture {
    /// The absolute path of the `Fixtures` folder.
    public static let folder = #filePath.split(separator: "/").dropLast(2).reduce(into: "") { $0 += "/" + $1 }

    /// A travel picture.
    ///
    /// - Parameter name: The name without the extension, for example `"fuji-lake-at-dawn"`.
    /// - Returns: The fixture.
    public static func travel(_ name: String) -> Fixture {
        Fixture("travel/\(name).jpg")
    }

    /// A small picture.
    ///
    /// - Parameter name: The name with the extension, for example `"jpeg-420.jpg"`.
    /// - Returns: The fixture.
    public static func small(_ name: String) -> Fixture {
        Fixture("small/\(name)")
    }

    /// A recorded response.
    ///
    /// - Parameter name: The service and the file, for example `"flickr/search-page-1.json"`.
    /// - Returns: The fixture.
    public static func replies(_ name: String) -> Fixture {
        Fixture("replies/\(name)")
    }

    /// A clip.
    ///
    /// - Parameter name: The name with the extension, for example `"gate.webm"`.
    /// - Returns: The fixture.
    public static func video(_ name: String) -> Fixture {
        Fixture("video/\(name)")
    }

    /// A GPX file.
    ///
    /// - Parameter name: The name without the extension, for example `"watch"`.
    /// - Returns: The fixture.
    public static func track(_ name: String) -> Fixture {
        Fixture("tracks/\(name).gpx")
    }

    /// A 64 × 48 picture with one of the eight EXIF orientations.
    ///
    /// Upright, all eight look the same: an F whose corners are red and green at the top, blue and yellow at the bottom.
    ///
    /// - Parameter value: The orientation, in 1...8.
    /// - Returns: The fixture.
    public static func orientation(_ value: Int) -> Fixture {
        small("jpeg-orientation-\(value).jpg")
    }
}

// MARK: - Groups

extension Fixture {
    /// The travel pictures, sorted by name: large JPEGs with EXIF, including all eight orientations.
    public static let travel = files(in: "travel")

    /// All small pictures, including the hostile ones, sorted by name.
    public static let small = files(in: "small")

    /// The small valid JPEGs, including CMYK, arithmetic coding and 12 bits.
    public static let jpegs = small.named("jpeg-")

    /// The small valid PNGs.
    public static let pngs = small.named("png-")

    /// The small valid GIFs.
    public static let gifs = small.named("gif-")

    /// The small valid pictures with an ICC profile, in any format.
    public static let profiled = small.filter { $0.name.contains("-icc-") && !$0.name.hasPrefix("hostile-") }

    /// The pictures with EXIF orientations 1 to 8, in that order.
    public static let orientations = (1...8).map(orientation)

    /// Damaged, mislabeled and resource-hungry files: a reader can reject them or read the valid part, but must not crash or hang.
    public static let hostile = small.named("hostile-")

    /// The clips, sorted by name.
    public static let video = files(in: "video")

    /// The recorded responses of one service, sorted by name.
    ///
    /// - Parameter service: One of `commons`, `flickr`, `foursquare`, `imgflip`, `memegen`, `nominatim`, `openverse`.
    /// - Returns: The fixtures.
    public static func allReplies(of service: String) -> [Fixture] {
        files(in: "replies/\(service)")
    }

    private static func files(in directory: String) -> [Fixture] {
        // Without the folder, groups are empty, and tests that name a file report it as missing.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + directory)) ?? []
        let files = names.filter { !$0.hasPrefix(".") && !$0.hasSuffix(".md") }
        return files.sorted().map { Fixture(directory + "/" + $0) }
    }
}

extension [Fixture] {
    fileprivate func named(_ prefix: String) -> [Fixture] {
        filter { $0.name.hasPrefix(prefix) }
    }
}
