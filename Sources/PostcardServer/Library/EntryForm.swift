internal import HTTPTypes
internal import PostcardLibrary

/// An entry as a form brings it: fields, and pictures and videos that go to the library's files as they come.
final class EntryForm {
    /// Fields by name; several values where a field may come several times.
    private(set) var fields: [String: [String]] = [:]
    /// The files that came.
    private(set) var files: [MediumSource] = []

    private let library: Library
    private let maximumBytes: Int
    private var writer: BlobWriter?
    private var field = ""
    private var fileName: String?
    private var text: [UInt8] = []
    private var textBytes = 0

    static let fileField = "media"
    /// Fields that may come several times.
    static let listField = "photo"
    private static let textFields: Set<String> = ["text", "journal", "place", "date", listField]
    /// An entry is a page, not an archive.
    private static let mostFiles = 100
    private static let mostTextBytes = 1 << 20

    /// - Parameter maximumBytes: the most that a file may have.
    init(for library: Library, maximumBytes: Int) {
        self.library = library
        self.maximumBytes = maximumBytes
    }

    func receive(_ event: MultipartParser.Event) throws {
        switch event {
        case .began(let field, let fileName):
            self.field = field
            self.fileName = fileName
            text = []
            if field == Self.fileField {
                guard files.count < Self.mostFiles else {
                    throw ServerFault.unprocessable("An entry has no more than \(Self.mostFiles) pictures and videos.")
                }
                writer = try library.blobs.makeWriter(limit: maximumBytes)
            } else if !Self.textFields.contains(field) {
                let known = (Self.textFields.sorted() + [Self.fileField]).joined(separator: ", ")
                throw ServerFault.unprocessable("The form has a field \"\(field)\"; known are \(known).")
            }
        case .bytes(let bytes):
            if field == Self.fileField { return try writer?.append(bytes) ?? () }
            textBytes += bytes.count
            guard textBytes <= Self.mostTextBytes else {
                throw ServerFault(.contentTooLarge, "The texts of the form have more than \(Self.mostTextBytes) bytes.")
            }
            text += bytes
        case .ended:
            if let writer = writer.take() {
                files.append(.stored(try writer.finish(), name: fileName.flatMap(Self.lastPart)))
            } else {
                try addText()
            }
        }
    }

    private func addText() throws(ServerFault) {
        guard let text = String(validating: text, as: UTF8.self) else {
            throw .badRequest("The field \(field) is not UTF-8.")
        }
        guard field == Self.listField || fields[field] == nil else {
            throw .unprocessable("The form has \(field) twice.")
        }
        fields[field, default: []].append(text)
    }

    /// Some clients send whole paths.
    private static func lastPart(_ name: String) -> String? {
        name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init)
    }
}
