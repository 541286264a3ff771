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
