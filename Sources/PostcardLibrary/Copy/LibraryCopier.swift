internal import PlatformFoundation
internal import PlatformLibc
package import PostcardSources
internal import SystemPackage

/// Keeps a copy of a library in object storage: what can be taken over by another machine, whatever happens to this one.
///
/// Each run of ``copy()`` writes what is new, and the manifest last. A run that fails, or is cut off, leaves the copy as it was; the next one
/// goes on with it. Only one process copies a library.
package actor LibraryCopier {
    /// The outcome of a run.
    package struct Report: Sendable, Equatable {
        /// The number of files that were written, and their bytes.
        package var files = 0
        package var fileBytes = 0
        /// Bytes of the index that were written.
        package var indexBytes = 0
        /// Bytes of the index that the copy has now.
        package var length = 0
        /// Files that were left out, and why.
        package var problems: [String] = []
        /// A Boolean value that indicates whether anything was written.
        package var isChanged: Bool { files + indexBytes > 0 || isManifestNew }
        var isManifestNew = false
    }

    let library: Library
    let folder: any ObjectPrefix
    /// The lock that keeps other processes from copying.
    private var turn: OpenFile?
    var state: State?

    /// What the copy has, as far as this process knows.
    struct State {
        let id: String
        var manifest: CopyManifest
        /// The index file of which the segments are, with the last bytes that they have of it; `nil` until it is proven.
        var identity: FileStatus.Identity?
        var mark: [UInt8] = []
        var blobs: Set<BlobHash>
        /// Segments that no manifest names any more. They are removed one run later: somebody may be reading them.
        var garbage: [String]
        /// A Boolean value that indicates whether the copy says that it is ours.
        var isOwner: Bool
        /// What the folder of templates was when it was copied.
        var templates: [String]?
    }

    /// - Parameters:
    ///   - library: The library.
    ///   - folder: The place of the copy, for this library alone.
    package init(of library: Library, to folder: any ObjectPrefix) {
        self.library = library
        self.folder = folder
    }

    /// Returns a Boolean value that indicates whether something was changed since the last run that succeeded. It costs next to nothing.
    package func hasChanges() throws -> Bool {
        guard let state else { return true }
        let status = try FileSystem.status(of: library.index.path)
        return status?.identity != state.identity || (status?.size ?? 0) != state.manifest.length
            || templateStamps() != state.templates
    }

    /// Checks that no other machine has taken over the library that this one copied.
    ///
    /// - Throws: `SourceError` when the store cannot be used; `LibraryError` with code `replaced`.
    package func requireOwnership() async throws {
        guard let place = try CopyPlace.read(in: library.directory), place.address == folder.name, place.isOwner,
            let owner = try await CopyOwner.current(in: folder)
        else { return }
        try requireOwnership(place.id, owner, wasOwner: true)
    }

    /// Copies what is new. Whoever owns the copy is looked at first.
    ///
    /// - Throws: `SourceError` when the store cannot be used; `LibraryError`: `replaced` when another machine has taken over, `conflict`
    ///   when the place has the copy of another library, `busy` when another process copies, `damaged` when the library is
    ///   worse than its copy.
    package func copy() async throws -> Report {
        try takeTurn()
        var state: State
        // Where the owner is gone, with all else perhaps, everything is found out anew.
        if let known = self.state, try await isOwned(known) { state = known } else { state = try await begin() }
        self.state = state
        var report = Report()
        do {
            try await copyChanges(&state, &report)
        } catch {
            self.state?.blobs = state.blobs
            throw error
        }
        self.state = state
        return report
    }

    private func copyChanges(_ state: inout State, _ report: inout Report) async throws {
        let stamps = templateStamps()
        let committed = try library.index.committed()
        let sequence = committed?.sequence ?? 0
        guard sequence >= state.manifest.sequence else {
            throw LibraryError(
                .damaged,
                "The index of \(library.directory) ends with change \(sequence), its copy in \(folder.name) with change "
                    + "\(state.manifest.sequence). Nothing was copied. If the folder was put back from an older backup, take the library "
                    + "over from its copy instead.")
        }
        var manifest = state.manifest
        manifest.sequence = sequence
        let isProven = state.identity != nil
        if let committed {
            manifest.segments = try segments(of: committed, state)
            let start = manifest.length
            // What was there before is looked through once, for somebody may have removed a file from the store.
            try await copyBlobs(of: committed, from: isProven ? start : 0, &state, &report)
            try await copyIndex(committed, &manifest, state.id, &report)
        }
        if state.templates == nil || stamps != state.templates {
            manifest.templates = try await copyTemplates(&state, &report)
        }
        let id = state.id
        if manifest != state.manifest || !state.isOwner {
            let kept = Set(manifest.segments.map { CopyFormat.key(of: $0, id) })
            for key in state.garbage where !kept.contains(key) { try? await folder.remove(key) }
            state.garbage = state.manifest.segments.map { CopyFormat.key(of: $0, id) }.filter { !kept.contains($0) }
            manifest.written = Timestamp.text(of: library.now) ?? ""
            try await folder.write(try CopyFormat.json(manifest), to: CopyFormat.manifestKey(id))
            report.isManifestNew = true
        }
        if !state.isOwner {
            try await folder.write(try CopyFormat.json(CopyOwner(id: id, of: library)), to: CopyFormat.ownerKey)
            try CopyPlace(address: folder.name, id: id, isOwner: true).write(in: library.directory)
            state.isOwner = true
        }
        state.manifest = manifest
        state.templates = stamps
        state.identity = committed?.identity
        state.mark = try committed.map { try Self.mark(of: $0.file, end: manifest.length) } ?? []
        report.length = manifest.length
    }

    /// Bytes before the end of what was copied, by which a file that was changed otherwise than by appending is told.
    static func mark(of file: OpenFile, end: Int) throws(LibraryError) -> [UInt8] {
        let start = max(0, end - 64)
        return try file.read(end - start, at: start)
    }

    private func takeTurn() throws(LibraryError) {
        if turn != nil { return }
        let file = try OpenFile(library.directory.appending("copy.lock"), .writingOrCreating)
        guard try file.lock(isWaiting: false) else {
            throw LibraryError(.busy, "Another process copies the library \(library.directory).")
        }
        turn = file
    }

    /// Lets another process copy.
    package func end() {
        turn = nil
        state = nil
    }
}

