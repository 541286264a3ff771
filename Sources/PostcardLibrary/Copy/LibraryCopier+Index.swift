internal import PlatformFoundation
internal import PostcardMemes
internal import PostcardSources
internal import SystemPackage

extension LibraryCopier {
    /// The segments of the copy that the index still begins with.
    ///
    /// - Throws: `LibraryError` with code `damaged` when the index is another one and not sound: it must not take the place of a good copy.
    func segments(of committed: LibraryIndex.Committed, _ state: State) throws(LibraryError) -> [CopyManifest.Segment] {
        let old = state.manifest
        if committed.identity == state.identity, committed.end >= old.length,
            try Self.mark(of: committed.file, end: old.length) == state.mark
        {
            return old.segments
        }
        var kept: [CopyManifest.Segment] = []
        var offset = 0
        for segment in old.segments {
            guard offset + segment.bytes <= committed.end,
                BlobHash(of: try committed.file.read(segment.bytes, at: offset)) == segment.sha256
            else { break }
            kept.append(segment)
            offset += segment.bytes
        }
        if kept.count < old.segments.count {
            let report = try library.index.check()
            guard report.isSound else {
                throw LibraryError(
                    .damaged,
                    "The index of \(library.directory) is damaged: \(report.findings.first { $0.problem.isDamage }?.message ?? "") "
                        + "Its copy in \(folder.name) stays as it was.")
            }
        }
        return kept
    }

    /// Writes the lines that the segments do not have yet. Small segments are merged as they come, so that there are few, and each byte is
    /// written a few times at most.
    func copyIndex(
        _ committed: LibraryIndex.Committed, _ manifest: inout CopyManifest, _ id: String, _ report: inout Report
    ) async throws {
        var start = manifest.length
        guard start < committed.end else { return }
        while let last = manifest.segments.last, last.bytes <= committed.end - start,
            last.bytes + committed.end - start <= CopyManifest.segmentBytes
        {
            start -= last.bytes
            manifest.segments.removeLast()
        }
        while start < committed.end {
            try Task.checkCancellation()
            let bytes = try committed.file.read(min(CopyManifest.segmentBytes, committed.end - start), at: start)
            guard !bytes.isEmpty else { throw LibraryError.changedWhileReading(committed.file.path) }
            let segment = CopyManifest.Segment(bytes: bytes.count, sha256: BlobHash(of: bytes))
            try await folder.write(bytes, to: CopyFormat.key(of: segment, id))
            manifest.segments.append(segment)
            start += bytes.count
            report.indexBytes += bytes.count
        }
    }

    /// Writes the files that a part of the index names, unless the store has them. Those of deleted records are among them, for these can
    /// be restored.
    func copyBlobs(
        of committed: LibraryIndex.Committed, from start: Int, _ state: inout State, _ report: inout Report
    ) async throws {
        // A hash may begin in what was copied before.
        var offset = max(0, start - BlobHash.length)
        var seen: Set<BlobHash> = []
        while offset < committed.end {
            let bytes = try committed.file.read(min(CopyManifest.segmentBytes, committed.end - offset), at: offset)
            guard !bytes.isEmpty else { throw LibraryError.changedWhileReading(committed.file.path) }
            let known = state.blobs
            let wanted = BlobHash.all(in: bytes).filter { !known.contains($0) && seen.insert($0).inserted }
            try await copyFiles(wanted, &state, &report)
            offset += offset + bytes.count < committed.end ? bytes.count - BlobHash.length : bytes.count
        }
    }

    /// The number of files that are written at the same time.
    private static let writers = 4
    /// The longest file that stores take in one request.
    static let maximumObjectBytes = 5 << 30

    /// The outcome of writing a file.
    private enum Outcome {
        case written(Int)
        /// It is not on this disk: it is only in the store, or is no file at all.
        case missing
        case leftOut(String)
    }

