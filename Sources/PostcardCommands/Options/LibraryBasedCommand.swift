import ArgumentParser
import PostcardLibrary

/// A command that works in an existing library.
protocol LibraryBasedCommand: AsyncParsableCommand {
    var options: LibraryOptions { get }

    func run(in library: Library) async throws
}

extension LibraryBasedCommand {
    func run() async throws { try await run(in: options.open(creates: false)) }
}
