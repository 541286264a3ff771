import Foundation
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardTestSupport
import Synchronization
import SystemPackage

/// A library with a clock that advances one second per read, and ids that are the same in every run.
final class JournalLab: Sendable {
    let folder: TemporaryFolder
    let library: Library

    init() throws {
        folder = try TemporaryFolder()
        library = try Self.open(folder.path("Library"))
    }

    var path: FilePath { FilePath(folder.path("Library")) }

    /// Opens a library as another process would.
    static func open(_ path: String) throws -> Library {
        let ticks = Mutex(0)
        let bits = Mutex(SeededRandom(seed: UInt64(path.count)))
        return try Library(
            directory: FilePath(path), createIfNeeded: true,
            environment: Library.Environment(
                now: {
                    noon.addingTimeInterval(
                        Double(
                            ticks.withLock { ticks in
                                ticks += 1
                                return ticks
                            }))
                },
                random: { bits.withLock { $0.next() } }, secondsFromUTC: { _ in 7_200 }))
    }

    /// Returns a photo taken at a time such as `2024-06-09 10:00:00`. Photos with different arguments are different files.
    func photo(
        _ taken: String?, latitude: Double? = nil, longitude: Double = 2, name: String = "a"
    ) throws -> MediumSource {
        var exif = EXIFBlock()
        exif.addText(0x013B, name)
        if let taken { exif.addText(0x9003, taken.replacingOccurrences(of: "-", with: ":")) }
        if let latitude { exif.addPosition(latitude: latitude, longitude: longitude) }
        return .bytes(exif.inserted(intoJPEG: try TestPicture.gradient(9, 9).encoded(as: .jpeg())), name: "\(name).jpg")
    }

    /// Returns a picture file.
    func picture(_ width: Int = 64, latitude: Double? = nil, longitude: Double? = nil) throws -> MediumSource {
        .bytes(try TestPicture.jpeg(width, 48, latitude: latitude, longitude: longitude), name: "\(width).jpg")
    }
}
