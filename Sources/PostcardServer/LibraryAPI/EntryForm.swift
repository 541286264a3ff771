import HTTPTypes
import PostcardCore
import PostcardLibrary

extension Call<LibraryService> {
    /// Reads the body for an entry, with its pictures and videos in order.
    ///
    /// - Throws: `HTTPError` with status 422 for invalid values.
    func entryDraft() async throws -> (draft: EntryDraft, sources: [MediumSource]) {
        guard request.mediaType == "multipart/form-data" else {
            let draft: EntryDraft = try await body()
            let photos = draft.photos ?? []
            guard photos.count <= EntryForm.maximumFiles else {
                throw HTTPError.unprocessable("\"photos\" contains more than \(EntryForm.maximumFiles) ids.")
            }
            guard draft.photos?.isEmpty != true else {
                throw HTTPError.unprocessable("\"photos\" must not be empty. Omit it instead.")
            }
            return (draft, try photos.map(source))
        }
        let form = try await form(try content("multipart/form-data"))
        let date = try form.fields["date"].map { text in
            guard let date = WallTime(text) else {
                throw HTTPError.unprocessable("\"date\" is \"\(text)\"; write 2024-06-09 or 2024-06-09T21:14:03.")
            }
            return date
        }
        let sorted = form.fields["sorted"]
        guard sorted == nil || ["true", "false"].contains(sorted) else {
            throw HTTPError.unprocessable("\"sorted\" is \"\(sorted ?? "")\"; write true or false.")
        }
        let draft = EntryDraft(
            text: form.fields["text"], journal: form.fields["journal"].map(Journal.ID.init(rawValue:)),
            place: form.fields["place"].map(JournalPlace.ID.init(rawValue:)), date: date,
            keep: try form.fields["keep"].map(Self.numbers), sorted: sorted == "true")
        return (draft, form.sources)
    }

    /// Returns the photo of an album, or the picture or video of an entry, that a request names: `photo-…`, or `entry-…/2`.
    func source(named text: String) throws -> MediumSource {
        let parts = text.split(separator: "/" as Character, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return .photo(try named(.photo, text)) }
        let entry: Entry = try named(.entry, String(parts[0]))
        guard let medium = Int(parts[1]).flatMap(entry.medium) else {
            throw HTTPError.unprocessable("The entry \(parts[0]) has no picture or video \(parts[1].prefix(20)).")
        }
        return .medium(medium)
    }

    /// Reads numbers separated by commas, such as `3,1`.
    private static func numbers(_ text: String) throws(HTTPError) -> [Int] {
        try text.split(separator: ",", omittingEmptySubsequences: false).map { (part) throws(HTTPError) in
            guard let number = Int(part), number > 0 else {
                throw .unprocessable(
                    "\"keep\" is \"\(text.prefix(80))\"; separate numbers by commas, such as 3,1.")
            }
            return number
        }
    }

    /// Reads a form. `limit` is the maximum size of a file in bytes, unless the service's limit is smaller.
    func form(_ content: Operation.Content, limit: Int = .max) async throws -> EntryForm {
        let fields = (content.schema["properties"]?.names ?? []).subtracting(["photo", "media"])
        let form = EntryForm(for: self, fields: fields, limit: min(limit, service.maximumUploadBytes))
        try await readForm { try form.receive($0) }
        return form
    }
}

// MARK: Reading forms

/// Reads an entry's form: its fields, and its pictures and videos. Pictures and videos are written to the library's files as they arrive.
final class EntryForm {
    /// The values of text fields by name.
    private(set) var fields: [NameKey: String] = [:]
    /// The pictures and videos in order of arrival.
    private(set) var sources: [MediumSource] = []

    private let call: Call<LibraryService>
    private var writer: BlobWriter?
    private var field = ""
    private var fileName: String?
    private var text: [UInt8] = []
    private var textBytes = 0

    private static let fileField = "media"
    private static let photoField = "photo"
    private let textFields: Set<NameKey>
    private let limit: Int
    /// The maximum number of files in an entry, because an entry is shown on one page.
    static let maximumFiles = 100
    private static let maximumTextBytes = 1 << 20

    /// - Parameters:
    ///   - fields: the names of the text fields that the form may contain.
    ///   - limit: the maximum size of a file in bytes.
    init(for call: Call<LibraryService>, fields: Set<NameKey>, limit: Int) {
        self.call = call
        (textFields, self.limit) = (fields, limit)
    }

    func receive(_ event: MultipartParser.Event) throws {
        switch event {
        case .began(let field, let fileName):
            self.field = field
            self.fileName = fileName
            text = []
            if field == Self.fileField || field == Self.photoField {
                guard sources.count < Self.maximumFiles else {
                    throw HTTPError.unprocessable("An entry can have at most \(Self.maximumFiles) pictures and videos.")
                }
                if field == Self.fileField {
                    writer = try call.library.makeBlobWriter(limit: limit)
                }
            } else if !textFields.contains(field) {
                let known = (textFields.sortedNames() + [Self.fileField, Self.photoField]).joined(separator: ", ")
                throw HTTPError.unprocessable("The form has an unknown field \"\(field)\". Known fields are \(known).")
            }
        case .bytes(let bytes):
            if field == Self.fileField { return try writer?.append(bytes) ?? () }
            textBytes += bytes.count
            guard textBytes <= Self.maximumTextBytes else {
                throw HTTPError(
                    .contentTooLarge,
                    "The text fields of the form have more than \(Self.maximumTextBytes) bytes in total.")
            }
            text += bytes
        case .ended:
            if let writer = writer.take() {
                sources.append(.stored(try writer.finish(), name: fileName.flatMap(PictureName.lastPart(of:))))
            } else {
                try addText()
            }
        }
    }

    private func addText() throws {
        guard let text = String(validating: text, as: UTF8.self) else {
            throw HTTPError.badRequest("The \(field) field is not UTF-8.")
        }
        guard field != Self.photoField else { return sources.append(try call.source(named: text)) }
        guard fields.updateValue(text, forKey: NameKey(field)) == nil else {
            throw HTTPError.unprocessable("The form contains \(field) twice.")
        }
    }
}
