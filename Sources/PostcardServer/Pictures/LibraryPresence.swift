import HTTPTypes
import PlatformFoundation
import PostcardLibrary
import Synchronization

/// Tells a library that is away, with its disk, from one in which nothing is: a client that keeps a copy must not take the one for
/// the other.
final class LibraryPresence: Sendable {
    private let directory: String
    private let index: String
    /// True when another file system was mounted there, which may hold a library that is still empty.
    private let isMountPoint: Bool
    /// True when there was an index, which a new library has not.
    private let hadIndex: Atomic<Bool>

    init(_ library: Library) {
        directory = "\(library.directory)"
        index = "\(library.index.path)"
        isMountPoint = PictureFolder.isMountPoint(directory)
        hadIndex = Atomic(FileManager.default.fileExists(atPath: index))
    }

    var isThere: Bool {
        guard !isMountPoint || PictureFolder.isMountPoint(directory) else { return false }
        if FileManager.default.fileExists(atPath: index) {
            hadIndex.store(true, ordering: .relaxed)
            return true
        }
        return !hadIndex.load(ordering: .relaxed) && FileManager.default.fileExists(atPath: directory)
    }

    /// - Throws: `HTTPError` with status 503 when the library is away.
    func require() throws(HTTPError) {
        guard isThere else {
            throw HTTPError(.serviceUnavailable, "The library is away. Try again later.", retryAfter: 5)
        }
    }
}
