import HTTPTypes
import PostcardCore
import PostcardImaging
import PostcardMemes

/// A request for a contact sheet, parsed from its URL.
struct ContactSheetRequest: Sendable, Equatable {
    /// The maximum number of pictures on a sheet.
    static let maximumCount = 100
    /// The file extensions of the sheet formats.
    static let extensions = ["jpg", "png", "webp", "avif"]
    private static let tileSides = 16...2_000
    private static let standardTile = "240x180"

    static let parameters: [Operation.Parameter] = [
        .init(
            "picture",
            "A picture: a path in a picture folder, an http or https URL, library:ID of a photo or meme, or "
                + "library:ID of a pin for the photos of its album. Can be repeated, up to \(maximumCount) pictures in all.",
            [
                "type": "array", "items": ["type": "string", "minLength": 1], "minItems": 1,
                "maxItems": .integer(maximumCount),
                "examples": [["paris/tower.jpg", "paris/river.jpg"]],
            ], isRequired: true),
        .init(
            "columns", "The number of pictures in a row. By default, it is about the same as the number of rows.",
            Schema.integer(in: 1...maximumCount)),
        .init(
            "tile",
            "The size of a tile in pixels, "
                + "\(tileSides.lowerBound) to \(tileSides.upperBound) per side: 240 or 240x180.",
            ["type": "string", "pattern": "^[0-9]{2,4}(x[0-9]{2,4})?$", "default": .text(standardTile)]),
        .init(
            "captions",
            "names shows the file name, photo title or meme text below each picture.",
            Schema.choice(["none", "names"], default: "none")),
    ]

    /// The names of the pictures, in order.
    let pictures: [String]
    let columns: Int?
    /// The size of a tile in pixels.
    let tile: PixelSize
    let hasCaptions: Bool
    /// The format; `nil` for the format that the client prefers.
    let format: ImageFormat?

    /// Reads the parameters of a sheet.
    ///
    /// - Throws: `HTTPError` with status 400 for unknown parameters, or 422 for invalid values.
    init(_ items: QueryItems, fileExtension: Substring?) throws(HTTPError) {
        let known = Self.parameters.map(\.name) + ["expires"]
        if let name = items.names.first(where: { !known.contains($0) }) {
            throw .badRequest(
                "Unknown parameter \"\(name.prefix(80))\". Use \(known.joined(separator: ", ")), and signature at the "
                    + "end.")
        }
        format = try fileExtension.map(Self.format)
        pictures = items.all("picture")
        guard !pictures.isEmpty, !pictures.contains("") else {
            throw .unprocessable("A contact sheet needs pictures: /sheet?picture=NAME&picture=NAME.")
        }
        columns = try items.all("columns").first.map(Self.columns)
        tile = try Self.tile(items.all("tile").first ?? Self.standardTile)
        switch items.all("captions").first {
        case nil, "none": hasCaptions = false
        case "names": hasCaptions = true
        case .some(let text): throw .unprocessable("\"captions\" is \"\(text.prefix(80))\"; use none or names.")
        }
    }

    /// Returns the layout of the sheet for a number of pictures.
    func sheet(of count: Int) -> ContactSheet {
        ContactSheet(
            columns: columns ?? ContactSheet.columns(for: count), tileSize: tile, spacing: max(8, tile.width / 15),
            textSize: hasCaptions ? max(10, tile.width / 16) : 0)
    }

    private static func format(_ name: Substring) throws(HTTPError) -> ImageFormat {
        guard extensions.contains(name.lowercased()) || name.lowercased() == "jpeg",
            let format = ImageFormat(fileExtension: String(name))
        else {
            throw .unprocessable(
                "Unknown sheet format \"\(name.prefix(80))\". Use \(extensions.joined(separator: ", ")), or no file extension."
            )
        }
        return format
    }

    private static func columns(_ text: String) throws(HTTPError) -> Int {
        guard let columns = Int(text), 1...maximumCount ~= columns else {
            throw .unprocessable("\"columns\" is \"\(text.prefix(80))\"; it must be between 1 and \(maximumCount).")
        }
        return columns
    }

    private static func tile(_ text: String) throws(HTTPError) -> PixelSize {
        guard let box = ResizeBox(text), case let size = box.size, tileSides ~= size.width, tileSides ~= size.height
        else {
            throw .unprocessable(
                "\"tile\" is \"\(text.prefix(80))\"; write 240 or 240x180, each from \(tileSides.lowerBound) to "
                    + "\(tileSides.upperBound).")
        }
        return size
    }
}
