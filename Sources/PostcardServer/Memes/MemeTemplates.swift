import HTTPTypes
import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import Synchronization

/// The templates of memes: the built-in ones, and those of the library.
final class MemeTemplates: Sendable {
    /// A template with its picture.
    struct Entry: Sendable {
        let stored: StoredTemplate
        let picture: OpenedPicture
        /// The hash of the template's values and files, for cache keys.
        let digest: BlobHash

        var template: Template { stored.template }

        init(_ stored: StoredTemplate) throws {
            self.stored = stored
            picture = try OpenedPicture(stored.picture())
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            var all = Array(try encoder.encode(stored.template)) + BlobHash(of: picture.bytes).description.utf8
            for overlay in try stored.meme(of: []).overlays {
                if case .bytes(let bytes)? = overlay.picture { all += BlobHash(of: bytes).description.utf8 }
            }
            digest = BlobHash(of: all)
        }
    }

    private let store: TemplateStore
    /// The cache of built-in templates, which never change.
    private let builtIn = Mutex<[NameKey: Entry]>([:])

    init(_ store: TemplateStore) { self.store = store }

    /// Returns a template with its picture.
    ///
    /// - Throws: `HTTPError` with status 404 for an unknown template, 403 for one whose licence allows no memes.
    func entry(named name: String) throws -> Entry {
        if let known = builtIn.withLock({ $0[name] }) { return known }
        let stored: StoredTemplate
        do {
            stored = try store.template(named: name)
        } catch let error as LibraryError where error.code == .notFound {
            throw HTTPError(.notFound, "There is no template \"\(name.prefix(80))\". They are listed at /templates.")
        }
        guard stored.template.allowsDerivatives else {
            throw HTTPError(
                .forbidden, "The licence of the template \(name) does not allow changed versions, and a meme is one.")
        }
        let entry = try Entry(stored)
        if stored.isBuiltIn { builtIn.withLock { $0[name] = entry } }
        return entry
    }

    /// Returns all templates by name, without damaged ones.
    func all() throws -> [Template] { try store.templates().map(\.template) }
}

// MARK: Uploaded pictures

/// The uploaded pictures that clients use for several memes, under unpredictable names `upload:…`. Without them, a preview would send its picture
/// with each change.
struct SentPictures: Sendable {
    private static let prefix = "upload:"
    /// The largest number of pictures, which limits the memory for small ones.
    static let maximumCount = 1_000
    /// The time for which a picture is kept after its last use.
    static let lifetime = Duration.seconds(900)

    private let minimumBytes: Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let random: @Sendable (Int) -> [UInt8]
    private let pictures: LRUCache<NameKey, (bytes: [UInt8], end: ContinuousClock.Instant)>

    /// - Parameters:
    ///   - byteLimit: the largest size in bytes of all pictures; the least recently used ones are removed.
    ///   - random: returns a number of random bytes.
    init(
        byteLimit: Int, now: @escaping @Sendable () -> ContinuousClock.Instant,
        random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        (minimumBytes, self.now, self.random) = (byteLimit / Self.maximumCount, now, random)
        pictures = LRUCache(byteLimit: byteLimit)
    }

    static func isName(_ name: String) -> Bool { name.hasPrefix(prefix) }

    /// Keeps a picture for `lifetime`, and returns its name.
    func keep(_ bytes: [UInt8]) -> String {
        let name = Self.prefix + Base64.urlSafe.encode(random(16))
        keep(bytes, as: name)
        return name
    }

    private func keep(_ bytes: [UInt8], as name: String) {
        pictures.insert((bytes, now() + Self.lifetime), bytes: max(minimumBytes, bytes.count), for: NameKey(name))
    }

    /// Returns the bytes of a picture, and keeps it for another `lifetime`.
    ///
    /// - Throws: `HTTPError` with status 404 for one that is no longer kept.
    func picture(_ name: String) throws(HTTPError) -> [UInt8] {
        guard let (bytes, end) = pictures.value(for: NameKey(name)), now() < end else {
            throw HTTPError(.notFound, "The picture that was sent is not kept any more. Send it again.", .uploadGone)
        }
        keep(bytes, as: name)
        return bytes
    }
}
