package import PostcardCore
package import PostcardDisk
import PostcardImaging
package import SystemPackage

/// The destination of results in a bucket, with the dates of existing objects. Objects are listed a thousand keys at a time.
///
/// The object `.postcard-recipe` describes how the results are made. Results are made again if they are older than that object or than
/// their pictures.
package struct ObjectFolder: ResultStore {
    /// The name of the object with the recipe.
    private static let recipeName = ".postcard-recipe"

    /// The URL, which ends with a slash.
    package let address: String
    private let store: any ByteStore
    private let replaces: Bool
    private let existing: ObjectDates
    /// The time at which the recipe was written; `nil` if the existing recipe differs from this run's recipe.
    private let recipeDate: Double?
    /// True if there was a recipe, which shows that existing objects were made by Postcard.
    private let isOwn: Bool

    /// Lists the existing objects, and writes the recipe of this run if the existing recipe differs.
    ///
    /// - Parameters:
    ///   - address: the prefix of the results' URLs.
    ///   - recipe: a description of everything that results depend on, other than their pictures.
    ///   - replaces: true to make all results again.
    /// - Throws: errors from the store.
    package init(at address: String, recipe: String, store: any ByteStore, replaces: Bool) async throws {
        self.address = Self.folder(address)
        (self.store, self.replaces) = (store, replaces)
        existing = try await ObjectDates(everythingIn: self.address, store)
        let recipeAddress = self.address + Self.recipeName
        let known = existing[recipeAddress]
        isOwn = known != nil
        let bytes = ResultWriter.recipe(recipe).utf8 + [UInt8(ascii: "\n")]
        if known != nil, try await store.read(recipeAddress, maximumBytes: 1 << 10).elementsEqual(bytes) {
            recipeDate = known
        } else {
            recipeDate = nil
            try await store.write(Array(bytes), as: recipeAddress, type: "text/plain")
        }
    }

    /// Returns a URL with a trailing slash.
    package static func folder(_ address: String) -> String { address.hasSuffix("/") ? address : address + "/" }

    /// Returns the URL of a result.
    package func address(of name: FilePath) -> String { address + name.string }

    package func state(of result: ResultWriter.Result) throws(FileError) -> ResultState {
        let address = address(of: result.path)
        guard result.source.input != .address(address) else {
            throw FileError(
                .exists,
                "The result of \(result.source.input) would replace \(address), which is one of the input pictures. Choose another destination or name."
            )
        }
        guard let made = existing[address], !replaces else { return .outdated }
        guard isOwn else {
            throw FileError(
                .exists,
                "\(address) already exists, and there is no \(Self.recipeName) to show that Postcard made it.",
                .replace(.file))
        }
        // A picture whose time is unknown may have changed.
        guard let recipeDate, made >= recipeDate, let modified = result.source.modified else { return .outdated }
        return made > modified ? .upToDate : .outdated
    }

    package func write(
        _ file: PictureConversion.Result, to result: ResultWriter.Result, ofVersion version: String?
    ) async throws {
        try await store.write(file.bytes, as: address(of: result.path), type: file.format.mediaType)
    }
}
