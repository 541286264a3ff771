import PostcardCore
import SystemPackage

/// The optional `gallery.json` of a folder.
///
///     {"title": "Paris", "description": "A week in June", "order": ["tower.jpg", "louvre"], "cover": "tower.jpg"}
struct GallerySettings: Sendable, Equatable, Decodable {
    /// The order of pictures and subfolders.
    enum Order: Sendable, Equatable {
        case date, newest, name
        /// The given names first, then all others by date.
        case names([String])
    }

    static let fileName = "gallery.json"
    private static let maximumBytes = 1 << 20

    var title: String?
    private(set) var description: String?
    private(set) var order = Order.date
    /// The name of the picture that represents the folder; `nil` for the first picture.
    private(set) var cover: String?

    /// Makes the settings of a folder without a `gallery.json`.
    init() {}

    /// Reads the settings of a folder.
    ///
    /// - Returns: `nil` if the folder contains no `gallery.json`.
    /// - Throws: `FileError` with code `invalidRecord` if the file is invalid, and others.
    init?(in folder: FilePath) throws(FileError) {
        let path = folder.appending(Self.fileName)
        guard try FileSystem.status(of: path) != nil else { return nil }
        let bytes = try PictureFile.read(path, maximumBytes: Self.maximumBytes)
        do {
            self = try JSONValue(decodable: bytes).decode()
        } catch {
            throw FileError(.invalidRecord, "Can't use \(path): \(error.decodingExplanation)")
        }
    }

    /// Decodes an object. Unknown keys cause an error.
    init(from decoder: any Decoder) throws {
        let members = try decoder.members(["title", "description", "order", "cover"])
        (title, description) = (try members.optional("title"), try members.optional("description"))
        cover = try members.optional("cover")
        if let names: [String] = try? members.optional("order") {
            order = .names(names)
        } else if let name: String = try members.optional("order") {
            let orders: [NameKey: Order] = ["date": .date, "newest": .newest, "name": .name]
            guard let known = orders[name] else {
                throw members.refusal("order", "Use \"date\", \"newest\", \"name\", or a list of names.")
            }
            order = known
        }
    }
}
