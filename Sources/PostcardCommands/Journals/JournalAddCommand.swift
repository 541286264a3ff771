import ArgumentParser
import PostcardImaging
import PostcardLibrary

struct JournalAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Create a journal, or add photos and videos to one.",
        discussion: """
            If no pictures are given, the command creates a journal of that name. The date
            of a picture is when it was taken, otherwise the date in its name, otherwise its
            modification time. Files that the journal already has are skipped, and
            unreadable files are reported. For pictures with text, use: postcard
            entry add. To sort the photos of a journey by place: postcard library import.

            EXAMPLES
              postcard journal add "Summer in France"
              postcard journal add "Summer in France" ~/Pictures/Paris \\
                --place "Eiffel Tower"
              postcard journal add "Summer in France" lights.mp4 photo-7k3x9w2mq4ta \\
                album:Louvre
              cat tower.jpg | postcard journal add "Summer in France" -
            """)

    @Argument(
        help: "The name of a new journal, or the name, id or id prefix of an existing one.", completion: .journals)
    var journal: String

    @Argument(help: EntryInput.help, completion: .file()) var pictures: [String] = []

    @Option(help: "A place in the journal: its id, id prefix or name.", completion: .places)
    var place: String?

    @Option(help: "The date for all pictures, such as 2024-06-09. (default: the date of each file)") var date: WallTime?

    @Flag(help: "Print the new journal as JSON.") var json = false

    @OptionGroup var limitOptions: LimitOptions
    @OptionGroup var options: LibraryOptions

    func validate() throws {
        try require(
            !pictures.isEmpty || place == nil && date == nil,
            "--place and --date apply to pictures; specify at least one picture.")
        try require(
            !json || pictures.isEmpty, "--json prints a new journal; omit --json to add pictures to an existing one.")
    }

    func run() async throws {
        guard !pictures.isEmpty else { return try create() }
        let library = try options.open(creates: false, limits: limitOptions.limits)
        let journal = try existingJournal(in: library)
        let place = try place.map { try library.place(named: $0, in: journal).id }
        let (pictures, date) = (pictures, date)
        let (failures, count) = try await withInterruption {
            var known = Set<BlobHash>(try library.entries(of: journal.id).flatMap { $0.media.map(\.blob) })
            var knownCount = 0
            var dates = DateOrigins()
            let (failures, count) = try await EntryInput.forEach(of: pictures, in: library) { input in
                let entries = try await library.addMedia(
                    [input.load(library.limits.bytes)], to: journal.id, at: place, date: date, passingOver: known)
                if entries.isEmpty { knownCount += 1 }
                for entry in entries {
                    known.formUnion(entry.media.map(\.blob))
                    if date == nil { dates.count(entry) }
                    Console.print("\(entry.id)  \(entry.date.minute)  \(entry.summary)")
                    entry.printUnknownProperties()
                }
            }
            dates.report()
            if knownCount > 0 {
                Console.error("\(knownCount.counting("file was", "files were")) already in the journal")
            }
            return (failures, count)
        }
        try EntryInput.check(failures, of: count)
    }

    private func existingJournal(in library: Library) throws -> Journal {
        do {
            return try library.journal(named: journal)
        } catch let error as LibraryError where error.code == .notFound {
            throw Failure(.missingInput, "\(error.message) To create it: postcard journal add \(Shell.quoted(journal))")
        }
    }

    private func create() throws {
        let library = try options.open(creates: true)
        try library.requireUnusedName(journal)
        let journal = try library.addJournal(named: journal)
        if json { return try JSONOutput.print(journal) }
        Console.print("\(journal.id)  \(journal.name)")
    }
}
