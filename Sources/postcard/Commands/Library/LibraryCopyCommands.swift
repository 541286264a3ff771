import ArgumentParser
import PostcardLibrary
import PostcardSources
import SystemPackage

struct LibraryCopyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy the library to object storage.",
        discussion: """
            Only what is new is written. Another machine can take the library over from
            there: postcard library take-over. A place is for one library alone. A service
            does the same all the time: postcard serve --library-copy.

            EXAMPLE
              postcard library copy s3://backup/library
            """)

    @Argument(help: "The place: s3://BUCKET/PREFIX.")
    var address: String

    @OptionGroup var options: LibraryOptions

    func run() async throws {
        let library = try options.open(creates: false)
        let folder = try LibraryTakeOverCommand.folder(address)
        let report = try await withInterruption { try await LibraryCopier(of: library, to: folder).copy() }
        for problem in report.problems { Console.error("postcard: \(problem)") }
        Console.print(
            "\(folder.name): \(report.files.counting("file")) copied (\(report.fileBytes.counting("byte"))), "
                + "\(report.indexBytes) of \(report.length.counting("byte")) of the index")
        guard report.problems.isEmpty else {
            throw Failure(.badData, "Not everything was copied; see above. The rest was.")
        }
    }
}

struct LibraryTakeOverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "take-over",
        abstract: "Make a library of its copy in object storage, and keep it here from now on.",
        discussion: """
            The index is read at once, pictures and videos when they are needed, or all of
            them with --all. The machine that kept the library before takes no changes any
            more as soon as it learns of this, within a minute while it reaches the store;
            if you can, stop it before. What it changed after its last copy is not here.

            On that machine, and in its folder, the same command takes the library back.

            EXAMPLES
              postcard library take-over s3://backup/library --library ~/library
              postcard serve --library ~/library --library-copy s3://backup/library
            """)

    @Argument(help: "The place of the copy: s3://BUCKET/PREFIX.")
    var address: String

    @Flag(name: .long, help: "Fetch all pictures and videos now.")
    var all = false

    @OptionGroup var options: LibraryOptions

    func run() async throws {
        let folder = try Self.folder(address)
        let directory = try options.location()
        try await withInterruption {
            let taken = try await Library.takeOver(folder, into: directory)
            Console.print(
                "\(directory): taken over from \(taken.owner). Its last copy: \(taken.written), change \(taken.sequence), "
                    + "\(taken.length.counting("byte")) of the index.")
            if let path = taken.earlierIndex { Console.print("The index that was here is kept: \(path)") }
            guard all else { return }
            let fetched = try await Library(directory: directory).fetchAll()
            Console.print("\(fetched.counting("file")) fetched")
        }
    }

    /// A place in object storage that an argument names.
    static func folder(_ text: String) throws -> StoredObjectPrefix {
        guard let address = ObjectAddress(text) else {
            throw ValidationError("\(text) is not an address of object storage. Write s3://BUCKET/PREFIX.")
        }
        return StoredObjectPrefix(address, storage: ObjectStorage(userAgent: ServiceAddress.userAgent))
    }
}
