import Foundation
import PostcardLibrary
import PostcardTestSupport
import SystemPackage

/// Libraries of several machines, and a store that all of them reach.
final class CopyLab: Sendable {
    let folder: TemporaryFolder
    let store = MemoryFolder()

    init() throws { folder = try TemporaryFolder() }

    var surroundings: Library.Surroundings {
        var surroundings = Library.Surroundings(now: { Date() }, random: { .random(in: 0 ... .max) })
        surroundings.objects = { [store] _ in store }
        return surroundings
    }

    /// The error of the library that some work ends with; `nil` for none.
    func error(_ body: () async throws -> Void) async -> LibraryError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? LibraryError
        }
    }

    func path(_ machine: String) -> FilePath { FilePath(folder.path(machine)) }

    /// The library of a machine, opened as by another process.
    func library(_ machine: String) throws -> Library {
        try Library(directory: path(machine), creates: true, surroundings: surroundings)
    }

    @discardableResult
    func copy(_ machine: String) async throws -> LibraryCopier.Report {
        let copier = LibraryCopier(of: try library(machine), to: store)
        do {
            let report = try await copier.copy()
            await copier.end()
            return report
        } catch {
            await copier.end()
            throw error
        }
    }

    func takeOver(_ machine: String) async throws -> Library.TakenOver {
        try await Library.takeOver(store, into: path(machine), surroundings: surroundings)
    }

    /// A journal with so many pictures, an entry each.
    func fill(_ library: Library, _ pictures: Range<Int>) async throws {
        let journal = try library.makeJournal(named: "France \(pictures)")
        for width in pictures {
            _ = try await library.addMedia([.bytes(try TestPicture.jpeg(width, 8), name: nil)], to: journal.id)
        }
    }

    func index(_ machine: String) throws -> [UInt8] { try folder.read("\(machine)/index.jsonl") }
}
