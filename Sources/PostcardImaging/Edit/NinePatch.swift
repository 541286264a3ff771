/// A frame that fits pictures of any size, as Android has it: the pixels at its edges are no part of it, but tell with black which
/// rows and columns stretch (left and top) and where the picture lies in it (right and bottom).
public struct NinePatch: Sendable {
    /// The room that the frame needs beyond the picture, in pixels.
    public struct Padding: Sendable, Hashable {
        /// On the left.
        public let left: Int
        /// At the top.
        public let top: Int
        /// On the right.
        public let right: Int
        /// At the bottom.
        public let bottom: Int
    }

    /// A part of a side that stretches, or does not.
    private struct Run {
        let start: Int
        let length: Int
        let stretches: Bool
    }

    private let image: Image
    private let columns: [Run]
    private let rows: [Run]
    /// The room beyond the picture.
    public let padding: Padding

    /// Reads the marks at the edges; `nil` for a picture without an inside.
    public init?(_ image: Image) {
        let (width, height) = (image.size.width, image.size.height)
        guard width > 2, height > 2 else { return nil }
        func isMark(_ x: Int, _ y: Int) -> Bool { image[x, y] == .black }
        func room(_ marks: [Bool]) -> (before: Int, behind: Int) {
            guard let first = marks.firstIndex(of: true), let last = marks.lastIndex(of: true) else { return (0, 0) }
            return (first, marks.count - 1 - last)
        }
        let across = room((1..<width - 1).map { isMark($0, height - 1) })
        let down = room((1..<height - 1).map { isMark(width - 1, $0) })
        self.image = image
        columns = Self.runs((1..<width - 1).map { isMark($0, 0) })
        rows = Self.runs((1..<height - 1).map { isMark(0, $0) })
        padding = Padding(left: across.before, top: down.before, right: across.behind, bottom: down.behind)
    }

    private static func runs(_ marks: [Bool]) -> [Run] {
        var runs: [Run] = []
        for (index, stretches) in marks.enumerated() {
            if let last = runs.last, last.stretches == stretches {
                runs[runs.count - 1] = Run(start: last.start, length: last.length + 1, stretches: stretches)
            } else {
                runs.append(Run(start: index + 1, length: 1, stretches: stretches))
            }
        }
        return runs
    }

    /// The parts of a side of `length` pixels that the runs take.
    private static func places(_ runs: [Run], _ length: Int) -> [(run: Run, start: Int, length: Int)] {
        let fixed = runs.reduce(0) { $0 + ($1.stretches ? 0 : $1.length) }
        let stretching = runs.reduce(0) { $0 + ($1.stretches ? $1.length : 0) }
        let room = max(0, length - fixed)
        var start = 0
        return runs.map { run in
            let taken = run.stretches ? (2 * run.length * room / max(1, stretching) + 1) / 2 : run.length
            defer { start += taken }
            return (run, start, taken)
        }
    }

    /// The picture in its frame, on white where it is larger than the picture.
    ///
    /// - Parameters:
    ///   - picture: the picture.
    ///   - check: throws for a result that is too large.
    /// - Returns: the picture in its frame.
    /// - Throws: what `check` throws; `ImageError` with code `outOfMemory` or, within ``ImageWork``, `interrupted`.
    public func framed(_ picture: Image, check: (PixelSize) throws -> Void) throws -> Image {
        let size = PixelSize(
            width: picture.size.width + padding.left + padding.right,
            height: picture.size.height + padding.top + padding.bottom)
        try check(size)
        var result = size == picture.size ? picture : try Image(size: size, fill: .white)
        if size != picture.size { result.lay(picture, x: padding.left, y: padding.top) }
        for row in Self.places(rows, size.height) {
            for column in Self.places(columns, size.width) {
                try ImageWork.checkpoint()
                // What has no room is left out.
                guard row.length > 0, column.length > 0, row.start + row.length <= size.height,
                    column.start + column.length <= size.width
                else { continue }
                let cell = try image.cropped(
                    to: PixelRect(
                        x: column.run.start, y: row.run.start, width: column.run.length, height: row.run.length))
                let stretched = try cell.resized(
                    to: PixelSize(width: column.length, height: row.length), filter: .triangle)
                result.lay(stretched, x: column.start, y: row.start)
            }
        }
        return result
    }
}
