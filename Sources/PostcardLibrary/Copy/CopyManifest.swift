internal import PlatformFoundation
internal import PostcardMemes
internal import SystemPackage

/// The list of what a copy of a library in object storage consists of.
///
/// It is written after all that it names, so whatever is there at any time is a whole library.
struct CopyManifest: Codable, Equatable {
    /// A part of the index, in the object `index/ID/SHA256`. All of them, in their order, are the index.
    struct Segment: Codable, Equatable {
        let bytes: Int
        let sha256: BlobHash
    }

    /// A file of a template, in the object of a blob.
    struct File: Codable, Equatable {
        /// Relative to the library: `templates/NAME/FILE`.
        let path: String
        let bytes: Int
        let sha256: BlobHash
    }

    var format = CopyFormat.name
    var version = CopyFormat.version
    /// The time at which it was written.
    var written = ""
    /// The number of the last change in the index.
    var sequence = 0
    var segments: [Segment] = []
    var templates: [File] = []

    /// Bytes of the index.
    var length: Int { segments.reduce(0) { $0 + $1.bytes } }

    /// Bytes of a segment that this code writes.
    static let segmentBytes = 8 << 20
    /// Bytes of a segment, or of a file of a template, that this code reads.
    static let maximumSegmentBytes = 64 << 20
    /// Bytes of an index that this code reads.
    private static let maximumLength = 64 << 30
    /// Bytes of a manifest.
    static let maximumBytes = 16 << 20

    /// Reads a manifest, of which nothing is trusted.
    ///
    /// - Throws: `LibraryError` with code `damaged` or `newerFormat`.
    init(_ json: [UInt8], at place: String) throws(LibraryError) {
        self = try CopyFormat.read(Self.self, json, at: place)
        var length = 0
        for segment in segments {
            guard 1...Self.maximumSegmentBytes ~= segment.bytes else {
                throw CopyFormat.damaged(place, "a segment has \(segment.bytes) bytes")
            }
            length += segment.bytes
            guard length <= Self.maximumLength else { throw CopyFormat.damaged(place, "the index is too long") }
        }
        guard 0...LineFormat.maximumSequence ~= sequence else {
            throw CopyFormat.damaged(place, "the number of the last change is \(sequence)")
        }
        for file in templates {
            guard Self.isTemplateFile(file.path), 0...Self.maximumSegmentBytes ~= file.bytes else {
                throw CopyFormat.damaged(place, "\"\(file.path.prefix(200))\" is no file of a template")
            }
        }
    }

    init() {}

    /// Returns a Boolean value that indicates whether a path is `templates/NAME/FILE`, and leads nowhere else.
    static func isTemplateFile(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0] == "templates" && Template.isName(String(parts[1]))
            && isFileName(String(parts[2]))
    }

    static func isFileName(_ name: String) -> Bool {
        (1...255).contains(name.utf8.count) && !name.hasPrefix(".") && !name.utf8.contains { $0 < 0x20 || $0 == 0x2F }
    }
}

/// Says who copies a library, in the object `owner.json`. Each has a manifest and segments of its own, so two that do not know of each other
/// overwrite nothing.
struct CopyOwner: Codable, Equatable {
    var format = CopyFormat.name
    var version = CopyFormat.version
    /// 32 hexadecimal digits, by chance.
    let id: String
    /// The name of the machine.
    let host: String
    /// The time since when.
    let since: String

    init(id: String, host: String, since: String) { (self.id, self.host, self.since) = (id, host, since) }

    /// Reads an owner, of which nothing is trusted.
    ///
    /// - Throws: `LibraryError` with code `damaged` or `newerFormat`.
    init(_ json: [UInt8], at place: String) throws(LibraryError) {
        self = try CopyFormat.read(Self.self, json, at: place)
        guard CopyFormat.isID(id) else { throw CopyFormat.damaged(place, "the owner's id makes no sense") }
    }

    /// The owner as people are told of it, without characters that terminals obey.
    var description: String { "\(CopyFormat.printable(host)) on \(CopyFormat.printable(since))" }
}

/// Says where the copy of a library is, in the file `copy.json` in its folder.
struct CopyPlace: Codable, Equatable {
    /// The address of the folder in object storage.
    let address: String
    /// The owner's id.
    let id: String
    /// A Boolean value that indicates whether the copy there was known to be of this owner.
    var isOwner: Bool

    /// The place of the copy of a library; `nil` when it has none.
    ///
    /// - Throws: `LibraryError` with code `damaged`.
    static func read(in directory: FilePath) throws(LibraryError) -> CopyPlace? {
        let path = path(in: directory)
        guard let file = try OpenFile(path, .reading, unless: .noSuchFileOrDirectory) else { return nil }
        let json = try file.read(64 << 10, at: 0)
        guard let place = try? JSONDecoder().decode(CopyPlace.self, from: Data(json)), CopyFormat.isID(place.id) else {
            throw LibraryError(
                .damaged, "\(path) does not say where the copy of the library is. Remove it to copy anew.")
        }
        return place
    }

    func write(in directory: FilePath) throws {
        try PictureFile.write(try CopyFormat.json(self), to: Self.path(in: directory), replacing: true)
    }

    static func path(in directory: FilePath) -> FilePath { directory.appending("copy.json") }
}

/// The form of the objects of a copy.
enum CopyFormat {
    static let name = "postcard-library-copy"
    static let version = 1
    static let ownerKey = "owner.json"
    static let blobStart = "blobs/"

    static func indexStart(_ id: String) -> String { "index/\(id)/" }
    static func manifestKey(_ id: String) -> String { "\(indexStart(id))manifest.json" }
    static func key(of segment: CopyManifest.Segment, _ id: String) -> String { "\(indexStart(id))\(segment.sha256)" }
    static func key(of blob: BlobHash) -> String {
        let name = blob.description
        return "\(blobStart)\(name.prefix(2))/\(name.dropFirst(2))"
    }

    /// The blob whose object has a key; `nil` for other objects.
    static func blob(of key: String) -> BlobHash? {
        let parts = key.dropFirst(blobStart.count).split(separator: "/", omittingEmptySubsequences: false)
        guard key.hasPrefix(blobStart), parts.count == 2, parts[0].utf8.count == 2 else { return nil }
        return BlobHash(String(parts[0] + parts[1]))
    }

    static func isID(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.prefix(100).filter { $0.value >= 0x20 && $0.value != 0x7F }))
    }

    static func json(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value)) + Array("\n".utf8)
    }

    private struct Header: Decodable {
        let format: String
        let version: Int
    }

    static func read<Value: Decodable>(
        _ type: Value.Type, _ json: [UInt8], at place: String
    ) throws(LibraryError) -> Value {
        let data = Data(json)
        guard let header = try? JSONDecoder().decode(Header.self, from: data), header.format == name,
            header.version >= 1
        else { throw damaged(place, "it is none of Postcard's") }
        guard header.version <= version else {
            throw LibraryError(
                .newerFormat,
                "\(place) was written by a newer Postcard (format \(header.version); this one knows \(version)). Update Postcard."
            )
        }
        do { return try JSONDecoder().decode(type, from: data) } catch {
            throw damaged(place, "it lacks something, or has a value that makes no sense")
        }
    }

    static func damaged(_ place: String, _ reason: String) -> LibraryError {
        LibraryError(.damaged, "\(place) is damaged: \(reason).")
    }
}
