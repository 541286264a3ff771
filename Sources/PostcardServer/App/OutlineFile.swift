import PostcardCore
import PostcardLibrary
import PostcardPhotos

/// A file with a part of the world's outline. `Scripts/world` describes the format.
struct OutlineFile {
    /// The names and coordinates of places.
    let places: [(name: String, coordinate: Coordinate)]
    private let units: Double
    /// The vertices of each arc.
    private let arcs: [Range<Int>]
    /// The vertices in units.
    private let longitudes: [Int]
    private let latitudes: [Int]
    /// The arcs of each ring: twice the index of the arc, plus 1 if the arc is reversed.
    private let references: [ArraySlice<Int>]
    /// The numbers of lakes and of islands in lakes. The last rings are the lakes, then the islands.
    private let lakeCount: Int
    private let islandCount: Int

    /// Reads a file; `nil` if the file is damaged.
    init?(_ bytes: [UInt8]) {
        guard bytes.count > 20, bytes.starts(with: "PCW1".utf8) else { return nil }
        func header(_ offset: Int) -> Int { Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 }
        var numbers = Numbers(bytes: bytes, at: 20)
        units = Double(header(4))
        guard let counts = numbers.list(header(6) + header(8) + header(10)),
            let longitudes = numbers.running(header(16) | header(18) << 16),
            let latitudes = numbers.running(longitudes.count),
            let ringCounts = numbers.list(header(12)), let references = numbers.running(header(14)),
            counts.reduce(0, +) == longitudes.count, ringCounts.reduce(0, +) == references.count,
            references.allSatisfy({ counts.indices.contains($0 / 2) && $0 >= 0 })
        else { return nil }
        (self.longitudes, self.latitudes) = (longitudes, latitudes)
        var start = 0
        arcs = counts.map { count in
            defer { start += count }
            return start..<start + count
        }
        var first = 0
        self.references = ringCounts.map { count in
            defer { first += count }
            return references[first..<first + count]
        }
        // Only map pieces contain more.
        guard let lakes = numbers.next() else {
            (lakeCount, islandCount, places) = (0, 0, [])
            return
        }
        guard let islands = numbers.next(), lakes + islands <= ringCounts.count, let count = numbers.next(),
            let eastings = numbers.running(count), let northings = numbers.running(count)
        else { return nil }
        (lakeCount, islandCount) = (lakes, islands)
        // The coordinates of names have four times the precision of the outline's coordinates.
        let unit = 4 * units
        let names = numbers.rest.split(separator: "\n" as Character, omittingEmptySubsequences: false)
        places = zip(names, zip(northings, eastings)).compactMap { name, place in
            (try? Coordinate(latitude: Double(place.0) / unit, longitude: Double(place.1) / unit))
                .map { (String(name), $0) }
        }
    }

    /// The rings in the order in which they are drawn: land, lakes, islands.
    var rings: [MapOutline.Ring] {
        let lakes = references.count - lakeCount - islandCount..<references.count - islandCount
        return references.enumerated().map { index, arcs in
            MapOutline.Ring(isWater: lakes.contains(index), points: points(of: arcs))
        }
    }

    /// Joins arcs. Each arc starts where the previous arc ends.
    private func points(of references: ArraySlice<Int>) -> [(longitude: Double, latitude: Double)] {
        var points: [(longitude: Double, latitude: Double)] = []
        for reference in references {
            let arc = arcs[reference / 2]
            let vertices = reference % 2 == 1 ? Array(arc.reversed()) : Array(arc)
            for vertex in vertices.dropFirst(points.isEmpty ? 0 : 1) {
                points.append((Double(longitudes[vertex]) / units, Double(latitudes[vertex]) / units))
            }
        }
        return points
    }

    /// The variable-length integers of a file, with seven bits per byte.
    private struct Numbers {
        let bytes: [UInt8]
        var at: Int

        /// The bytes after the last number, as text.
        var rest: String { String(decoding: bytes[at...], as: UTF8.self) }

        /// Reads a number; `nil` at the end of the file.
        mutating func next() -> Int? {
            var (value, shift) = (0, 0)
            while at < bytes.count, shift < 56 {
                let byte = bytes[at]
                at += 1
                value |= Int(byte & 127) << shift
                if byte < 128 { return value }
                shift += 7
            }
            return nil
        }

        mutating func list(_ count: Int) -> [Int]? {
            // A number has at least one byte.
            guard count <= bytes.count - at else { return nil }
            var values: [Int] = []
            for _ in 0..<count {
                guard let value = next() else { return nil }
                values.append(value)
            }
            return values
        }

        /// Reads zigzag-encoded differences, and returns their running sums.
        mutating func running(_ count: Int) -> [Int]? {
            var value = 0
            return list(count)?.map { difference in
                value += difference & 1 == 1 ? -(difference + 1) / 2 : difference / 2
                return value
            }
        }
    }
}
