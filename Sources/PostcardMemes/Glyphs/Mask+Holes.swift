import PostcardImaging

extension Mask {
    /// Fills narrow holes, which would look like slits and specks of the picture between the outlines of letters: those in which no square
    /// with sides longer than `side` pixels fits.
    mutating func fillHoles(upTo side: Int) {
        guard side > 0, width > 2, height > 2 else { return }
        fillHoles(upTo: side, below: 128)
        // Where outlines touch, their soft edges together are not opaque.
        fillHoles(upTo: min(side, 2), below: .max)
    }

    private mutating func fillHoles(upTo side: Int, below limit: UInt8) {
        var regions = EmptyRegions(below: limit)
        coverage.withUnsafeBufferPointer { coverage in
            for y in 0..<height {
                let row = UnsafeBufferPointer(rebasing: coverage[y * width..<(y + 1) * width])
                var x = 0
                while true {
                    let start = regions.next(isEmpty: true, in: row, from: x)
                    guard start < width else { break }
                    x = regions.next(isEmpty: false, in: row, from: start)
                    regions.add(start..<x, y)
                }
            }
        }
        for hole in regions.holes(width: width, height: height) where !hole.hasSquare(side + 1) {
            // Fill the soft edge of the hole too.
            for run in hole.runs {
                for y in run.row - 1...run.row + 1 {
                    for x in run.columns.lowerBound - 1...run.columns.upperBound { coverage[y * width + x] = 255 }
                }
            }
        }
    }
}

/// A mask's uncovered regions, found row by row.
private struct EmptyRegions {
    /// The coverage below which a pixel is empty: half, or full.
    private let limit: UInt8

    /// - Parameter limit: 128 or 255.
    init(below limit: UInt8) { self.limit = limit }

    /// The first pixel of a row from `start` that is empty, or the first that is not; the end of the row if there is none.
    func next(isEmpty: Bool, in row: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let (highBits, lowBits): (UInt64, UInt64) = (0x8080_8080_8080_8080, 0x7F7F_7F7F_7F7F_7F7F)
        var x = start
        // Compares eight pixels at a time. The highest bit of each empty one is set.
        while x + 8 <= row.count {
            let bytes = UnsafeRawBufferPointer(row).loadUnaligned(fromByteOffset: x, as: UInt64.self)
            let missing = ~UInt64(littleEndian: bytes)
            let empty = (limit == .max ? missing | ((missing & lowBits) + lowBits) : missing) & highBits
            let found = isEmpty ? empty : empty ^ highBits
            guard found == 0 else { return x + found.trailingZeroBitCount / 8 }
            x += 8
        }
        while x < row.count, (row[x] < limit) != isEmpty { x += 1 }
        return x
    }

    /// Adjacent empty pixels of a row, and the number of their region.
    struct Run {
        // Small, because noise has many runs.
        private let numbers: (row: Int32, start: Int32, end: Int32, region: Int32)

        var row: Int { Int(numbers.row) }
        var columns: Range<Int> { Int(numbers.start)..<Int(numbers.end) }
        var region: Int { Int(numbers.region) }

        init(row: Int, columns: Range<Int>, region: Int) {
            numbers = (Int32(row), Int32(columns.lowerBound), Int32(columns.upperBound), Int32(region))
        }
    }

    /// Bounds, and the number of the region that this one was merged into, or its own.
    private struct Region {
        var columns: ClosedRange<Int>
        var rows: ClosedRange<Int>
        var parent: Int
    }

    /// An empty region: its runs in reading order.
    struct Hole {
        let columns: ClosedRange<Int>
        var runs: [Run] = []

        /// True if a square with sides of `side` pixels fits.
        func hasSquare(_ side: Int) -> Bool {
            // The largest square that ends at each pixel of this row and of the one above; they take turns. The first is at the left.
            let stride = columns.count + 1
            var squares = [(row: Int, side: Int)](repeating: (-1, 0), count: 2 * stride)
            for run in runs {
                let (here, above) = ((run.row & 1) * stride, (~run.row & 1) * stride)
                func square(_ index: Int, row: Int) -> Int { squares[index].row == row ? squares[index].side : 0 }
                for column in run.columns {
                    let x = column - columns.lowerBound + 1
                    let largest = min(
                        square(here + x - 1, row: run.row), square(above + x, row: run.row - 1),
                        square(above + x - 1, row: run.row - 1))
                    guard largest + 1 < side else { return true }
                    squares[here + x] = (run.row, largest + 1)
                }
            }
            return false
        }
    }

    private var runs: [Run] = []
    private var regions: [Region] = []
    /// The runs of the row above.
    private var runsAbove = 0..<0
    /// The first run of this row.
    private var rowStart = 0
    /// The first run above that may touch the next one.
    private var nextAbove = 0

    /// The regions that do not reach the edges of a mask.
    func holes(width: Int, height: Int) -> [Hole] {
        var holes: [Int: Hole] = [:]
        for run in runs {
            let root = root(run.region)
            let region = regions[root]
            guard region.columns.lowerBound > 0, region.columns.upperBound < width - 1, region.rows.lowerBound > 0,
                region.rows.upperBound < height - 1
            else { continue }
            holes[root, default: Hole(columns: region.columns)].runs.append(run)
        }
        return Array(holes.values)
    }

    /// Adds the empty pixels `columns` of row `y`, in reading order.
    mutating func add(_ columns: Range<Int>, _ y: Int) {
        if let last = runs.last, last.row != y {
            runsAbove = last.row == y - 1 ? rowStart..<runs.count : runs.count..<runs.count
            (rowStart, nextAbove) = (runs.count, runsAbove.lowerBound)
        }
        while nextAbove < runsAbove.upperBound, runs[nextAbove].columns.upperBound <= columns.lowerBound {
            nextAbove += 1
        }
        var touched: Int?
        var index = nextAbove
        while index < runsAbove.upperBound, runs[index].columns.lowerBound < columns.upperBound {
            let other = root(runs[index].region)
            if let region = touched { merge(other, into: region) } else { touched = other }
            index += 1
        }
        let region = touched ?? regions.count
        if touched == nil {
            regions.append(Region(columns: ClosedRange(columns), rows: y...y, parent: region))
        } else {
            regions[region].columns = regions[region].columns.union(ClosedRange(columns))
            regions[region].rows = regions[region].rows.lowerBound...y
        }
        runs.append(Run(row: y, columns: columns, region: region))
    }

    private func root(_ number: Int) -> Int {
        var number = number
        while regions[number].parent != number { number = regions[number].parent }
        return number
    }

    private mutating func merge(_ other: Int, into region: Int) {
        guard other != region else { return }
        regions[other].parent = region
        regions[region].columns = regions[region].columns.union(regions[other].columns)
        regions[region].rows = regions[region].rows.union(regions[other].rows)
    }
}

extension ClosedRange {
    /// The smallest range that contains both.
    fileprivate func union(_ other: ClosedRange) -> ClosedRange {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }
}