extension LibraryCopier {
    /// Finds out what there is, and whether this library may be copied there.
    private func begin() async throws -> State {
        var known = try CopyPlace.read(in: library.directory)
        let id = known?.id ?? library.makeCopyID()
        if let place = known, place.address != folder.name {
            // Files may be in that place alone, which is asked no more from here on.
            if place.isOwner { _ = try await library.fetchAll() }
            known = nil
        }
        let owner = try await CopyOwner.current(in: folder)
        if let owner { try requireOwnership(id, owner, wasOwner: known?.isOwner ?? false) }
        var blobs: Set<BlobHash> = []
        try await Self.forEach(CopyFormat.blobStart, in: folder) { key, _ in
            if let hash = CopyFormat.blob(of: key) { blobs.insert(hash) }
        }
        var manifest = CopyManifest()
        if let (json, place) = try await Self.object(CopyFormat.manifestKey(id), in: folder, CopyManifest.maximumBytes)
        {
            manifest = try CopyManifest(json, at: place)
        }
        var garbage: [String] = []
        let named = Set(manifest.segments.map { CopyFormat.key(of: $0, id) } + [CopyFormat.manifestKey(id)])
        try await Self.forEach(CopyFormat.indexStart(id), in: folder) { key, _ in
            if !named.contains(key) { garbage.append(key) }
        }
        if known == nil || (owner != nil && known?.isOwner == false) {
            try CopyPlace(address: folder.name, id: id, isOwner: owner != nil).write(in: library.directory)
        }
        return State(id: id, manifest: manifest, blobs: blobs, garbage: garbage, isOwner: owner != nil)
    }

    /// Returns a Boolean value that indicates whether what is known of the copy still holds.
    private func isOwned(_ state: State) async throws -> Bool {
        // The library was taken over again, into this very folder.
        guard try CopyPlace.read(in: library.directory)?.id == state.id else { return false }
        guard let owner = try await CopyOwner.current(in: folder) else { return !state.isOwner }
        try requireOwnership(state.id, owner, wasOwner: state.isOwner)
        return true
    }

    /// Checks that no other machine copies there. One that did it before is told that it was replaced.
    private func requireOwnership(_ id: String, _ owner: CopyOwner, wasOwner: Bool) throws {
        guard owner.id != id else { return }
        guard wasOwner else {
            throw LibraryError(
                .conflict,
                "\(folder.name) has the copy of a library that is kept by \(owner.description). Name another place, or take "
                    + "that library over.")
        }
        try PictureFile.write(
            Array("by \(owner.description) (\(folder.name))\n".utf8), to: library.index.replacementPath, replacing: true
        )
        try library.index.requireNotReplaced()
    }

}

extension CopyOwner {
    /// This machine, from now on.
    init(id: String, of library: Library) {
        self.init(id: id, host: Self.machineName, since: Timestamp.text(of: library.now) ?? "")
    }

    private static var machineName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "an unnamed machine" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The owner of the copy in a folder; `nil` when there is no copy.
    static func current(in folder: any ObjectPrefix) async throws -> CopyOwner? {
        guard let (json, place) = try await LibraryCopier.object(CopyFormat.ownerKey, in: folder, 64 << 10) else {
            return nil
        }
        return try CopyOwner(json, at: place)
    }
}

extension LibraryCopier {
    /// A small object and its address; `nil` when there is none.
    static func object(
        _ key: String, in folder: any ObjectPrefix, _ limit: Int
    ) async throws -> (bytes: [UInt8], place: String)? {
        let place = folder.name + key
        guard let (first, size) = try await folder.read(key, from: 0, count: min(limit, CopyManifest.segmentBytes))
        else {
            return nil
        }
        guard size <= limit else { throw CopyFormat.damaged(place, "it has \(size) bytes") }
        var bytes = first
        while bytes.count < size {
            guard let (more, _) = try await folder.read(key, from: bytes.count, count: size - bytes.count),
                !more.isEmpty
            else {
                throw CopyFormat.damaged(place, "it is shorter than it says")
            }
            bytes += more
        }
        return (bytes, place)
    }

    static func forEach(
        _ start: String, in folder: any ObjectPrefix, _ body: (_ key: String, _ size: Int) -> Void
    ) async throws {
        var token: String?
        repeat {
            try Task.checkCancellation()
            let (objects, next) = try await folder.list(start, after: token)
            for (key, size) in objects { body(key, size) }
            token = next
        } while token != nil
    }
}

extension Library {
    func makeCopyID() -> String {
        [surroundings.random(), surroundings.random()].map { bits in
            let digits = String(bits, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
