import PostcardCore
import PostcardDisk
import PostcardFiles
package import SystemPackage

extension Library {
    /// Returns the sorted paths of all pictures and videos in a folder and its subfolders.
    ///
    /// - Throws: `FileError` if a folder cannot be listed; with code `unsupported` if a folder is a library or an export, because its files
    ///   must not be imported as photos.
    package static func media(below folder: FilePath) throws(FileError) -> [FilePath] {
        try PictureTree.media(below: folder) { folder throws(FileError) in
            guard let kind = try kind(of: folder) else { return }
            throw FileError(.unsupported, "\(folder) is \(kind)")
        }
    }

    /// Returns the end of a message about a folder that is a library or an export, with advice; `nil` for other folders.
    private static func kind(of folder: FilePath) throws(FileError) -> String? {
        let names = Set<NameKey>(names: try FileSystem.names(in: folder))
        let isUnfinished = names.contains(ExportWriter.unfinishedName)
        guard isUnfinished || names.contains("blobs") else { return nil }
        if names.contains("index.jsonl") {
            return
                "a library. Its journals and text would be lost. Export that library and import the export, or use that library directly."
        }
        if names.contains("library.json") { return "an export of a library. Import it separately." }
        // The folders of a blob store have names of two hexadecimal digits.
        let hasBlobs = try FileSystem.names(in: folder.appending("blobs")).contains { name in
            name.utf8.count == 2 && name.allSatisfy(\.isHexDigit)
        }
        guard hasBlobs || isUnfinished else { return nil }
        return "an unfinished export of a library. Export the library again."
    }
}
