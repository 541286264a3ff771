import ArgumentParser
import PostcardLibrary

/// A command that works in an existing library.
protocol LibraryBasedCommand: ParsableCommand {
    var options: LibraryOptions { get }

    func run(in library: Library) throws
}

extension LibraryBasedCommand {
    func run() throws { try run(in: options.open(creates: false)) }
}
