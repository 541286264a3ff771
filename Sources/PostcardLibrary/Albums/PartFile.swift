import PlatformFoundation
import PostcardCore
import PostcardSources
import SystemPackage

/// The file that a picture is downloaded into. What has come of it stays when the download ends early, in whatever way, and
/// the next one goes on from there.
///
/// Its name says all that is needed to go on: the SHA-256 of the picture's address and what the server called that version of
/// it.
final class PartFile {
    private let blobs: BlobStore
    private let limit: Int
    private var writer: BlobWriter?
    /// The rendition and the version that the writer is for.
    private var current: (rendition: Rendition, validator: String)?
    /// The bytes that have come, if they are the picture from its beginning.
    private var received: [UInt8]? = []

    /// - Parameters:
    ///   - blobs: where the picture is to be.
    ///   - limit: the most bytes it may have.
    init(in blobs: BlobStore, limit: Int) {
        self.blobs = blobs
        self.limit = limit
    }

    /// The number of bytes received so far.
    var count: Int { writer?.count ?? 0 }

    /// Returns the part of a rendition that is there; `nil` if there is none, or too little to tell its format.
    func part(of rendition: Rendition) throws(LibraryError) -> PartialPicture? {
        if current?.rendition != rendition {
            current = nil
            writer = nil
            guard let (name, validator) = try find(rendition) else { return nil }
            // Another album may be downloading the same picture: then this one begins anew.
            guard let writer = try open(name) else { return nil }
            self.writer = consume writer
            current = (rendition, validator)
        }
        guard let current, count >= Self.headLength else { return nil }
        let path = blobs.partialDirectory.appending("\(Self.name(of: rendition, current.validator)).part")
        let head = try OpenFile(path, .reading).read(Self.headLength, at: 0)
        return PartialPicture(byteCount: count, head: head, validator: current.validator)
    }

    /// Takes what has come.
    func receive(_ event: DownloadEvent) throws(LibraryError) {
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

    /// Makes the file a blob, and returns it with its bytes.
    func finish() throws(LibraryError) -> (blob: BlobReference, bytes: [UInt8]) {
        current = nil
        guard let writer = writer.take() else {
            throw LibraryError(.inputOutput, "A picture came without any bytes.")
        }
        let blob = try writer.finish()
        if let received { return (blob, received) }
        return (blob, try blobs.read(blob.hash, limit: limit))
    }

    /// Removes the file.
    func discard() throws(LibraryError) {
        current = nil
        if let writer = writer.take() { try writer.cancel() }
    }

    private func open(_ name: String) throws(LibraryError) -> BlobWriter? {
        do throws(LibraryError) {
            return try blobs.makeWriter(resuming: name, limit: limit)
        } catch {
            guard error.code == .busy || error.code == .tooLarge else { throw error }
            return nil
        }
    }

    // MARK: Names

    /// As many bytes as tell the format of a picture.
    private static let headLength = 16

    /// A name has at most 100 characters.
    private static func canBeName(_ validator: String) -> Bool { (1...39).contains(validator.utf8.count) }

    private static func prefix(of rendition: Rendition) -> String {
        "get-" + BlobHash(of: Array(rendition.url.absoluteString.utf8)).description.prefix(16) + "-"
    }

    private static func name(of rendition: Rendition, _ validator: String) -> String {
        prefix(of: rendition) + Hexadecimal.encode(validator.utf8)
    }

    /// The unfinished file of a rendition, if there is one.
    private func find(_ rendition: Rendition) throws(LibraryError) -> (name: String, validator: String)? {
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
