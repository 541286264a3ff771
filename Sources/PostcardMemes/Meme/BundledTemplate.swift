import PostcardCore
import PostcardTemplates

/// The files of a built-in template's folder. All built-in templates were drawn for Postcard and are in the public domain (CC0).
public struct BundledTemplate: Sendable {
    /// The name.
    public let name: String
    private let index: Int

    /// All built-in templates, sorted by name.
    public static let all: [BundledTemplate] = (0..<postcard_templates_count()).map { index in
        BundledTemplate(name: String(cString: postcard_templates()[index].name), index: index)
    }.sorted { $0.name < $1.name }

    /// The file `template.json`, which contains a ``Template``.
    package var json: [UInt8] { Array(UnsafeBufferPointer(start: entry.json, count: entry.json_count)) }

    /// Returns the template.
    ///
    /// - Throws: `DecodingError`, which no built-in template causes.
    public func template() throws -> Template { try JSONValue(decodable: json).decode() }

    /// The picture file.
    public var picture: [UInt8] { Array(UnsafeBufferPointer(start: entry.picture, count: entry.picture_count)) }

    private var entry: postcard_template { postcard_templates()[index] }
}
