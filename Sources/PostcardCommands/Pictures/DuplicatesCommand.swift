import ArgumentParser
import PostcardCore
import PostcardImaging
import PostcardLibrary
import SystemPackage

struct DuplicatesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "duplicates", abstract: "List identical and similar images in folders.",
        discussion: """
            Compares how pictures look, and finds the same view in another size, format or
            quality, or slightly edited. Pictures are similar if their 64-bit difference
            hashes differ by at most \(PictureFingerprint.nearDistance) bits. No files are changed or removed.

            Folders are searched recursively, except hidden files and symbolic links.
            Unreadable files are reported and skipped; the exit status is then 75.

            To compare photos in a library, use postcard album duplicates.

            EXAMPLES
              postcard duplicates ~/Pictures
              postcard duplicates ~/Pictures /media/card --json \\
                | jq -r '.[] | select(.identical) | .files[1:][].file'
            """)

    @Argument(help: "The folders and picture files to compare.", completion: .file()) var inputs: [String]

    @Flag(help: "Print JSON.") var json = false

    @OptionGroup var limitOptions: LimitOptions

    func run() async throws {
        MemoryAllocation.reuse()
        let limits = try limitOptions.limits
        let pictures = FoundPictures(in: inputs)
        for failure in pictures.failures { Console.error(failure.description) }
        let (paths, unread) = (pictures.names.map { FilePath(argument: $0) }, pictures.failures.count)
        let (groups, failed) = try await withInterruption {
            var progress = Progress(total: paths.count, isPlain: true)
            var failed = unread
            let found = try await FolderDuplicates(
                of: paths, limits: limits,
                warn: { path, text in
                    progress.clear()
                    Console.error("\(path): warning: \(text)")
                }
            ) { path, error in
                progress.advance()
                guard let error else { return }
                failed += 1
                progress.clear()
                Console.error(Failure(error).namingLimitOption.naming("\(path)").description)
            }
            progress.clear()
            return (found.groups, failed)
        }
        if json { try JSONOutput.print(groups.map(Listing.init)) } else { Self.printLines(groups) }
        let total = paths.count + unread
        try require(failed == 0, .tryAgain, "\(failed) of \(total) files could not be read.")
    }

    private static func printLines(_ groups: [FolderDuplicates.Group]) {
        guard !groups.isEmpty else { return Console.error("No duplicates found.") }
        for (number, group) in groups.enumerated() {
            if number > 0 { Console.print("") }
            Console.print(group.isIdentical ? "Identical:" : "Similar:")
            for (index, file) in group.files.enumerated() {
                let identical = group.files[..<index].first { $0.sha256 == file.sha256 }
                let note = identical.map { group.isIdentical ? "" : ", identical to \($0.path)" } ?? ""
                Console.print("  \(file.path): \(file.size), \(file.bytes) bytes\(note)")
            }
        }
    }
}

/// A group as JSON.
private struct Listing: Encodable {
    struct File: Encodable {
        let file, sha256: String
        let width, height, bytes: Int
    }

    let identical: Bool
    let files: [File]

    init(_ group: FolderDuplicates.Group) {
        identical = group.isIdentical
        files = group.files.map { file in
            File(
                file: CommandArguments.text(of: file.path.bytes), sha256: file.sha256,
                width: file.size.width, height: file.size.height, bytes: file.bytes)
        }
    }
}
