/// The amount of detail in the columns and rows of a picture: sums of differences between neighbors, which are small in skies and walls.
struct DetailMap {
    private(set) var columns: [Int]
    private(set) var rows: [Int]
    /// The size of a head, with some room for text above it, relative to its face.
    private static let head = 2.0

    /// - Parameter faces: the faces in the picture. A part with a whole face has a larger sum than a part with less of it.
    init(_ picture: Image, with faces: [LikelyFaces.Face] = []) {
        let size = picture.size
        var columns = [Int](repeating: 0, count: size.width)
        var rows = [Int](repeating: 0, count: size.height)
        Self.forEachPixel(of: picture) { x, y, detail in
            columns[x] += detail
            rows[y] += detail
        }
        let total = Double(columns.reduce(0, +) + 1)
        for face in faces {
            let (weight, half) = (2 * total * face.likelihood, face.half * Self.head)
            Self.add(weight, from: face.middle.x - half.x, to: face.middle.x + half.x, of: &columns)
            Self.add(weight, from: face.middle.y - half.y, to: face.middle.y + half.y, of: &rows)
        }
        self.columns = columns
        self.rows = rows
    }

    /// Distributes `weight` over the values between two fractions of the picture's side.
    private static func add(_ weight: Double, from low: Double, to high: Double, of values: inout [Int]) {
        func index(_ fraction: Double) -> Int { Int(min(1, max(0, fraction)) * Double(values.count)) }
        let range = index(low)..<index(max(low, high))
        for index in range { values[index] += Int(weight / Double(range.count)) }
    }

    /// Calls `body` with the differences between each pixel and its right and lower neighbors, in 256ths.
    @inline(__always)
    static func forEachPixel(of picture: Image, _ body: (_ x: Int, _ y: Int, _ detail: Int) -> Void) {
        let size = picture.size
        picture.withRows { source in
            for y in 0..<size.height {
                let row = source[y]
                let below = source[min(y + 1, size.height - 1)]
                for x in 0..<size.width {
                    let here = lightness(row[x])
                    let right = lightness(row[min(x + 1, size.width - 1)])
                    body(x, y, abs(right - here) + abs(lightness(below[x]) - here))
                }
            }
        }
    }

    /// Returns the start of the window of `length` with the largest sum; if sums are equal, the window nearest to the middle.
    static func bestOffset(_ values: [Int], length: Int) -> Int {
        let room = values.count - length
        guard room > 0 else { return 0 }
        var sum = values.prefix(length).reduce(0, +)
        var best = (offset: 0, sum: sum)
        for offset in 1...room {
            sum += values[offset + length - 1] - values[offset - 1]
            let isNearer = abs(2 * offset - room) < abs(2 * best.offset - room)
            if sum > best.sum || sum == best.sum && isNearer { best = (offset, sum) }
        }
        return best.offset
    }

    /// Returns Rec. 601 luma in 256ths; 0 for transparent pixels.
    private static func lightness(_ pixel: Int32) -> Int {
        let bits = Int(pixel)
        guard bits >> 24 & 127 < 64 else { return 0 }
        return (bits >> 16 & 255) * 77 + (bits >> 8 & 255) * 150 + (bits & 255) * 29
    }
}
