import PlatformFoundation
import PostcardCore
public import SystemPackage

extension Library {
    /// Reads what `export` wrote. Records and templates that are here already under the same id or name stay as they are, so
    /// that it can be done again after an interruption. Files that are missing here are put back.
    ///
    /// Nothing in the export is trusted: a record that is none of its kind is left out and reported.
    ///
    /// - Parameter folder: a folder with `library.json`.
    /// - Returns: the numbers of what was added and kept, and what was left out.
    /// - Throws: `LibraryError`: `notFound`, `damaged` when it is no such document or a file is not what its name says,
    ///   `newerFormat`.
    public func importLibrary(from folder: FilePath) throws(LibraryError) -> ExchangeReport {
        // This is a way to get a library back whose index is lost.
        try requireChangeable()
        try index.begin(at: now, blobs)
        let document = try ExportDocument(folder.appending("library.json"))
        var run = ImportRun(into: self, from: BlobStore(directory: folder))
        let elements = try document.elements()
        for place in elements.earlier { try run.remember(document.change(at: place)) }
        for place in elements.records { try run.take(document.change(at: place)) }
        try run.takeDeleted()
        (run.report.templates, run.report.problems) = try TemplateStore(directory: folder.appending("templates"))
            .copyStored(to: templates, replacing: false, problems: run.report.problems)
        return run.report
    }
}

/// The JSON document of an export.
struct ExportDocument {
    private let path: FilePath
    private let bytes: [UInt8]

    /// A million records take about one gigabyte.
    private static let maximumBytes = 8 << 30

    init(_ path: FilePath) throws(LibraryError) {
        self.path = path
        bytes = try PictureFile.read(path, maximumBytes: Self.maximumBytes)
    }

    /// Positions of the elements in the document.
    struct Elements {
        var records: [Range<Int>] = []
        /// Earlier changes and deletions, in the order in which they were made.
        var earlier: [Range<Int>] = []
    }

    /// A record, or an earlier change of one.
    struct Element {
        let change: Change
        /// The time of the change; `nil` if the document does not state it.
        let date: Date?
    }

    /// Checks that this is such a document.
    ///
    /// - Throws: `LibraryError` with code `damaged` or `newerFormat`.
    func requireFormat() throws(LibraryError) { _ = try elements() }

    /// Finds the elements.
    func elements() throws(LibraryError) -> Elements {
        var header: [String: JSONValue] = [:]
        var elements = Elements()
        try read { bytes throws(JSONSyntaxError) in
            var scanner = JSONScanner(bytes)
            scanner.skipWhitespace()
            guard scanner.next == UInt8(ascii: "{") else {
                throw JSONSyntaxError(position: 0, reason: "expected \"{\"")
            }
            try scanner.readObject(depth: 0) { scanner, name throws(JSONSyntaxError) in
                let name = String(decoding: bytes[name].dropFirst().dropLast(), as: UTF8.self)
                scanner.skipWhitespace()
                let start = scanner.position
                if name == "records" || name == "earlier", scanner.next == UInt8(ascii: "[") {
                    var places: [Range<Int>] = []
                    try scanner.readArray(depth: 1) { scanner throws(JSONSyntaxError) in
                        let start = scanner.position
                        try scanner.skipValue(depth: 2)
                        places.append(start..<scanner.position)
                    }
                    if name == "records" { elements.records = places } else { elements.earlier = places }
                } else {
                    try scanner.skipValue(depth: 1)
                    header[name] = try JSONValue(parsing: bytes.slice(start..<scanner.position))
                }
            }
            try scanner.finish()
        }
        guard header["format"]?.string == "postcard-library" else {
            throw LibraryError(.damaged, "\(path) is no export of a Postcard library.")
        }
        guard let version = header["version"]?.integer, version <= 1 else {
            throw LibraryError(.newerFormat, "\(path) was written by a newer Postcard. Update Postcard to read it.")
        }
        return elements
    }

    /// Reads an element. Its record is a JSON object; what is in it is not looked at.
    func change(at place: Range<Int>) throws(LibraryError) -> Element {
        var value: JSONValue?
        try read { bytes throws(JSONSyntaxError) in value = try JSONValue(parsing: bytes.slice(place)) }
        let record = value?["record"]
        guard let kind = value?["kind"]?.string, let id = value?["id"]?.string,
            record.map({ $0.members != nil }) ?? (value?["at"] != nil)
        else {
            throw LibraryError(.damaged, "The record at byte \(place.lowerBound) of \(path) lacks kind, id or record.")
        }
        guard Library.exportedKinds.contains(RecordKind(rawValue: kind)) else {
            throw LibraryError(
                .newerFormat,
                "\(path) has \(kind) records, which this version of Postcard does not know. Update Postcard.")
        }
        let json = record.map { record in
            var json: [UInt8] = []
            record.append(to: &json)
            return json
        }
        return Element(
            change: Change(key: RecordKey(RecordKind(rawValue: kind), id), json: json),
            date: (value?["at"]?.string).flatMap { Timestamp.date(of: $0.utf8) })
    }

    private func read(_ body: (UnsafeRawBufferPointer) throws(JSONSyntaxError) -> Void) throws(LibraryError) {
        do throws(JSONSyntaxError) {
            try bytes.withBytes { bytes throws(JSONSyntaxError) in try body(bytes) }
        } catch {
            throw LibraryError(.damaged, "\(path) is not JSON: \(error.reason) at byte \(error.position).")
        }
    }
}
