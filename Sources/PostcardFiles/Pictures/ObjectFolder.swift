package import PostcardCore
import PostcardDisk
import PostcardImaging
package import SystemPackage

/// A part of a bucket that results go to, and what is there already, known from a list of a thousand keys with each request.
///
/// The object `.postcard-recipe` in it says how its results were made. It is older than all that were made so: others, and those that are
/// older than their pictures, are made again.
package struct ObjectFolder: ResultStore {
    /// The name of the object with the recipe.
    private static let recipeName = ".postcard-recipe"

    /// The address, which ends in a slash.
    package let address: String
    private let store: any ByteStore
    private let replaces: Bool
    private let there: ObjectDates
    /// The time at which the recipe was written; `nil` when it was not that of this run.
    private let begun: Double?
    /// A Boolean value that indicates whether what is there was made by Postcard.
    private let isOwn: Bool

    /// Looks at what is there, and leaves the recipe of this run.
    ///
    /// - Parameters:
    ///   - address: the beginning of the results' addresses.
    ///   - recipe: a description of all that results depend on but their pictures.
    ///   - store: keeps the results.
    ///   - replaces: whether everything is made again.
    /// - Throws: what the store throws.
    package init(at address: String, recipe: String, store: any ByteStore, replaces: Bool) async throws {
        self.address = Self.folder(address)
        (self.store, self.replaces) = (store, replaces)
        there = try await ObjectDates(everythingIn: self.address, store)
        let place = self.address + Self.recipeName
        let known = there[place]
        isOwn = known != nil
        let bytes = ResultWriter.recipe(recipe).utf8 + [UInt8(ascii: "\n")]
        if known != nil, try await store.read(place, maximumBytes: 1 << 10).elementsEqual(bytes) {
            begun = known
        } else {
            begun = nil
            try await store.write(Array(bytes), as: place, type: "text/plain")
        }
    }

    /// An address with a slash at its end.
    package static func folder(_ address: String) -> String { address.hasSuffix("/") ? address : address + "/" }

    /// Returns the address of a result.
    package func address(of name: FilePath) -> String { address + name.string }

    func isUpToDate(_ result: ResultWriter.Result) throws(LibraryError) -> Bool {
        let place = address(of: result.path)
        guard result.source.input != .address(place) else {
            throw LibraryError(
                .exists,
                "The result of \(result.source.input) would replace \(place), which is itself a picture to read. Choose another place or name."
            )
        }
        guard let made = there[place], !replaces else { return false }
        guard isOwn else {
            throw LibraryError(
                .exists,
                "\(place) exists already, and there is no \(Self.recipeName) that says that Postcard made it.",
                .replace(.file))
        }
        guard let begun, made >= begun else { return false }
        return result.source.modified.map { made > $0 } ?? true
    }

    func write(_ file: PictureConversion.Result, as result: ResultWriter.Result) async throws {
        try await store.write(file.bytes, as: address(of: result.path), type: file.format.mediaType)
    }
}

/// The times at which objects were written: 16 bytes each, however long their addresses are.
struct ObjectDates: Sendable {
    private typealias Entry = (hash: UInt64, modified: Double)
    /// Each is sorted but the last, and full: a list of all would take half as much again whenever it grows.
    private var parts: [[Entry]] = []
    private static let partCount = 1 << 16

    /// Makes a list of all objects whose addresses begin so.
    init(everythingIn address: String, _ store: any ByteStore) async throws {
        var token: String?
        repeat {
            let page = try await store.list(address, after: token)
            for entry in page.entries { add(entry.name, modified: entry.modified) }
            token = page.next
        } while token != nil
        sortLast()
    }

    private mutating func add(_ address: String, modified: Double) {
        if parts.isEmpty || parts[parts.count - 1].count == Self.partCount {
            sortLast()
            parts.append([])
        }
        parts[parts.count - 1].append((StableHash(Array(address.utf8)).value, modified))
    }

    private mutating func sortLast() {
        guard !parts.isEmpty else { return }
        parts[parts.count - 1].sort { $0.hash < $1.hash }
    }

    /// The seconds since 1970 at which an object was written; `nil` when it is not among them.
    subscript(address: String) -> Double? {
        let hash = StableHash(Array(address.utf8)).value
        for part in parts {
            let index = part.partitioningIndex { $0.hash >= hash }
            if index < part.count, part[index].hash == hash { return part[index].modified }
        }
        return nil
    }
}