    private func copyFiles(_ hashes: [BlobHash], _ state: inout State, _ report: inout Report) async throws {
        let (blobs, folder) = (library.blobs, folder)
        try await withThrowingTaskGroup(of: (BlobHash, Outcome).self) { group in
            var waiting = hashes.makeIterator()
            var underWay = 0
            while true {
                while underWay < Self.writers, let hash = waiting.next() {
                    underWay += 1
                    group.addTask { (hash, try await Self.write(hash, of: blobs, to: folder)) }
                }
                guard underWay > 0, let (hash, outcome) = try await group.next() else { break }
                underWay -= 1
                switch outcome {
                case .written(let bytes):
                    state.blobs.insert(hash)
                    report.files += 1
                    report.fileBytes += bytes
                case .missing: break
                case .leftOut(let problem): report.problems.append(problem)
                }
            }
        }
    }

    private static func write(
        _ hash: BlobHash, of blobs: BlobStore, to folder: any ObjectPrefix
    ) async throws -> Outcome {
        let path = blobs.path(of: hash)
        guard let file = try OpenFile(path, .reading, unless: .noSuchFileOrDirectory) else { return .missing }
        let size = try file.status().size
        guard size <= maximumObjectBytes else {
            return .leftOut(
                "\(path) has \(size) bytes; stores take \(maximumObjectBytes) in a request. It is not in the copy.")
        }
        let key = CopyFormat.key(of: hash)
        let damaged = Outcome.leftOut(
            "\(path) is not what its name says, and not in the copy. Mend it with: postcard library repair")
        guard size > CopyManifest.segmentBytes else {
            let bytes = try file.read(size, at: 0)
            guard BlobHash(of: bytes) == hash else { return damaged }
            try await folder.write(bytes, to: key)
            return .written(size)
        }
        guard try blobs.currentHash(of: hash) == hash else { return damaged }
        let content = ObjectContent(size: size, sha256: "\(hash)") { offset in
            try file.read(BlobWriter.pieceSize, at: offset)
        }
        try await folder.write(content, to: key)
        return .written(size)
    }
}

extension LibraryCopier {
    /// The files of all templates of the library.
    private func templateFiles() throws(LibraryError) -> [(path: String, file: FilePath)] {
        guard let directory = library.templates.directory else { return [] }
        var files: [(String, FilePath)] = []
        for name in try FileSystem.names(in: directory).sorted() where Template.isName(name) {
            let folder = directory.appending(name)
            guard try FileSystem.status(of: folder)?.kind == .directory else { continue }
            for file in try FileSystem.names(in: folder).sorted() where CopyManifest.isFileName(file) {
                files.append(("templates/\(name)/\(file)", folder.appending(file)))
            }
        }
        return files
    }

    /// What tells whether templates were changed.
    func templateStamps() -> [String] {
        ((try? templateFiles()) ?? []).compactMap { path, file in
            (try? FileSystem.status(of: file)).flatMap { $0 }.map { "\(path) \($0.identity) \($0.size) \($0.modified)" }
        }
    }

    /// Writes the files of templates as those of records, and returns which they are.
    func copyTemplates(_ state: inout State, _ report: inout Report) async throws -> [CopyManifest.File] {
        var files: [CopyManifest.File] = []
        for (path, file) in try templateFiles() {
            // Removed or replaced meanwhile: the next run will see.
            guard let open = try OpenFile(file, .reading, unless: .noSuchFileOrDirectory) else { continue }
            let size = try open.status().size
            guard size <= CopyManifest.maximumSegmentBytes else {
                report.problems.append("\(file) has \(size) bytes; a template may have less. It is not in the copy.")
                continue
            }
            let bytes = try open.read(size, at: 0)
            let hash = BlobHash(of: bytes)
            if !state.blobs.contains(hash) {
                try await folder.write(bytes, to: CopyFormat.key(of: hash))
                state.blobs.insert(hash)
                report.files += 1
                report.fileBytes += bytes.count
            }
            files.append(CopyManifest.File(path: path, bytes: bytes.count, sha256: hash))
        }
        return files
    }
}
