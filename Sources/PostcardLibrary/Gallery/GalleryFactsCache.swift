import PlatformFoundation
import PostcardCore
import PostcardCrypto
import SystemPackage

/// The facts of pictures that an earlier run has read, in a file of JSON Lines. The file can be removed at any time.
struct GalleryFactsCache {
    private struct Line: Codable {
        let key: String
        let facts: GalleryFacts
    }

    private let path: FilePath?
    private var known: [NameKey: GalleryFacts] = [:]
    private var used: [NameKey: GalleryFacts] = [:]
    private var isChanged = false

    /// The maximum size of the file in bytes, for the facts of about 500,000 pictures.
    private static let maximumBytes = 128 << 20

    /// Reads a cache. The cache is empty if the file is missing or unreadable.
    init(_ path: FilePath?) {
        self.path = path
        guard let path, let bytes = try? PictureFile.read(path, maximumBytes: Self.maximumBytes) else { return }
        let decoder = JSONDecoder()
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let line = try? decoder.decode(Line.self, from: Data(line)) else { continue }
            known[line.key] = line.facts
        }
    }

    /// Returns a key for a file's path, size and modification time; `nil` if the file is missing.
    static func key(of path: FilePath) -> String? {
        guard let status = try? FileSystem.status(of: path) else { return nil }
        let text = path.absolute.bytes + Array("\0\(status.size) \(Int64(status.modified * 1e6))".utf8)
        return Hexadecimal.encode(SHA256.hash(data: text).prefix(12))
    }

    /// The facts of a file, given its key.
    subscript(key: String) -> GalleryFacts? {
        mutating get {
            if let facts = known[key] { used[key] = facts }
            return used[key]
        }
        set {
            if known[key] != newValue { isChanged = true }
            used[key] = newValue
        }
    }

    /// Writes the facts that this run has read or used. If the file can't be written, the next run reads the pictures again.
    func save() {
        guard let path, isChanged || used.count < known.count else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var bytes: [UInt8] = []
        for (key, facts) in used.sorted(by: { $0.key < $1.key }) {
            guard let line = try? encoder.encode(Line(key: key.string, facts: facts)) else { continue }
            bytes += line
            bytes.append(UInt8(ascii: "\n"))
        }
        try? FileSystem.makeDirectories(path.removingLastComponent(), isPrivate: true)
        try? PictureFile.write(bytes, to: path, replacing: true)
    }
}
