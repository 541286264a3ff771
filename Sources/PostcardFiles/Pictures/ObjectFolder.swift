package import PostcardCore
package import PostcardDisk
import PostcardImaging
package import SystemPackage

/// A part of a bucket for results, with the dates of its objects, which are listed a thousand keys at a time.
///
/// Its object `.postcard-recipe` describes how the results are made. Results older than that object or than their pictures are made again.
package struct ObjectFolder: ResultStore {
    /// The name of the object with the recipe.
    private static let recipeName = ".postcard-recipe"

    /// The address, which ends with a slash.
    package let address: String
    private let store: any ByteStore
    private let replaces: Bool
    private let there: ObjectDates
    /// The time at which the recipe was written; `nil` if the existing recipe differs from that of this run.
    private let begun: Double?
    /// A Boolean value that indicates whether there was a recipe, so that existing objects count as made by Postcard.
    private let isOwn: Bool

    /// Lists the existing objects, and writes the recipe of this run if it differs.
    ///
    /// - Parameters:
    ///   - address: the beginning of the results' addresses.
    ///   - recipe: a description of everything that results depend on besides their pictures.
    ///   - replaces: whether all results are made again.
    /// - Throws: the errors of the store.
    package init(at address: String, recipe: String, store: any ByteStore, replaces: Bool) async throws {
        self.address = Self.folder(address)
        (self.store, self.replaces) = (store, replaces)
        there = try await ObjectDates(everythingIn: self.address, store)
        let recipeAddress = self.address + Self.recipeName
        let known = there[recipeAddress]
        isOwn = known != nil
        let bytes = ResultWriter.recipe(recipe).utf8 + [UInt8(ascii: "\n")]
        if known != nil, try await store.read(recipeAddress, maximumBytes: 1 << 10).elementsEqual(bytes) {
            begun = known
        } else {
            begun = nil
            try await store.write(Array(bytes), as: recipeAddress, type: "text/plain")
        }
    }

    /// Returns an address with a slash at its end.
    package static func folder(_ address: String) -> String { address.hasSuffix("/") ? address : address + "/" }

    /// Returns the address of a result.
    package func address(of name: FilePath) -> String { address + name.string }

    package func state(of result: ResultWriter.Result) throws(FileError) -> ResultState {
        let address = address(of: result.path)
        guard result.source.input != .address(address) else {
            throw FileError(
                .exists,
                "The result of \(result.source.input) would replace \(address), which is itself a picture to read. Choose another place or name."
            )
        }
        guard let made = there[address], !replaces else { return .outdated }
        guard isOwn else {
            throw FileError(
                .exists,
                "\(address) exists already, and there is no \(Self.recipeName) that says that Postcard made it.",
                .replace(.file))
        }
        // A picture whose time is unknown may have changed.
        guard let begun, made >= begun, let modified = result.source.modified else { return .outdated }
        return made > modified ? .upToDate : .outdated
    }

    package func write(
        _ file: PictureConversion.Result, to result: ResultWriter.Result, ofVersion version: String?
    ) async throws {
        try await store.write(file.bytes, as: address(of: result.path), type: file.format.mediaType)
    }
}

/// The times at which objects were written, in 16 bytes each for addresses of any length.
struct ObjectDates: Sendable {
    private typealias Entry = (hash: UInt64, modified: Double)
    /// The entries in parts of equal length, sorted but for the last. A single list would be copied whenever it grows.
    private var parts: [[Entry]] = []
    private static let partCount = 1 << 16

    /// Lists all objects whose addresses begin with `address`.
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

    /// The time at which an object was written, in seconds since 1970; `nil` if it is not listed.
    subscript(address: String) -> Double? {
        let hash = StableHash(Array(address.utf8)).value
        for part in parts {
            let index = part.partitioningIndex { $0.hash >= hash }
            if index < part.count, part[index].hash == hash { return part[index].modified }
        }
        return nil
    }
}
