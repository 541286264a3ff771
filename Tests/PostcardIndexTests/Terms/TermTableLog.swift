import Foundation
import PostcardCore
import PostcardDisk
import PostcardTestSupport
import SystemPackage

@testable import PostcardIndex

/// A library with a log of many kinds of changes, and queries that are run with and without a table of positions.
struct TermTableLog {
    let folder: ScratchFolder
    private var random: SeededRandom
    private var count = 0

    /// The kinds in the log. Most records are stamps: so many that searching is faster than reading their list.
    static let kinds: [RecordKind] = [.stamp, .letter, "pin"]
    /// The minimum length of a log with a table, in bytes.
    static let minimum = 64 << 10

    init(seed: UInt64) throws {
        folder = try ScratchFolder(inMemory: true)
        random = SeededRandom(seed: seed)
    }

    var cache: FilePath { folder.path.appending("cache") }
    var tablePath: FilePath { cache.appending(TermTables.name) }

    /// Opens an index that uses tables, as a new process would.
    func opened() throws -> LibraryIndex { try LibraryIndex(directory: folder.path, minimumTableLog: Self.minimum) }

    /// Opens an index that uses no tables.
    func openedWithoutTable() throws -> LibraryIndex { try LibraryIndex(directory: folder.path, minimumTableLog: .max) }

    /// Makes a table of all lines.
    func makeTable() throws {
        let snapshot = try opened().snapshot()
        if let snapshot { snapshot.termTables.make(for: snapshot) }
    }

    /// Returns ids with equal prefixes, ids longer than a term, and ids shared by several kinds.
    private mutating func anyID(_ kind: RecordKind) -> String {
        let number = Int.random(in: 0..<(kind == .stamp ? 200 : 12), using: &random)
        switch number % 4 {
        case 0: return "\(number)"
        case 1: return "a-long-beginning-that-all-share-\(number)"
        case 2: return "0123456789abcde\(number)"
        default: return "pin-\(number)"
        }
    }

    /// Appends all kinds of changes: records, deletions, lines with many changes, and lines edited by a person.
    mutating func append(lines: Int) throws {
        let index = try openedWithoutTable()
        for _ in 0..<lines {
            let steps = (0...(Int.random(in: 0..<8, using: &random) == 0 ? 5 : 0)).map { _ in step() }
            try index.update(at: noon) { transaction in
                for (key, json) in steps {
                    if let json {
                        try transaction.put(json: json, for: key)
                    } else {
                        try transaction.delete(key)
                    }
                }
            }
            if Int.random(in: 0..<40, using: &random) == 0 { try editLastLine() }
        }
    }

    private mutating func step() -> (RecordKey, [UInt8]?) {
        count += 1
        let kind: RecordKind =
            [.letter, "pin"].randomElement(using: &random).flatMap {
                Int.random(in: 0..<20, using: &random) == 0 ? $0 : nil
            } ?? .stamp
        let key = RecordKey(kind, anyID(kind))
        if Int.random(in: 0..<6, using: &random) == 0 { return (key, nil) }
        let owner = Int.random(in: 0..<30, using: &random)
        let member =
            switch count % 5 {
            case 0: #""album":"a-\#(owner)","pin":"p/\#(owner)""#
            case 1: #""alb\u0075m":"a-\#(owner)""#
            case 2: #""album":"\u0061-\#(owner)","name":"line\nbreak""#
            case 3: #""inner":{"album":"a-\#(owner)"},"pin":"p\/\#(owner)""#
            default: #""text":"\"album\":\"a-\#(owner)\"","journal":"j\"\#(owner)""#
            }
        let degrees = Double(count % 40) * 9 - 180
        let coordinate = #""coordinate":{"latitude":\#(degrees / 2.5),"longitude":\#(degrees)}"#
        let filler = String(repeating: "x", count: kind == .stamp ? 1500 : 30)
        return (key, Array(#"{\#(member),\#(coordinate),"filler":"\#(filler)","number":\#(count)}"#.utf8))
    }

    /// Removes the checksum of the last line, and rewrites the line in another notation.
    private func editLastLine() throws {
        let bytes = try folder.index
        let start = bytes.dropLast().lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        var line = String(decoding: bytes[start...], as: UTF8.self)
        guard let seal = line.range(of: #","crc":""#, options: .backwards) else { return }
        line = line[..<seal.lowerBound] + " }\n"
        line = line.replacingOccurrences(of: #"{"v":1,"#, with: #"{  "v": 1, "#)
        try folder.setIndex(bytes[..<start] + Array(line.utf8))
    }

    /// Returns the results of many queries, each with its query.
    static func answers(of index: LibraryIndex) throws -> [String] {
        var answers: [String] = []
        for kind in kinds {
            answers.append(try list(index, kind))
            answers.append(try list(index, kind, order: .oldestFirst))
            for prefix in ["1", "a-long-beginning-that-all-share-5", "0123456789abcde1"] {
                answers.append(try list(index, kind, idPrefix: prefix))
            }
            for filter in filters { answers.append(try list(index, kind, filter: filter)) }
            for number in -1..<24 {
                for id in [
                    "\(number)", "a-long-beginning-that-all-share-\(number)", "0123456789abcde\(number)",
                    "pin-\(number)",
                ] {
                    answers.append(try version(index, RecordKey(kind, id)))
                }
            }
        }
        return answers
    }

    /// Returns the results of a few frequent queries.
    static func answersInBrief(of index: LibraryIndex) throws -> [String] {
        var answers: [String] = []
        for id in ["4", "pin-3", "a-long-beginning-that-all-share-5", "none"] {
            answers.append(try version(index, RecordKey("pin", id)))
            answers.append(try version(index, .stamp(id)))
        }
        answers.append(try list(index, "pin"))
        answers.append(try list(index, "pin", order: .oldestFirst))
        answers.append(try list(index, .stamp, filter: filters.first))
        return answers
    }

    private static let filters = {
        var filters = [
            RecordFilter("album", equals: "a-7"), RecordFilter("pin", equals: "p/7"),
            RecordFilter("journal", equals: "j\"9"),
        ]
        // Areas at the edge of the map, on both sides of the antimeridian, and combined with another reason to match.
        for longitude in [-180, 179.9] {
            let area = MapArea(latitude: longitude / 2.5, longitude: longitude, distance: 20_000)
            if let area { filters.append(RecordFilter(within: area)) }
        }
        return filters + [filters[0].or(filters[3])]
    }()

    private static func list(
        _ index: LibraryIndex, _ kind: RecordKind, idPrefix: String = "", order: RecordCursor.Order = .newestFirst,
        filter: RecordFilter? = nil
    ) throws -> String {
        var cursor = try index.records(of: kind, idPrefix: idPrefix, order: order, where: filter)
        var found = "\(kind) \(idPrefix) \(order):"
        while let record = try cursor.next() { found += " \(record.key.id) \(record.sequence)" }
        return found
    }

    private static func version(_ index: LibraryIndex, _ key: RecordKey) throws -> String {
        let version = try index.newestVersion(of: key)
        return "\(key): \(version?.sequence ?? 0) \(version?.record?.json.count ?? 0)"
    }
}
