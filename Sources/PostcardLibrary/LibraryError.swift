/// An error of the records of a library, such as pins, albums and memes: a code for programs, a message for people, and a suggestion for callers to
/// phrase. Errors of files are `FileError`.
public struct LibraryError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of error.
    public let code: Code
    /// The message: what went wrong, where and why, and what to do if that is the same for all callers.
    public let message: String
    /// A remedy that each caller phrases in its own words, such as an option of a command; `nil` if there is none.
    package let suggestion: Suggestion?

    /// Makes an error.
    package init(_ code: Code, _ message: String, _ suggestion: Suggestion? = nil) {
        self.code = code
        self.message = message
        self.suggestion = suggestion
    }

    /// The message.
    public var description: String { message }

    /// The kind of error.
    public enum Code: String, Sendable {
        /// A name or the beginning of an id fits several records.
        case ambiguous
        /// A required text is empty or has only white space.
        case blank
        /// The change does not fit the stored records.
        case conflict
        /// Another process downloads the album.
        case downloading
        /// The folder of an export has other files, or an export.
        case exists
        /// A text is not the id of a record of this kind.
        case invalidKey
        /// A setting or another value is not one of the allowed ones.
        case invalidValue
        /// A place has no photos besides those of its album.
        case noOtherPhotos
        /// A photo has no position.
        case noPosition
        /// A record does not exist.
        case notFound
        /// A template of Postcard's own cannot be removed.
        case permissionDenied
        /// The stored record has another version than the one to be changed.
        case preconditionFailed
        /// A file is neither a picture nor a video that Postcard reads, or cannot be shared.
        case unsupported
    }

    /// A remedy for an error.
    package enum Suggestion: Sendable, Hashable {
        /// List the records of a kind, or the places of the journal `of`. `isExact` means that ids must be given whole.
        case list(kind: String, of: String? = nil, isExact: Bool = false)
        /// List the deleted records that can be restored.
        case listDeleted
        /// Download the album of the pin with this id.
        case downloadAlbum(of: String)
        /// Renew the export, or choose another folder.
        case renewExport
        /// Replace the template, or choose another name.
        case replaceTemplate
        /// Share without removing positions. If `orLeaveOut`, the item can also be left out.
        case shareWithPositions(orLeaveOut: Bool)
        /// Name a library.
        case nameLibrary
    }
}
