import PostcardCore
package import PostcardDisk

extension LibraryIndex {
    /// Checks every line of the index, and the blobs that its records refer to. Nothing is changed, and no lock is taken.
    ///
    /// - Parameters:
    ///   - blobs: the blobs of the same library.
    ///   - readsBlobs: true to compare the bytes of every blob with its name; otherwise only lengths are checked.
    ///   - references: returns the blobs that a record refers to. An error is reported as a finding.
    /// - Throws: `FileError` if the index or the folder of blobs cannot be read.
    package func check(
        _ blobs: BlobStore, readsBlobs: Bool, references: (Record) throws(FileError) -> [BlobReference]
    ) throws(FileError) -> CheckReport {
        var report = CheckReport()
        var hashes: Set<UInt64> = []
        if let (snapshot, table) = try checkLines(&report) {
            try snapshot.forEachLine { line, decoder throws(FileError) in
                guard line.outcome == .sealed || line.outcome == .edited else { return }
                for record in try snapshot.newestRecords(of: line, decoder, by: table) {
                    do throws(FileError) {
                        for reference in try references(record) {
                            hashes.insert(reference.hash.prefix)
                            try check(reference, of: record, at: line, in: blobs, &report)
                        }
                    } catch {
                        report.add(CheckFinding(.unreadableRecord, error.message, line: line, key: record.key))
                    }
                }
            }
        }
        if try isLost(blobs) {
            report.add(
                CheckFinding(
                    .missingIndex,
                    "There are pictures, but \(path) has no records of them. If you have a copy of that file, or an "
                        + "export of the library, use it. Otherwise, repair makes a journal from the pictures."))
        }
        try blobs.forEachEntry { entry throws(FileError) in
            try check(entry, of: blobs, readsBlobs: readsBlobs, referred: hashes, &report)
        }
        return report
    }

    /// Checks every line. Returns a snapshot of the index and a table of the newest changes; `nil` if the index is missing.
    func checkLines(_ report: inout CheckReport) throws(FileError) -> (IndexSnapshot, KeyTable)? {
        guard let snapshot = try snapshot() else { return nil }
        var table = KeyTable()
        var lastSequence = -1
        var counter = SequenceCounter()
        var gaps: [CheckFinding] = []
        report.bytes = snapshot.size
        try snapshot.forEachLine { line, decoder throws(FileError) in
            report.lines += 1
            if let finding = finding(at: line, decoder, after: lastSequence) { report.add(finding) }
            guard try snapshot.isValid(line.outcome) else { return counter.skip() }
            let missing = counter.advance(to: decoder.sequence, hasChanges: !decoder.changes.isEmpty)
            if let missing, gaps.count < CheckReport.maximumFindings {
                let numbers =
                    missing.count == 1 ? "\(missing.lowerBound)" : "\(missing.lowerBound) to \(missing.upperBound)"
                gaps.append(
                    CheckFinding(
                        .sequenceGap,
                        "lines before it are missing: numbers \(numbers). Their changes are lost unless "
                            + "you have a copy of the index. Repair continues without them.", line: line))
            }
            if !counter.hasGap { gaps.removeAll() }
            lastSequence = max(lastSequence, decoder.sequence)
            report.obsoleteChanges += try snapshot.enter(decoder, of: line, in: &table)
        }
        for gap in gaps { report.add(gap) }
        if snapshot.size > snapshot.end || !snapshot.isTerminated {
            report.add(
                CheckFinding(
                    .unfinishedLine,
                    "The last line of the index is incomplete. The next change to the library fixes this."))
        }
        let deleted = table.deletionCount
        report.records = table.count - deleted
        report.obsoleteChanges += deleted
        return (snapshot, table)
    }

    private func finding(at line: ScannedLine, _ decoder: LineDecoder, after lastSequence: Int) -> CheckFinding? {
        switch line.outcome {
        case .damaged(let reason):
            return CheckFinding(.damagedLine, "\(reason). Repair the library.", line: line)
        case .blank: return CheckFinding(.blankLine, "it is empty, which is harmless.", line: line)
        case .newer: return nil
        case .sealed, .edited: break
        }
        if let reason = decoder.syntaxError(in: line.bytes) {
            return CheckFinding(.damagedLine, "a record in it is not valid JSON: \(reason).", line: line)
        }
        if decoder.sequence <= lastSequence {
            return CheckFinding(
                .sequenceOrder,
                "its number \(decoder.sequence) must be greater than \(lastSequence). Repair the library.",
                line: line)
        }
        if line.outcome == .edited {
            return CheckFinding(
                .editedLine, "it has no checksum, probably because it was edited. It is valid. Repair adds a checksum.",
                line: line)
        }
        return nil
    }

