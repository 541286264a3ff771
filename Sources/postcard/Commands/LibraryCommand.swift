import ArgumentParser
import PostcardLibrary

struct LibraryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library",
        abstract: "Check, repair, compact, export and import a library.",
        discussion: """
            EXAMPLES
              postcard library check
              postcard library repair
              postcard library compact
              postcard library export --to backup
              postcard library import ~/Pictures/2024
            """,
        subcommands: [
            Check.self, Repair.self, Compact.self, LibraryExportCommand.self, LibraryImportCommand.self,
        ])

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Prove the index line by line, and the pictures against it.",
            discussion: """
                Changes nothing. The exit status is 65 when something is damaged.

                EXAMPLES
                  postcard library check
                  postcard library check --read
                """)

        @Flag(name: .long, help: "Read every picture and compare it with its SHA-256.")
        var read = false

        @OptionGroup var options: LibraryOptions

        func run() throws {
            let report = try options.open(creates: false).check(readsBlobs: read)
            for finding in report.findings { Console.print("\(finding)") }
            Console.print("\(report.lines) lines, \(report.records) records, \(report.blobs) pictures")
            if report.findingCount > report.findings.count {
                Console.print("and \(report.findingCount - report.findings.count) more findings")
            }
            guard report.isSound else {
                throw Failure(.badData, "The library is damaged. Mend it with: postcard library repair")
            }
        }
    }

    struct Repair: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "repair",
            abstract: "Mend what check finds.",
            discussion: """
                Nothing is dropped: lines that cannot be mended are moved to a file beside
                the
                index.

                EXAMPLE
                  postcard library repair
                """)

        @OptionGroup var options: LibraryOptions

        func run() throws {
            let report = try options.open(creates: false).repair()
            guard report.isChanged || !report.damagedBlobs.isEmpty else { return Console.print("Nothing to mend.") }
            Console.print("\(report.mendedLines) lines mended, \(report.sealedLines) lines given a checksum")
            if let path = report.damagedLinesPath {
                Console.print(
                    "\(report.lostLines) lines moved to \(path), \(report.recoveredChanges) changes of theirs made again"
                )
            }
            for hash in report.damagedBlobs { Console.print("Damaged picture set aside: \(hash)") }
        }
    }

    struct Compact: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "compact",
            abstract: "Remove older versions and deleted records for good.",
            discussion: """
                Pictures that no record has referred to for a day are removed too.

                EXAMPLE
                  postcard library compact
                """)

        @OptionGroup var options: LibraryOptions

        func run() throws {
            let report = try options.open(creates: false).compact()
            Console.print(
                "\(report.records) records kept, \(report.removedChanges) older changes removed, index "
                    + "\(report.bytesBefore) → \(report.bytesAfter) bytes")
            if report.removedFiles > 0 {
                Console.print("\(report.removedFiles) files removed, \(report.removedFileBytes) bytes")
            }
        }
    }
}
