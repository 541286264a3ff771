import ArgumentParser
import PostcardCore
import PostcardLibrary
import SystemPackage

struct LibraryImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import a backup, or sort a folder of photos into journals.",
        discussion: """
            Photos and videos in a folder are sorted into journals by date, and into places
            with pins by day and position. Journals, places and pins are named after the
            nearest city or town. Photos that are days away from all others share the
            journal "Single photos". A file without a date gets the one in its name,
            otherwise its modification time. Files that the library already has are
            skipped, so an interrupted import can be repeated.

            --dry-run shows the journals without creating them. --undo removes everything
            that the last import of a folder added; postcard restore brings it back.

            EXAMPLES
              postcard library import backup
              postcard library import ~/Pictures/2024 --dry-run
              postcard library import ~/Pictures/2024
              postcard library import --undo
            """)

    @Argument(help: "A folder with library.json, or with pictures.", completion: .directory) var folder: String?

    @Flag(help: "Show which journals a folder of pictures would become, without changing anything.") var dryRun = false

    @Flag(help: "Undo the last import of a folder of pictures.") var undo = false

    @OptionGroup var options: LibraryOptions

    func validate() throws {
        try require(undo != (folder != nil), undo ? "--undo takes no folder." : "Specify a folder to import.")
        try require(!undo || !dryRun, "--undo and --dry-run can't be combined.")
    }

    func run() async throws {
        guard let folder else { return try undoImport() }
        let path = FilePath(folder)
        try require(PictureTree.isFolder(path), .usage, "\(folder) is a file; specify a folder.")
        let isExport = (try? PictureTree.isFolder(path.appending("library.json"))) == false
        let media = isExport ? [] : try Library.media(inFolder: path)
        try require(!isExport || !dryRun, "--dry-run is for folders of pictures, but \(folder) is a backup.")
        try await options.withLibrary(isTrial: dryRun) { library in
            guard isExport else { return try await importPictures(media, into: library) }
            let report = try library.readExport(from: path)
            let kept = report.kept == 0 ? "" : ", \(report.kept) already existed"
            Console.print("\(report.summary)\(kept)")
            try report.failIfIncomplete()
        }
    }

    private func importPictures(_ paths: [FilePath], into library: Library) async throws {
        let isTrial = dryRun
        try await FolderImportTally.run(into: library, isTrial: isTrial) { report, naming in
            try await library.planImport(of: paths, report: report, naming: naming)
        } show: { plan in
            if isTrial { show(plan) }
        } announce: { _, new in
            for journal in new { Console.print("\(journal.id)  \(journal.name)") }
        }
    }

    /// Prints the journals of a plan.
    private func show(_ plan: FolderImportPlan) {
        Table.print(["FILES", "JOURNAL", "NAME"], plan.parts) { part in
            ["\(part.count)", part.journal == nil ? "new" : "existing", part.name]
        }
        let new = plan.parts.count { $0.journal == nil }
        let files = plan.parts.reduce(0) { $0 + $1.count }
        Console.error(
            "\(files.counting("file")) would be added and \(new.counting("journal")) created; \(plan.knownCount) already in the library. Nothing was changed."
        )
        plan.reportFiles()
    }

    private func undoImport() throws {
        let undone = try options.open(creates: false).undoLastImport()
        Console.print(
            "Removed \(undone.entries.counting("entry", "entries")), \(undone.journals.count.counting("journal")) and \(undone.pins.counting("pin"))"
        )
        Console.error("To restore these items: postcard restore")
    }
}
