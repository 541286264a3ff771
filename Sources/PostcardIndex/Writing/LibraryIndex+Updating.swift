import Dispatch
package import PlatformFoundation
package import PostcardDisk
import Synchronization
import SystemPackage

extension LibraryIndex {
    /// Changes records, either all of them or none. Changes larger than 8 MiB are split into several lines. After a crash, only the first
    /// of these lines may remain.
    ///
    /// `body` runs while no other process or thread can write, and sees all committed changes. `body` should be short, must not wait for
    /// anything, and must not call `update` or `compact` on the same library. The changes are durable on return.
    ///
    /// - Parameters:
    ///   - date: the current time, which is recorded with the changes. The time may be earlier than the dates of existing changes, because
    ///     their order does not depend on dates.
    ///   - body: reads records and makes changes. If `body` throws or makes no changes, nothing is written.
    /// - Returns: the result of `body`.
    /// - Throws: any error that `body` throws, or `FileError` for a write error; in both cases, the index is unchanged.
    package func update<Value: Sendable>(
        at date: Date, _ body: (inout IndexTransaction) throws -> Value
    ) throws -> Value {
        let dateText = try text(of: date)
        return try withLock { () throws(FileError) in
            var transaction = IndexTransaction(self, date: date)
            let result = Result { try body(&transaction) }
            guard case .success = result else { return result }
            let lines = transaction.lines.filter { !$0.changes.isEmpty }
            if !lines.isEmpty { try append(lines, date: dateText) }
            return result
        }
        .get()
    }

    /// Writes a line without changes if the library has neither lines nor blobs. Without this line, a process that dies between its first
    /// blob and its first record would leave a library that seems to have lost its index.
    package func begin(at date: Date, _ blobs: BlobStore) throws(FileError) {
        guard try snapshot()?.isEmpty() ?? true, try blobs.isEmpty() else { return }
        let date = try text(of: date)
        try withLock { () throws(FileError) in
            if try snapshot()?.isEmpty() ?? true { try append([IndexTransaction.Line()], date: date) }
        }
    }

    /// Runs `body` while no other thread or process can write.
    func withLock<Result: Sendable>(_ body: () throws(FileError) -> Result) throws(FileError) -> Result {
        // A change must be based on the newest line.
        guard !isSnapshot else { throw FileError(.readOnlyFileSystem, "A snapshot of the index is read-only.") }
        try requireLocalDisk()
        let deadline = lockTimeout.map { ContinuousClock.now + $0 }
        let limit = lockTimeout.map { DispatchTime.now() + .milliseconds(Int($0 / .milliseconds(1))) }
        guard writing.wait(timeout: limit ?? .distantFuture) == .success else { throw .busy }
        defer { writing.signal() }
        let lock = try FileLock(lockPath, until: deadline)
        defer { withExtendedLifetime(lock) {} }
        return try body()
    }

    /// Returns a date as text for the index.
    func text(of date: Date) throws(FileError) -> String {
        guard let text = Timestamp.text(of: date) else {
            throw FileError(.invalidRecord, "The year of a change must have four digits.")
        }
        return text
    }

    /// Appends lines. The caller holds the writer lock.
    private func append(_ lines: [IndexTransaction.Line], date: String) throws(FileError) {
        let file = try OpenFile(path, .writingOrCreating)
        try file.shareWithGroup()
        guard let snapshot = try snapshot() else { throw FileError.changedWhileReading(path) }
        var sequence = try snapshot.lastSequence()
        var bytes: [UInt8] = []
        for line in lines {
            let lineDate = try line.date.map { date throws(FileError) in try text(of: date) } ?? date
            for changes in Self.parts(of: line.changes) {
                sequence += 1
                guard sequence <= LineFormat.maximumSequence else {
                    throw FileError(
                        .damaged, "The last line of \(path) has the number \(sequence - 1). Give it a lower number.")
                }
                let line = LineEncoder.line(sequence: sequence, date: lineDate, changes: changes)
                guard line.count - 1 <= LineFormat.maximumLength else {
                    throw FileError(
                        .tooLarge,
                        "The \(changes[changes.startIndex].key) takes \(line.count) bytes; the limit for a line in the index is "
                            + "\(LineFormat.maximumLength). Make it smaller.")
                }
                bytes += line
            }
        }
        let end = try finishTail(of: snapshot, in: file)
        do throws(FileError) {
            try file.write(bytes, at: end)
            try file.synchronizeData()
            // The process that created the file may have died before its name was durable.
            if end == 0 { try FileSystem.synchronizeDirectory(directory) }
        } catch {
            throw undo(error, in: file, end: end)
        }
    }

    /// Splits changes into parts that each fit in one line.
    private static func parts(of changes: [Change]) -> [ArraySlice<Change>] {
        var parts: [ArraySlice<Change>] = []
        var start = 0
        var size = 0
        for (index, change) in changes.enumerated() {
            let length = (change.json?.count ?? 0) + change.key.id.utf8.count + 64
            if size + length > LineFormat.preferredLength, index > start {
                parts.append(changes[start..<index])
                (start, size) = (index, 0)
            }
            size += length
        }
        return parts + [changes[start...]]
    }

    /// Completes or removes an unfinished last line, and returns the position of the next line.
    private func finishTail(of snapshot: IndexSnapshot, in file: OpenFile) throws(FileError) -> Int {
        let end = snapshot.end
        let size = try file.status().size
        if snapshot.isTerminated {
            if size > end {
                try quarantineEditedTail(of: snapshot)
                try file.truncate(to: end)
            }
            return end
        }
        do throws(FileError) {
            try file.write([UInt8(ascii: "\n")], at: end)
        } catch {
            throw undo(error, in: file, end: end)
        }
        return end + 1
    }

    /// Quarantines an incomplete last line that a person may have edited by mistake.
    func quarantineEditedTail(of snapshot: IndexSnapshot) throws(FileError) {
        guard let tail = try snapshot.editedTail() else { return }
        var kept = DamagedLinesFile(in: directory, number: try snapshot.lastSequence() + 1)
        try tail.withBytes { tail throws(FileError) in try kept.append(tail) }
        _ = try kept.finish()
    }

    /// Removes the bytes written before `error`. Returns `error`, or an error that also reports the failed removal.
    private func undo(_ error: FileError, in file: OpenFile, end: Int) -> FileError {
        do throws(FileError) {
            try file.truncate(to: end)
            try file.synchronizeData()
            return error
        } catch let second {
            return FileError(
                error.code, "\(error.message) The bytes already written could not be removed: \(second.message)")
        }
    }
}
