import PlatformFoundation
import PostcardCore
import PostcardPhotos
import SystemPackage

/// The file that a picture is downloaded into. After an interruption, the file is kept and the next download continues it.
///
/// The file name identifies the download: it contains the SHA-256 of the picture's URL, and the validator of that version of the picture.
final class PartFile {
    private let blobs: BlobStore
    private let limit: Int
    private var writer: BlobWriter?
    /// The rendition and validator of the file being written.
    private var current: (rendition: Rendition, validator: String)?
    /// All bytes of the picture so far; `nil` for a resumed file.
    private var received: [UInt8]? = []

    /// Prepares a file without creating it.
    ///
    /// - Parameter limit: the maximum length in bytes.
    init(in blobs: BlobStore, limit: Int) {
        self.blobs = blobs
        self.limit = limit
    }

    /// The number of bytes received so far.
    var count: Int { writer?.count ?? 0 }

    /// Returns the downloaded part of a rendition; `nil` if it is missing or too short to determine the format.
    func part(of rendition: Rendition) throws(FileError) -> PartialPicture? {
        if current?.rendition != rendition {
            current = nil
            writer = nil
            guard let (name, validator) = try find(rendition) else { return nil }
            // If another download has the file open, this download starts from the beginning.
            guard let writer = try open(name) else { return nil }
            self.writer = consume writer
            current = (rendition, validator)
        }
        guard let current, count >= Self.headLength else { return nil }
        let path = blobs.partialDirectory.appending("\(Self.name(of: rendition, current.validator)).part")
        let head = try OpenFile(path, .reading).read(Self.headLength, at: 0)
        return PartialPicture(byteCount: count, head: head, validator: current.validator)
    }

    /// Handles an event of the download.
    func receive(_ event: DownloadEvent) throws(FileError) {
        switch event {
        case .began(let start):
            received = []
            if current?.rendition == start.rendition, current?.validator == start.validator {
                return try writer?.restart() ?? ()
            }
            try discard()
            if let validator = start.validator, Self.canBeName(validator),
                let resumable = try open(Self.name(of: start.rendition, validator))
            {
                writer = consume resumable
                current = (start.rendition, validator)
                try writer?.restart()
            } else {
                writer = try blobs.makeWriter(limit: limit)
            }
        case .resumed:
            received = nil
        case .received(let bytes):
            received?.append(contentsOf: bytes)
            try writer?.append(bytes)
        }
    }

    /// Stores the file as a blob. Returns the blob and its bytes.
    func finish() throws(FileError) -> (blob: BlobReference, bytes: [UInt8]) {
        current = nil
        guard let writer = writer.take() else {
            throw FileError(.inputOutput, "The downloaded picture is empty.")
        }
        let blob = try writer.finish()
        if let received { return (blob, received) }
        return (blob, try blobs.read(blob.hash, limit: limit))
    }

    /// Removes the file.
    func discard() throws(FileError) {
        current = nil
        if let writer = writer.take() { try writer.cancel() }
    }

    private func open(_ name: String) throws(FileError) -> BlobWriter? {
        do throws(FileError) {
            return try blobs.makeWriter(resuming: name, limit: limit)
        } catch {
            guard error.code == .busy || error.code == .tooLarge else { throw error }
            return nil
        }
    }

    // MARK: Names

    /// The number of bytes needed to determine the format of a picture.
    private static let headLength = 16

    /// Returns true if a validator fits in a file name of at most 100 characters.
    private static func canBeName(_ validator: String) -> Bool { (1...39).contains(validator.utf8.count) }

    private static func prefix(of rendition: Rendition) -> String {
        "get-" + BlobHash(of: Array(rendition.url.absoluteString.utf8)).description.prefix(16) + "-"
    }

    private static func name(of rendition: Rendition, _ validator: String) -> String {
        prefix(of: rendition) + Hexadecimal.encode(validator.utf8)
    }

    /// Returns the name and validator of the unfinished file of a rendition; `nil` if there is none.
    private func find(_ rendition: Rendition) throws(FileError) -> (name: String, validator: String)? {
        let prefix = Self.prefix(of: rendition)
        for file in try FileSystem.names(in: blobs.partialDirectory) where file.hasPrefix(prefix) {
            guard let name = FilePath(file).stem, let bytes = Hexadecimal.decode(name.dropFirst(prefix.count)) else {
                continue
            }
            return (name, String(decoding: bytes, as: UTF8.self))
        }
        return nil
    }
}
