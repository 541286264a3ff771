import PostcardImaging

extension Mask {
    /// Fills holes that are at most `side` pixels wide and tall, which would look like specks between the outlines of letters.
    mutating func fillHoles(upTo side: Int) {
        guard side > 0, width > 2, height > 2 else { return }
        var regions = EmptyRegions()
        coverage.withUnsafeBufferPointer { coverage in
            for y in 0..<height {
                let row = UnsafeBufferPointer(rebasing: coverage[y * width..<(y + 1) * width])
                var x = 0
                while true {
                    let start = EmptyRegions.next(isEmpty: true, in: row, from: x)
                    guard start < width else { break }
                    x = EmptyRegions.next(isEmpty: false, in: row, from: start)
                    regions.add(start..<x, y)
                }
            }
        }
        for region in regions.whole where region.width <= side && region.height <= side {
            let isInside =
                region.left > 0 && region.top > 0 && region.right < width - 1 && region.bottom < height - 1
            guard isInside else { continue }
            // Fill the soft edge of the hole too.
            for y in region.top - 1...region.bottom + 1 {
                for x in region.left - 1...region.right + 1 { coverage[y * width + x] = 255 }
            }
        }
    }
}

/// Finds the bounds of a mask's uncovered regions, row by row.
private struct EmptyRegions {
    /// Returns the first pixel in a row, from `start` on, that is empty (less than half covered) or, if `isEmpty` is false, not empty. If
    /// there is no such pixel, returns the end of the row.
    static func next(isEmpty: Bool, in row: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var x = start
        // Compare eight pixels at a time by their highest bits.
        while x + 8 <= row.count {
            let bytes = UnsafeRawBufferPointer(row).loadUnaligned(fromByteOffset: x, as: UInt64.self)
            let pixels = UInt64(littleEndian: bytes)
            let found = (isEmpty ? ~pixels : pixels) & 0x8080_8080_8080_8080
            guard found == 0 else { return x + found.trailingZeroBitCount / 8 }
            x += 8
        }
        while x < row.count, (row[x] < 128) != isEmpty { x += 1 }
        return x
    }

    struct Region {
        var left: Int
        var right: Int
        var top: Int
        var bottom: Int
        /// The number of the region that this region was merged into; its own number if it was not merged.
        var parent: Int

        var width: Int { right - left + 1 }
        var height: Int { bottom - top + 1 }
    }

    private var regions: [Region] = []
    private var row = -1
    private var runs: [(range: Range<Int>, region: Int)] = []
    private var runsAbove: [(range: Range<Int>, region: Int)] = []
    /// The first run in the row above that may touch the next run.
    private var nextAbove = 0

    var whole: [Region] { regions.indices.filter { regions[$0].parent == $0 }.map { regions[$0] } }

    /// Adds the empty pixels in `range` of row `y`, in reading order.
    mutating func add(_ range: Range<Int>, _ y: Int) {
        if y != row {
            (runsAbove, runs) = (y == row + 1 ? runs : [], [])
            (row, nextAbove) = (y, 0)
        }
        var number = regions.count
        regions.append(Region(left: range.lowerBound, right: range.upperBound - 1, top: y, bottom: y, parent: number))
        while nextAbove < runsAbove.count, runsAbove[nextAbove].range.upperBound <= range.lowerBound { nextAbove += 1 }
        var index = nextAbove
        while index < runsAbove.count, runsAbove[index].range.lowerBound < range.upperBound {
            number = unite(root(runsAbove[index].region), number)
            index += 1
        }
        runs.append((range, number))
    }

    private func root(_ number: Int) -> Int {
        var number = number
        while regions[number].parent != number { number = regions[number].parent }
        return number
    }

    private mutating func unite(_ first: Int, _ second: Int) -> Int {
        guard first != second else { return first }
        let part = regions[second]
        regions[second].parent = first
        regions[first].left = min(regions[first].left, part.left)
        regions[first].right = max(regions[first].right, part.right)
        regions[first].top = min(regions[first].top, part.top)
        regions[first].bottom = max(regions[first].bottom, part.bottom)
        return first
    }
}
