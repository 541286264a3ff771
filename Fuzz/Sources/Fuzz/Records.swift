import Foundation
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import SystemPackage

/// Documents for `library import`, and indexes of a library.
enum Records {
    /// In memory if possible, since the targets write and delete a lot.
    private static let folder: FilePath = {
        let parent = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
        return FilePath(parent).appending("postcard-fuzz-\(ProcessInfo.processInfo.processIdentifier)")
    }()

    /// Imports a document, reads all its records, and imports them again from an export.
    static func feed(document bytes: [UInt8]) {
        inFolder { folder throws in
            let source = folder.appending("export")
            // The picture that the seeds refer to.
            try keepPicture(in: source)
            write(bytes, to: source.appending("library.json"))
            let library = try Library(directory: folder.appending("library"), createIfNeeded: true)
            guard (try? library.readExport(from: source)) != nil else { return }
            let report = try library.check(readsBlobs: true)
            guard report.isSound else { fatalError("an import caused \(report.findings)") }
            read(library)
            let first = try library.writeExport(to: folder.appending("again"))
            let copy = try Library(directory: folder.appending("copy"), createIfNeeded: true)
            let second = try copy.readExport(from: folder.appending("again"))
            guard second.records == first.records, second.problems.isEmpty else {
                fatalError("exported \(first), imported \(second)")
            }
        }
    }

    /// Reads, changes, repairs and compacts a library whose index contains `bytes`.
    static func feed(index bytes: [UInt8]) {
        inFolder { folder throws in
            try keepPicture(in: folder)
            write(bytes, to: folder.appending("index.jsonl"))
            // Fails for an index from a later version.
            guard let library = try? Library(directory: folder) else { return }
            read(library)
            guard (try? library.addJournal(named: "New")) != nil, (try? library.repairIndex()) != nil else { return }
            let (repaired, journals) = (try library.check(readsBlobs: true), try library.journals())
            _ = try library.repairIndex()
            guard try library.check(readsBlobs: true) == repaired, try library.journals() == journals else {
                fatalError("a second repair changed something: \(repaired.findings)")
            }
            guard (try? library.compactIndex()) != nil else { return }
            guard try library.journals() == journals else { fatalError("compacting changed the journals") }
            read(library)
        }
    }

    private static let picture: [UInt8] = {
        guard let bytes = try? Carrier.picture.encoded(as: .jpeg()) else { fatalError("no memory for a file") }
        return bytes
    }()

    /// Stores the picture in a folder by its digest, as libraries and exports do.
    private static func keepPicture(in folder: FilePath) throws {
        let library = try Library(directory: folder, createIfNeeded: true)
        _ = try library.addMeme(
            picture, format: .jpeg, size: Carrier.picture.size, meme: Meme(), origin: .file("picture.jpg"))
    }

    /// Calls the functions that list and show records. They can fail.
    private static func read(_ library: Library) {
        let journals = (try? library.journals()) ?? []
        for journal in journals {
            _ = try? library.contents(of: journal).stops.flatMap(\.notes).map { note in
                try library.history(of: note.id)
            }
        }
        for pin in (try? library.pins()) ?? [] { _ = try? library.album(of: pin.id).map(library.photos) }
        for meme in (try? library.memes()) ?? [] { _ = try? library.meme(of: meme) }
        _ = try? (library.settings(), library.mapView(), library.entries(), library.geoJSON(), library.gpx())
        if let deleted = try? library.deletedItems() { _ = try? library.restore(deleted) }
    }

    private static func inFolder(_ body: (FilePath) throws -> Void) {
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        do { try body(folder) } catch { fatalError("\(error)") }
    }

    private static func write(_ bytes: [UInt8], to path: FilePath) {
        let folder = path.removingLastComponent().string
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        guard FileManager.default.createFile(atPath: path.string, contents: Data(bytes)) else {
            fatalError("can't write \(path)")
        }
    }
}
