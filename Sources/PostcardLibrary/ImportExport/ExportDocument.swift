import PlatformFoundation
import PostcardCore
import SystemPackage

/// The JSON document of an export.
struct ExportDocument {
    private let path: FilePath
    private let bytes: [UInt8]

    /// The maximum length in bytes. A million records take about one gigabyte.
    private static let maximumBytes = 8 << 30

    init(_ path: FilePath) throws(FileError) {
        self.path = path
        bytes = try PictureFile.read(path, maximumBytes: Self.maximumBytes)
    }

    /// The positions of the elements in the document.
    struct Elements {
        var records: [Range<Int>] = []
        /// The earlier changes and deletions, in order.
        var earlier: [Range<Int>] = []
    }

    /// A record, or an earlier change to a record.
    struct Element {
        let change: Change
        /// The time of an earlier change; `nil` for a record.
        let date: Date?
    }

    /// Finds the elements.
    ///
    /// - Throws: `FileError` with code `damaged` if the document is not an export, or `newerFormat`.
    func elements() throws(FileError) -> Elements {
        var header: [NameKey: JSONValue] = [:]
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
            throw FileError(.damaged, "\(path) is not an export of a Postcard library.")
        }
        guard let version = header["version"]?.integer, version <= 1 else {
            throw FileError(
                .newerFormat, "\(path) was written by a newer version of Postcard. Update Postcard to read it.")
        }
        return elements
    }

    /// Reads an element. The record of the element is a JSON object whose members are not checked.
    ///
    /// - Throws: `FileError` with code `damaged`, or `newerFormat` for an unknown kind of record.
    func change(at place: Range<Int>) throws(FileError) -> Element {
        var value: JSONValue?
        try read { bytes throws(JSONSyntaxError) in value = try JSONValue(parsing: bytes.slice(place)) }
        let record = value?["record"]
        guard let kind = value?["kind"]?.string, let id = value?["id"]?.string,
            record.map({ $0.members != nil }) ?? (value?["at"] != nil)
        else {
            throw FileError(.damaged, "The record at byte \(place.lowerBound) of \(path) lacks a kind, id or record.")
        }
        guard Library.exportedKinds.contains(RecordKind(rawValue: kind)) else {
            throw FileError(
                .newerFormat,
                "\(path) contains \(kind) records, which this version of Postcard does not support. Update Postcard.")
        }
        return Element(
            change: Change(key: RecordKey(RecordKind(rawValue: kind), id), json: record?.bytes),
            date: (value?["at"]?.string).flatMap { Timestamp.date(of: $0.utf8) })
    }

    private func read(_ body: (UnsafeRawBufferPointer) throws(JSONSyntaxError) -> Void) throws(FileError) {
        do throws(JSONSyntaxError) {
            try bytes.withBytes { bytes throws(JSONSyntaxError) in try body(bytes) }
        } catch {
            throw FileError(.damaged, "\(path) is not valid JSON: \(error.reason) at byte \(error.position).")
        }
    }
}
