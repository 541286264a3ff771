package import SystemPackage

extension Library {
    /// Paths of all pictures and videos in a folder and the folders in it, sorted.
    ///
    /// - Throws: `LibraryError` when a folder cannot be listed, with code `unsupported` when one is a library or an export, whose
    ///   files must not be taken for photos of its own.
    package static func media(below folder: FilePath) throws(LibraryError) -> [FilePath] {
        try PictureTree.media(below: folder) { folder throws(LibraryError) in
            guard let kind = try kind(of: folder) else { return }
            throw LibraryError(.unsupported, "\(folder) is \(kind)")
        }
    }

    /// Tells what a folder is that a library or an export of one is in, and what to do with it; `nil` for another folder.
    private static func kind(of folder: FilePath) throws(LibraryError) -> String? {
        let names = Set(try FileSystem.names(in: folder))
        let isUnfinished = names.contains(ExportWriter.unfinishedName)
        guard isUnfinished || names.contains("blobs") else { return nil }
        if names.contains("index.jsonl") {
            return
                "a library, whose journals and words would be lost. Export it and import that, or use it as the library."
        }
        if names.contains("library.json") { return "an export of a library. Import it by itself." }
        // What a blob store makes: folders of two hexadecimal digits.
        let hasBlobs = try FileSystem.names(in: folder.appending("blobs")).contains { name in
            name.utf8.count == 2 && name.allSatisfy(\.isHexDigit)
        }
        guard hasBlobs || isUnfinished else { return nil }
        return "an export of a library that was not finished. Export the library again."
    }
}
