import PostcardCore
import ArgumentParser
import PostcardLibrary

struct LibraryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library", abstract: "Check, repair, compact, export and import a library.",
        discussion: """
            EXAMPLES
              postcard library check
              postcard library repair
              postcard library compact
              postcard library export --to backup
              postcard library import ~/Pictures/2024
            """,
        subcommands: [Check.self, Repair.self, Compact.self, LibraryExportCommand.self, LibraryImportCommand.self])

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Verify the index and the files.",
            discussion: """
                Changes nothing. If something is damaged, the exit status is 65, and each
                finding explains what to do about it.

                EXAMPLES
                  postcard library check
                  postcard library check --read
                """)

        @Flag(help: "Also read every file and verify its SHA-256 hash.") var read = false

        @OptionGroup var options: LibraryOptions

        func run() throws {
            let report = try options.open(creates: false, hintsAtDamage: false).check(readsBlobs: read)
            report.print()
            guard report.isSound else {
                let isRepairable = report.findings.contains(where: \.problem.isRepairable)
                throw Failure(
                    .badData,
                    isRepairable
                        ? "The library is damaged. Repair it with: postcard library repair"
                        : "The library has damage that repair can't fix. The findings above explain what to do.")
            }
        }
    }

    struct Repair: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "repair", abstract: "Repair a damaged library.",
            discussion: """
                Nothing is dropped, and nothing is assumed without proof. Lines that can't be
                repaired are moved to a file next to the index, and damaged pictures to
                blobs/damaged. If the index is lost, its pictures become entries of a new
                journal. The exit status is 65 if damage remains that repair can't fix.

                EXAMPLE
                  postcard library repair
                """)

        @OptionGroup var options: LibraryOptions

        func run() throws {
            let library = try options.open(creates: false, hintsAtDamage: false)
            let report = try library.repairIndex()
            if report.isChanged {
                for (what, count) in [("given a checksum", report.sealedLines), ("renumbered", report.renumberedLines)]
                where count > 0 { Console.print("Lines \(what): \(count)") }
            }
            if let path = report.damagedLinesPath {
                Console.print(
                    "Lines moved to \(path): \(report.quarantinedLines). Their changes no longer apply. To accept a line as it is, "
                        + "remove its \"crc\" member, give the line the next number, and append it to the index."
                )
            }
            if report.hasGap { Console.print("Lines are missing; the changes that they recorded are lost.") }
            for hash in report.damagedBlobs { Console.print("Damaged picture moved to blobs/damaged: \(hash)") }
            if let journal = report.rescueJournal {
                Console.print(
                    "The index was missing. Pictures and videos added to the journal \(journal): \(report.rescuedMedia). Their "
                        + "text, places, credits and licenses are lost unless the files contain them.")
            }
            let rest = try library.check(readsBlobs: false)
            guard rest.isSound else {
                rest.print()
                throw Failure(.badData, "Some damage can't be repaired. The findings above explain what to do.")
            }
            if !report.isChanged { Console.print("Nothing to repair.") }
        }
    }

    struct Compact: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "compact", abstract: "Remove old versions and deleted records permanently.",
            discussion: """
                Files that no record has referred to for a day are also removed.

                EXAMPLE
                  postcard library compact
                """)

        @OptionGroup var options: LibraryOptions

        func run() throws {
            let library = try options.open(creates: false, hintsAtDamage: false)
            let deleted = try library.deletedRecords()
            let report = try library.compactIndex()
            Console.print(
                "\(report.records.counting("record")) kept, \(report.removedChanges.counting("older change")) removed, index "
                    + "\(report.bytesBefore) → \(report.bytesAfter) bytes")
            let kinds = [NameKey: [DeletedRecord]](grouping: deleted) { NameKey($0.record.key.kind.rawValue) }
                .sorted { $0.key < $1.key }
            if !kinds.isEmpty {
                let gone = kinds.map { kind, items in
                    items.count.counting(kind.string, kind == "entry" ? "entries" : nil)
                }
                Console.print("\(gone.joined(separator: ", ")) can no longer be restored")
            }
            if report.removedFiles > 0 {
                Console.print(
                    "\(report.removedFiles.counting("file")) removed, \(report.removedFileBytes.counting("byte"))")
            }
        }
    }
}

extension CheckReport {
    fileprivate func print() {
        for finding in findings { Console.print("\(finding)") }
        Console.print("\(lines.counting("line")), \(records.counting("record")), \(blobs.counting("picture"))")
        if findingCount > findings.count {
            Console.print("and \((findingCount - findings.count).counting("more finding"))")
        }
    }
}
