extension LibraryError {
    /// A way out of an error.
    public enum Suggestion: Sendable, Hashable {
        /// List the records of a kind, for a place those of the journal with this id; where it is exact, beginnings of ids do not do.
        case list(kind: String, of: String? = nil, isExact: Bool = false)
        /// List what was deleted and can be restored.
        case listDeleted
        /// Download the album of the pin with this id.
        case downloadAlbum(of: String)
        /// Replace what is there, or name something else.
        case replace(Target)
        /// Share without removing positions; or leave the item out, if it is one of several.
        case shareWithPositions(orLeaveOut: Bool)
        /// Tell the results of pictures apart: by their folders, if the pictures have the same names, or else by their types.
        case tellApart(sameNames: Bool)
        /// Change the library over HTTP, on the machine that has the disk.
        case changeOverHTTP
        /// Name a library.
        case nameLibrary

        /// Something that is replaced only when that is asked for.
        public enum Target: Sendable, Hashable {
            /// A file.
            case file
            /// A file among results that is not as Postcard made it.
            case result
            /// A folder that is not empty.
            case folder
            /// An export of a library.
            case export
            /// A template.
            case template
        }
    }
}