    private func check(
        _ reference: BlobReference, of record: Record, at line: ScannedLine, in blobs: BlobStore,
        _ report: inout CheckReport
    ) throws(FileError) {
        guard let size = try blobs.size(of: reference.hash) else {
            let message =
                "the \(record.key) needs the file \(blobs.path(of: reference.hash)), which is missing. \(Self.advice)"
            return report.add(CheckFinding(.missingBlob, message, line: line, key: record.key))
        }
        if size != reference.size {
            let file = "the file \(blobs.path(of: reference.hash))"
            let message =
                "the \(record.key) needs \(file) with \(reference.size) bytes; the actual size is \(size). "
                + "Repair moves the file to blobs/damaged. \(Self.advice)"
            report.add(CheckFinding(.wrongBlobSize, message, line: line, key: record.key))
        }
    }

    private static let advice = "To get the file back, import an export of the library. Otherwise delete the record."

    private func check(
        _ entry: BlobStore.Entry, of blobs: BlobStore, readsBlobs: Bool, referred hashes: Set<UInt64>,
        _ report: inout CheckReport
    ) throws(FileError) {
        switch entry {
        case .blob(let hash, let status):
            report.blobs += 1
            report.blobBytes += status.size
            if !hashes.contains(hash.prefix) {
                report.unreferencedBlobs += 1
                report.unreferencedBlobBytes += status.size
            }
            if readsBlobs, let found = try BlobStore.hash(ofFile: blobs.path(of: hash)), found != hash {
                report.add(
                    CheckFinding(
                        .wrongBlobContent,
                        "\(blobs.path(of: hash)) was changed after it was stored. Repair moves the file to blobs/damaged. "
                            + Self.advice))
            }
        case .leftover(let path, let status, let isResumable):
            let use = isResumable ? "A resumed download continues from it" : "It is not needed"
            report.add(
                CheckFinding(.leftover, "\(path) is unfinished (\(status.size) bytes). \(use). Compact removes it."))
        case .stray(let path):
            report.add(CheckFinding(.strayFile, "\(path) is not part of the library. Postcard ignores it."))
        }
    }
}

extension IndexSnapshot {
    /// Returns a line's records that no later change has replaced.
    func newestRecords(
        of line: ScannedLine, _ decoder: LineDecoder, by table: KeyTable
    ) throws(FileError) -> [Record] {
        try decoder.withBytes(of: line.bytes) { bytes throws(FileError) in
            var records: [Record] = []
            for change in decoder.changes {
                if let json = change.record, try isNewest(change, in: bytes, of: line, by: table) {
                    records.append(decoder.record(of: change, json: json, in: bytes))
                }
            }
            return records
        }
    }
}

extension LineDecoder {
    /// Returns the first syntax error in the records of the last decoded line; `nil` if there is none.
    func syntaxError(in line: UnsafeRawBufferPointer) -> String? {
        withBytes(of: line) { bytes in
            guard String(validating: bytes, as: UTF8.self) != nil else { return "it is not UTF-8" }
            for case let record? in changes.map(\.record) {
                var scanner = JSONScanner(bytes.slice(record))
                do throws(JSONSyntaxError) {
                    try scanner.skipValue()
                    try scanner.finish()
                } catch {
                    return "\(error.reason) at byte \(record.lowerBound + error.position + 1) of the line"
                }
            }
            return nil
        }
    }

    /// Returns the changes of the last decoded line.
    func changes(in line: UnsafeRawBufferPointer) -> [Change] {
        withBytes(of: line) { bytes in
            changes.map { change in Change(key: change.key(in: bytes), json: change.record.map { Array(bytes[$0]) }) }
        }
    }

    /// Returns the text of the date of the last decoded line.
    func dateText(in line: UnsafeRawBufferPointer) -> String {
        withBytes(of: line) { bytes in String(decoding: bytes[date], as: UTF8.self) }
    }
}
