import HTTPTypes
import PostcardLibrary

/// An entry as a form brings it: fields, and pictures and videos that go to the library's files as they come.
final class EntryForm {
    /// A picture or video.
    enum Item {
        /// A file that came.
        case file(MediumSource)
        /// The id of a photo of an album.
        case photo(String)
    }

    /// Fields by name.
    private(set) var fields: [String: String] = [:]
    /// Pictures and videos in the order in which they came.
    private(set) var items: [Item] = []

    private let library: Library
    private let maximumBytes: Int
    private var writer: BlobWriter?
    private var field = ""
    private var fileName: String?
    private var text: [UInt8] = []
    private var textBytes = 0

    private static let fileField = "media"
    private static let photoField = "photo"
    private let textFields: Set<String>
    /// An entry is a page, not an archive.
    static let maximumFiles = 100
    private static let maximumTextBytes = 1 << 20

    /// `fields` are the names of the fields that the form may have besides pictures and videos. `maximumBytes` is the
    /// most that a file may have.
    init(for library: Library, fields: Set<String>, maximumBytes: Int) {
        self.library = library
        textFields = fields
        self.maximumBytes = maximumBytes
    }

    func receive(_ event: MultipartParser.Event) throws {
        switch event {
        case .began(let field, let fileName):
            self.field = field
            self.fileName = fileName
            text = []
            if field == Self.fileField || field == Self.photoField {
                guard items.count < Self.maximumFiles else {
                    throw HTTPError.unprocessable("An entry has no more than \(Self.maximumFiles) pictures and videos.")
                }
                if field == Self.fileField { writer = try library.blobs.makeWriter(limit: maximumBytes) }
            } else if !textFields.contains(field) {
                let known = (textFields.sorted() + [Self.fileField, Self.photoField]).joined(separator: ", ")
                throw HTTPError.unprocessable("The form has a field \"\(field)\"; known are \(known).")
            }
        case .bytes(let bytes):
            if field == Self.fileField { return try writer?.append(bytes) ?? () }
            textBytes += bytes.count
            guard textBytes <= Self.maximumTextBytes else {
                throw HTTPError(
                    .contentTooLarge, "The texts of the form have more than \(Self.maximumTextBytes) bytes.")
            }
            text += bytes
        case .ended:
            if let writer = writer.take() {
                items.append(.file(.stored(try writer.finish(), name: fileName.flatMap(Self.lastPart))))
            } else {
                try addText()
            }
        }
    }

    private func addText() throws(HTTPError) {
        guard let text = String(validating: text, as: UTF8.self) else {
            throw .badRequest("The field \(field) is not UTF-8.")
        }
        guard field != Self.photoField else { return items.append(.photo(text)) }
        guard fields.updateValue(text, forKey: field) == nil else {
            throw .unprocessable("The form has \(field) twice.")
        }
    }

    /// Some clients send whole paths.
    private static func lastPart(_ name: String) -> String? {
        name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init)
    }
}
