import ArgumentParser
import PostcardImaging
import PostcardLibrary
import PostcardSources

struct JournalAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Put photos and videos in a journal, dated by when they were taken.",
        discussion: """
            One that cannot be read does not stop the others, and one that the journal has
            already is not added again. One without a date has that in its name, otherwise
            the time at which it was last changed. For pictures with a text, write an
            entry: postcard entry new. For the photos of a journey, with the places where
            they were taken: postcard library import.

            EXAMPLES
              postcard journal add "Summer in France" ~/Pictures/Paris \\
                --place "Eiffel Tower"
              postcard journal add "Summer in France" lights.mp4 photo-7k3x9w2mq4ta \\
                album:Louvre
              cat tower.jpg | postcard journal add "Summer in France" -
            """)

    @Argument(help: "The journal's id, the beginning of it, or its name.", completion: .journals) var journal: String

    @Argument(help: EntryInput.help, completion: .file()) var pictures: [String]

    @Option(help: "A place of the journal: its id, the beginning of it, or its name.", completion: .places)
    var place: String?

    @Option(help: "When they were taken; otherwise what each file says.") var date: WallTime?

    @OptionGroup var limitOptions: LimitOptions
    @OptionGroup var options: LibraryOptions

    func run() async throws {
        let library = try options.open(creates: false, limits: limitOptions.limits)
        let journal = try library.journal(named: journal)
        let place = try place.map { try library.place(named: $0, in: journal).id }
        let (pictures, date) = (pictures, date)
        let failures = try await withInterruption {
            var failures: [Failure] = []
            func fail(_ name: String, _ error: any Error) {
                failures.append(Failure(error).namingLimitOption.naming(name))
                Console.error("postcard: \(failures[failures.count - 1].description)")
            }
            var known = Set<BlobHash>(try library.entries(of: journal.id).flatMap { $0.media.map(\.blob) })
            var knownCount = 0
            var dates = DateOrigins()
            var inputs: [EntryInput] = []
            for picture in pictures {
                do { inputs += try EntryInput.resolve(picture, in: library) } catch { fail(picture, error) }
            }
            for input in inputs {
                do {
                    let entries = try await library.addMedia(
                        [input.load(library.limits.bytes)], to: journal.id, place: place, date: date,
                        passingOver: known)
                    if entries.isEmpty { knownCount += 1 }
                    for entry in entries {
                        known.formUnion(entry.media.map(\.blob))
                        if date == nil { dates.count(entry) }
                        Console.print("\(entry.id)  \(entry.date.minute)  \(entry.summary)")
                        entry.printUnknownProperties()
                    }
                } catch let error where !(error is CancellationError) {
                    fail(input.name, error)
                }
            }
            dates.report()
            if knownCount > 0 { Console.error("\(knownCount) \(knownCount == 1 ? "was" : "were") there already") }
            return failures
        }
        guard let first = failures.first else { return }
        throw Failure(
            failures.count == 1 && pictures.count == 1 ? first.status : .tryAgain,
            failures.count == 1 ? "1 was not added." : "\(failures.count) were not added.")
    }
}
