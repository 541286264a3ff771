/// An error about records in a library, such as pins, albums and memes: a code for programs, a message for people, and a suggestion that
/// callers put into words. Errors about files are `FileError`.
public struct LibraryError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of error.
    public let code: Code
    /// The message: what happened, to what and why, and what to do if that is the same for all callers.
    public let message: String
    /// A remedy that each caller puts into words, such as a command option; `nil` if there is none.
    package let suggestion: Suggestion?

    package init(_ code: Code, _ message: String, _ suggestion: Suggestion? = nil) {
        self.code = code
        self.message = message
        self.suggestion = suggestion
    }

    /// The message.
    public var description: String { message }

    /// The kind of error.
    public enum Code: String, Sendable {
        /// A name or an id prefix matches several records.
        case ambiguous
        /// A required text is empty or contains only whitespace.
        case blank
        /// The change conflicts with the stored records.
        case conflict
        /// Another process is downloading the album.
        case downloading
        /// The folder for an export already contains other files or an export.
        case exists
        /// A string is not the id of a record of this kind.
        case invalidKey
        /// A setting or another value is not allowed.
        case invalidValue
        /// A place has no photos other than those in its album.
        case noOtherPhotos
        /// A photo has no position.
        case noPosition
        /// A record does not exist.
        case notFound
        /// A built-in template cannot be removed.
        case permissionDenied
        /// The stored record is not the version that the change was based on.
        case preconditionFailed
        /// A file is not a picture or video that Postcard can read, or it cannot be shared.
        case unsupported
    }

    /// A remedy for an error.
    package enum Suggestion: Sendable, Hashable {
        /// List the records of a kind, or the places in the journal `of`. `isExact` is true if ids must be complete.
        case list(kind: String, of: String? = nil, isExact: Bool = false)
        /// List the deleted records that can be restored.
        case listDeleted
        /// Download the album of the pin with this id.
        case downloadAlbum(of: String)
        /// Renew the export, or choose another folder.
        case renewExport
        /// Replace the template, or choose another name.
        case replaceTemplate
        /// Share the item without removing positions. If `orLeaveOut` is true, the item can also be omitted.
        case shareWithPositions(orLeaveOut: Bool)
        /// Specify a library.
        case nameLibrary
    }
}
