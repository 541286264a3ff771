#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A picture, clip or recorded reply in the `Fixtures` folder, which this file's folder is in.
///
/// The files are read where they lie in the checkout: nothing is copied into a bundle. `Fixtures/DETAILS.md` tells what
/// there is, the tables in `travel`, `small` and `video` tell what is special about each file.
public struct Fixture: Sendable, Hashable {
    /// The absolute path of the file.
    public let path: String

    /// The last component of the path, with its extension.
    public var name: String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// The whole file.
    ///
    /// Traps when there is no such file: a test that names a missing fixture is itself wrong.
    public var bytes: [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else {
            // A wrong name is a mistake in the test, not a condition that a test could handle.
            fatalError("There is no fixture at \(path). Run Fixtures/make, or correct the name.")
        }
        return [UInt8](data)
    }

    /// The whole file as UTF-8 text; bytes that are not UTF-8 become replacement characters.
    public var text: String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// Names a file by its path inside the `Fixtures` folder.
    ///
    /// - Parameter relativePath: For example `"small/png-rgb-8.png"`.
    public init(_ relativePath: String) {
        path = Self.folder + "/" + relativePath
    }
}

extension Fixture: CustomStringConvertible {
    /// The file's name, which is what a parameterised test shows.
    public var description: String { name }
}

// MARK: - One file

extension Fixture {
    /// The absolute path of the `Fixtures` folder.
    public static let folder = #filePath.split(separator: "/").dropLast(2).reduce(into: "") { $0 += "/" + $1 }

    /// A travel picture.
    ///
    /// - Parameter name: Its name without the extension, for example `"fuji-lake-at-dawn"`.
    /// - Returns: The fixture.
    public static func travel(_ name: String) -> Fixture {
        Fixture("travel/\(name).jpg")
    }

    /// A small picture.
    ///
    /// - Parameter name: Its name with the extension, for example `"jpeg-420.jpg"`.
    /// - Returns: The fixture.
    public static func small(_ name: String) -> Fixture {
        Fixture("small/\(name)")
    }

    /// A recorded reply.
    ///
    /// - Parameter name: The service and the file, for example `"flickr/search-page-1.json"`.
    /// - Returns: The fixture.
    public static func replies(_ name: String) -> Fixture {
        Fixture("replies/\(name)")
    }

    /// A clip.
    ///
    /// - Parameter name: Its name with the extension, for example `"gate.webm"`.
    /// - Returns: The fixture.
    public static func video(_ name: String) -> Fixture {
        Fixture("video/\(name)")
    }

    /// A 64 × 48 picture that carries one of the eight EXIF orientations; upright, all eight look the same: an F whose
    /// corners are red and green at the top, blue and yellow at the bottom.
    ///
    /// - Parameter value: The orientation, in 1...8.
    /// - Returns: The fixture.
    public static func orientation(_ value: Int) -> Fixture {
        small("jpeg-orientation-\(value).jpg")
    }
}

// MARK: - Groups

extension Fixture {
    /// The travel pictures: large JPEGs with EXIF, among them all eight orientations; sorted by name.
    public static let travel = files(in: "travel")

    /// All small pictures, the hostile ones too; sorted by name.
    public static let small = files(in: "small")

    /// The small JPEGs that a decoder of all dialects reads: also CMYK, arithmetic coding and 12 bits.
    public static let jpegs = small.named("jpeg-")

    /// The sound small PNGs.
    public static let pngs = small.named("png-")

    /// The sound GIFs.
    public static let gifs = small.named("gif-")

    /// The sound small pictures with an ICC profile, in any format.
    public static let profiled = small.filter { $0.name.contains("-icc-") && !$0.name.hasPrefix("hostile-") }

    /// The pictures with EXIF orientations 1, 2 … 8, in that order.
    public static let orientations = (1...8).map(orientation)

    /// Broken, lying and greedy files: refuse them or read what is there, but neither crash nor hang.
    public static let hostile = small.named("hostile-")

    /// The clips; sorted by name.
    public static let video = files(in: "video")

    /// The recorded replies of one service; sorted by name.
    ///
    /// - Parameter service: One of `commons`, `flickr`, `foursquare`, `imgflip`, `memegen`, `nominatim`, `openverse`.
    /// - Returns: The fixtures.
    public static func allReplies(of service: String) -> [Fixture] {
        files(in: "replies/\(service)")
    }

    private static func files(in directory: String) -> [Fixture] {
        // A checkout without the folder gives empty groups; the tests that name files then say what is missing.
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
