#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
internal import PostcardImaging
public import SystemPackage

/// Pins, their albums and memes, kept in one folder that any number of processes may use at the same time.
///
///     Library/
///       index.jsonl   every change, a line each; the newest wins
///       blobs/        pictures by the SHA-256 of their bytes
///       cache/        thumbnails and peeks, made again when they are gone
///
/// Methods block the calling thread while they read or write files. What a method has returned from is on disk for good.
public final class Library: Sendable {
    /// What a library needs from outside to name and date things.
    public struct Surroundings: Sendable {
        /// Tells the present.
        public var now: @Sendable () -> Date
        /// Gives 64 random bits.
        public var random: @Sendable () -> UInt64

        /// Bundles the two.
        public init(now: @escaping @Sendable () -> Date, random: @escaping @Sendable () -> UInt64) {
            self.now = now
            self.random = random
        }

        /// The system's clock and random numbers.
        public static let system = Surroundings(now: { Date() }, random: { UInt64.random(in: 0 ... .max) })
    }

    /// The library's folder.
    public let directory: FilePath
    /// The records.
    public let index: LibraryIndex
    /// The pictures.
    public let blobs: BlobStore
    let surroundings: Surroundings

    /// Opens a library.
    ///
    /// - Parameters:
    ///   - directory: its folder.
    ///   - creates: whether the folder is made when it is missing.
    ///   - surroundings: clock and random numbers.
    /// - Throws: `LibraryError`: `notFound`, `notADirectory`, `permissionDenied`, `newerFormat` …
    public init(
        directory: FilePath, creates: Bool = false, surroundings: Surroundings = .system
    ) throws(LibraryError) {
        if creates { try FileSystem.makeDirectories(directory) }
        self.directory = directory
        index = try LibraryIndex(directory: directory)
        blobs = BlobStore(directory: directory)
        self.surroundings = surroundings
    }

    var now: Date { surroundings.now() }

    /// A new id such as `pin-7k3x9w2mq4ta`: 60 random bits, which collide once in a billion billion pairs.
    func makeID(_ kind: RecordKind) -> String {
        let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")
        var bits = surroundings.random()
        var id = "\(kind)-"
        for _ in 0..<12 {
            id.append(digits[Int(bits & 31)])
            bits >>= 5
        }
        return id
    }
}

extension LibraryIndex {
    /// All records of a kind, oldest first, as values.
    func all<Value: Decodable>(
        _ kind: RecordKind, as type: Value.Type = Value.self, where filter: RecordFilter? = nil
    ) throws(LibraryError) -> [Value] {
        var cursor = try records(of: kind, order: .oldestFirst, where: filter)
        var values: [Value] = []
        while let record = try cursor.next() { values.append(try record.decode(type)) }
        return values
    }
}
