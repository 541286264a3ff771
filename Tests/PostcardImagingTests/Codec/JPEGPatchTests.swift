import PostcardCore
import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Synchronization
import Testing

/// JPEG files that are drawn on. Unchanged blocks stay as coded, and the others look as if the whole picture were coded with the same
/// tables.
struct JPEGPatchTests {
    static let kinds: [JPEGSpecimen] = {
        let halved: [(Int32, Int32)] = [(2, 2), (1, 1), (1, 1)]
        var kinds: [JPEGSpecimen] = []
        for scans in [JPEGSpecimen.Scans.interleaved, .separate, .progressive] {
            kinds.append(JPEGSpecimen(width: 75, height: 53, colors: .grayscale, scans: scans))
            for sampling in [
                halved, [(2, 1), (1, 1), (1, 1)], [(1, 2), (1, 1), (1, 1)], [], [(4, 1), (1, 1), (1, 1)],
            ] {
                kinds.append(JPEGSpecimen(width: 75, height: 53, sampling: sampling, quality: 90, scans: scans))
            }
        }
        kinds.append(JPEGSpecimen(width: 75, height: 53, colors: .grayscale, sampling: [(2, 2)]))
        kinds.append(JPEGSpecimen(width: 64, height: 48, sampling: halved, quality: 80, restartInterval: 2))
        kinds.append(JPEGSpecimen(width: 64, height: 48, quality: 100, scans: .progressive))
        kinds.append(JPEGSpecimen(width: 17, height: 300, sampling: halved, restartInterval: 1, scans: .separate))
        kinds.append(JPEGSpecimen(width: 600, height: 9, sampling: halved, hasOptimizedTables: true))
        return kinds
    }()

    private static func isSequential(_ kind: JPEGSpecimen) -> Bool {
        kind.scans == .interleaved || kind.scans == .separate && kind.componentCount == 1
    }

    /// The kinds of files that are patched.
    static let sequential = kinds.filter(isSequential)

    /// Draws a white block on a picture, and marks it.
    private static func draw(
        _ x: Int, _ y: Int, _ width: Int, _ height: Int, in color: Color = .white, on image: inout Image,
        _ cells: inout DrawnCells
    ) throws {
        let coverage = [UInt8](repeating: 255, count: width * height)
        let mask = Mask(x: x, y: y, width: width, height: height, coverage: coverage)
        try image.blend(MaskLayers(fill: mask, fillColor: color))
        cells.add(MaskLayers(fill: mask, fillColor: color))
    }

    /// A picture of pale colors, so that white letters need no higher color resolution.
    static func source(_ kind: JPEGSpecimen) throws -> [UInt8] {
        var image = try TestPicture.gradient(kind.width, kind.height)
        for y in 0..<kind.height {
            for x in 0..<kind.width {
                let color = image[x, y]
                let gray = (x * 7 + y * 11) % 160
                func pale(_ value: UInt8) -> UInt8 { UInt8(gray + (kind.componentCount == 1 ? 30 : Int(value) / 8)) }
                try image.setColor(
                    Color(red: pale(color.red), green: pale(color.green), blue: pale(color.blue)), x: x, y: y)
            }
        }
        return kind.showing(image).encoded()
    }

    /// `body` draws on the whole picture, which is returned too.
    private static func patched(
        _ source: [UInt8], _ metadata: Metadata = Metadata(),
        drawing body: (inout Image, inout DrawnCells) throws -> Void
    ) throws -> (result: Result<[UInt8], RecompressionReason>, image: Image) {
        var drawn = try Image(decoding: source)
        let base = drawn
        var cells = DrawnCells(of: drawn.size)
        try body(&drawn, &cells)
        return (try patched(source, metadata, from: base, to: drawn, in: cells), drawn)
    }

    /// Draws on each strip.
    private static func patched(
        _ source: [UInt8], _ metadata: Metadata = Metadata(), in cells: DrawnCells,
        drawing draw: (inout Image, _ x: Int, _ y: Int) throws -> Void
    ) throws -> Result<[UInt8], RecompressionReason> {
        do {
            let blocks = try CodedBlocks(of: OpenedPicture(source), limits: .default)
            return .success(try blocks.encoded(with: cells, metadata: metadata, drawing: draw))
        } catch let reason as RecompressionReason {
            return .failure(reason)
        }
    }

    /// Replaces every strip of `base` with `drawn`.
    private static func patched(
        _ source: [UInt8], _ metadata: Metadata = Metadata(), from base: Image, to drawn: Image, in cells: DrawnCells
    ) throws -> Result<[UInt8], RecompressionReason> {
        try patched(source, metadata, in: cells) { image, left, top in
            for y in 0..<image.size.height {
                for x in 0..<image.size.width {
                    // Only changed pixels are set: the rest of the margin is unknown.
                    if drawn[left + x, top + y] != base[left + x, top + y] {
                        try image.setColor(drawn[left + x, top + y], x: x, y: y)
                    }
                }
            }
        }
    }

    /// The positions of the white block: inside, over the right and lower edges, across the whole picture.
    @Test(arguments: sequential, [[9, 3, 14, 12], [60, 40, 40, 300], [-5, 20, 700, 4], [3, 290, 2, 2]])
    func `only the blocks that are drawn on change`(kind: JPEGSpecimen, place: [Int]) throws {
        let source = try Self.source(kind)
        let (result, drawn) = try Self.patched(source) { image, cells in
            try Self.draw(place[0], place[1], place[2], place[3], on: &image, &cells)
        }
        let before = JPEGCoefficients.all(of: source)
        let after = JPEGCoefficients.all(of: try result.get())
        // Changed blocks are coded as if the whole picture were coded.
        let whole = JPEGCoefficients.all(of: kind.showing(drawn).encoded())
        #expect(before.count == kind.componentCount && after.count == before.count && whole.count == before.count)
        for (index, (before, (after, whole))) in zip(before, zip(after, whole)).enumerated() {
            #expect(after.steps == before.steps)
            try #require(after.columns == before.columns && after.rows == before.rows)
            let across = (kind.width + 8 * before.columns - 1) / (8 * before.columns)
            let down = (kind.height + 8 * before.rows - 1) / (8 * before.rows)
            for block in before.blocks.indices {
                let cell = (x: block % before.columns * across * 8, y: block / before.columns * down * 8)
                // The cells of a block that overlap the rectangle's cells.
                let isDrawn =
                    place[0] < kind.width && place[1] < kind.height
                    && cell.x < (place[0] + place[2] + 7) / 8 * 8 && cell.x + 8 * across > max(0, place[0]) / 8 * 8
                    && cell.y < (place[1] + place[3] + 7) / 8 * 8 && cell.y + 8 * down > max(0, place[1]) / 8 * 8
                let expected = isDrawn ? whole.blocks[block] : before.blocks[block]
                #expect(after.blocks[block] == expected, "component \(index), block \(block), drawn \(isDrawn)")
            }
        }
    }

    @Test(arguments: kinds.filter { !isSequential($0) })
    func `files with several scans are rejected`(kind: JPEGSpecimen) throws {
        let result = try Self.patched(Self.source(kind)) { try Self.draw(9, 3, 14, 12, on: &$0, &$1) }.result
        #expect(result == .failure(.coding))
    }

    @Test(arguments: sequential)
    func `the result is read without a warning and looks like the drawing`(kind: JPEGSpecimen) throws {
        let source = try Self.source(kind)
        let (result, drawn) = try Self.patched(source) { image, cells in
            try Self.draw(2, 3, 14, 5, in: .black, on: &image, &cells)
        }
        let file = try result.get()
        let decoded = try DecodedImage(file)
        #expect(decoded.warnings.isEmpty)
        #expect(decoded.header.storedSize == drawn.size)
        #expect(decoded.image.meanDistance(to: drawn) < 4)
    }

    /// Tests all kinds of real files.
    @Test(arguments: Fixture.small.filter { $0.name.hasPrefix("jpeg-") })
    func `coefficients are kept, or the reason is reported`(fixture: Fixture) throws {
        guard let decoded = try? DecodedImage(fixture.bytes) else { return }
        let result = try Self.patched(fixture.bytes, in: DrawnCells(of: decoded.header.size)) { _, _, _ in }
        let refusals: [(String, RecompressionReason)] = [
            ("-icc-", .colorProfile), ("cmyk", .colorModel), ("ycck", .colorModel),
            ("-rgb", .colorModel), ("quality-5", .coarseSteps), ("progressive", .coding), ("arithmetic", .coding),
            ("non-interleaved", .coding), ("samsung-scan", .damage), ("empty-segments", .damage),
        ]
        switch result {
        case .success(let file):
            #expect(JPEGCoefficients.all(of: file) == JPEGCoefficients.all(of: fixture.bytes))
            #expect(try Image(decoding: file).distance(to: decoded.image) == 0)
        case .failure(let reason):
            #expect(
                refusals.contains { fixture.name.contains($0.0) && $0.1 == reason },
                "\(fixture.name): \(reason)")
        }
    }

    @Test func `an empty drawing changes nothing`() throws {
        for kind in Self.sequential {
            let source = try Self.source(kind)
            let file = try Self.patched(source) { _, _ in }.result.get()
            #expect(JPEGCoefficients.all(of: file) == JPEGCoefficients.all(of: source))
        }
    }

    @Test(arguments: [JPEGSpecimen.Colors.rgb, .cmyk, .ycck])
    func `other color models are rejected`(colors: JPEGSpecimen.Colors) throws {
        let source = JPEGSpecimen(colors: colors, quality: 95).encoded()
        #expect(try Self.patched(source) { _, _ in }.result == .failure(.colorModel))
    }

    @Test func `sampling that can't be written is rejected`() throws {
        // Components of one block are the same with all factors.
        var fractional = JPEGSpecimen(width: 8, height: 8, quality: 95, scans: .separate).encoded()
        let frame = try #require(
            fractional.indices.dropLast().first { fractional[$0] == 0xFF && fractional[$0 + 1] == 0xC0 })
        (fractional[frame + 11], fractional[frame + 14]) = (0x31, 0x21)
        let image = try Image(size: .square(8))
        let cells = DrawnCells(of: image.size)
        #expect(try Self.patched(fractional, from: image, to: image, in: cells) == .failure(.sampling))
        let large = JPEGSpecimen(sampling: [(4, 2), (2, 2), (2, 2)], quality: 95, scans: .separate)
        #expect(try Self.patched(large.encoded()) { _, _ in }.result == .failure(.sampling))
    }

    @Test(arguments: [(74, false), (75, true), (76, true), (100, true), (20, false)] as [(Int32, Bool)])
    func `coarse quantization steps are rejected`(quality: Int32, isFine: Bool) throws {
        for colors in [JPEGSpecimen.Colors.grayscale, .yCbCr] {
            let source = try Self.source(JPEGSpecimen(colors: colors, quality: quality))
            let result = try Self.patched(source) { _, _ in }.result
            #expect((result == .failure(.coarseSteps)) == !isFine)
        }
    }

    @Test(arguments: sequential)
    func `colored letters need full color resolution`(kind: JPEGSpecimen) throws {
        for color in [Color(red: 255, green: 32, blue: 32), Color(red: 255, green: 212, blue: 0)] {
            let result = try Self.patched(Self.source(kind)) { image, cells in
                for x in stride(from: 3, to: 60, by: 6) { try Self.draw(x, 3, 3, 20, in: color, on: &image, &cells) }
            }.result
            let isFull = kind.componentCount == 3 && kind.sampling.allSatisfy { $0 == (1, 1) }
            #expect((result == .failure(.coloredEdges)) == !isFull)
        }
    }

    @Test func `gray letters on gray need no colors`() throws {
        let kind = JPEGSpecimen(colors: .grayscale, quality: 90)
        let gray = Color(red: 90, green: 90, blue: 90)
        let file = try Self.patched(Self.source(kind)) { try Self.draw(4, 4, 5, 5, in: gray, on: &$0, &$1) }.result
            .get()
        #expect(JPEGCoefficients.all(of: file).count == 1)
    }

    /// Drawing is upright, whatever the stored orientation of the picture, which is kept.
    @Test(arguments: Orientation.allCases)
    func `a rotated picture stays rotated`(orientation: Orientation) throws {
        let kind = JPEGSpecimen(width: 75, height: 53, sampling: [(2, 1)], quality: 92)
        var exif = EXIFBlock()
        exif.addShort(0x0112, orientation.rawValue)
        let source = exif.inserted(intoJPEG: try Self.source(kind))
        let (result, drawn) = try Self.patched(source) { try Self.draw(4, 30, 20, 9, on: &$0, &$1) }
        let file = try result.get()
        let header = try ImageHeader(of: file)
        #expect(header.orientation == orientation)
        #expect(header.size == drawn.size && drawn.size == orientation.uprightSize(of: header.storedSize))
        #expect(try Image(decoding: file).meanDistance(to: drawn) < 3)
        #expect(try Image(decoding: file)[12, 34].green > 225)
        let changed = zip(JPEGCoefficients.all(of: source), JPEGCoefficients.all(of: file)).map { before, after in
            zip(before.blocks, after.blocks).count { $0 != $1 }
        }
        #expect(changed.allSatisfy { 1...18 ~= $0 }, "\(changed)")
    }

    /// Drawing is in sRGB: files in other color spaces are rejected.
    @Test(arguments: Fixture.profiled.filter { $0.name.hasSuffix(".jpg") })
    func `a profile other than sRGB is rejected`(fixture: Fixture) throws {
        let result = try Self.patched(fixture.bytes) { _, _ in }.result
        switch result {
        case .success(let file): #expect(try Image(decoding: file).distance(to: Image(decoding: fixture.bytes)) == 0)
        case .failure(let reason): #expect([.colorProfile, .colorModel, .coarseSteps].contains(reason))
        }
    }

    /// A table made for a flat picture has no codes for letters. The missing codes are added, and all others stay.
    @Test(arguments: [0, 3] as [UInt32])
    func `codes that a table lacks are added`(restartInterval: UInt32) throws {
        let kind = JPEGSpecimen(
            width: 96, height: 64, sampling: [(2, 2)], quality: 90, restartInterval: restartInterval,
            hasOptimizedTables: true)
        let gray = try Image(size: PixelSize(width: 96, height: 64), fill: Color(red: 120, green: 120, blue: 120))
        let source = kind.showing(gray).encoded()
        let draw: (inout Image, inout DrawnCells) throws -> Void = { image, cells in
            for x in stride(from: 20, to: 60, by: 3) { try Self.draw(x, 10, 1, 40, on: &image, &cells) }
        }
        let (result, drawn) = try Self.patched(source, drawing: draw)
        let file = try result.get()
        #expect(try Image(decoding: file).meanDistance(to: drawn) < 4)
        #expect(try Image(decoding: file)[20, 30] != Image(decoding: source)[20, 30])
    }

    /// More pixels than fit in a strip, with captions one above another and side by side.
    @Test(arguments: [[], [(2, 2)], [(2, 1)]] as [[(Int32, Int32)]])
    func `large pictures are drawn on strip by strip`(sampling: [(Int32, Int32)]) throws {
        let kind = JPEGSpecimen(width: 1_999, height: 1_501, sampling: sampling, quality: 90, restartInterval: 77)
        let source = try Self.source(kind)
        let result = try Self.patched(source) { image, cells in
            for (x, y) in [(10, 10), (1_700, 60), (400, 700), (1_000, 1_450)] {
                try Self.draw(x, y, 250, 90, on: &image, &cells)
            }
        }.result
        #expect(throws: Never.self) { try result.get() }
    }

    @Test func `other sizes and other formats are rejected`() throws {
        let image = try TestPicture.gradient(32, 32)
        let cells = DrawnCells(of: image.size)
        func reason(_ source: [UInt8]) throws -> RecompressionReason? {
            let result = try Self.patched(source, from: image, to: image, in: cells)
            return if case .failure(let reason) = result { reason } else { nil }
        }
        try expectEqual(reason(TestPicture.jpeg(33, 32)), .size)
        try expectEqual(reason(image.encoded(as: .png)), .format)
        for damaged in [[], [0xFF, 0xD8, 0xFF]] as [[UInt8]] {
            #expect(throws: ImageError.self) { try reason(damaged) }
        }
        #expect(try reason(TestPicture.jpeg(32, 32)) == nil)
    }

    /// libjpeg-turbo divides by eight times the step, in 16 bits: a step of 0 or 8192 crashed the program.
    @Test(arguments: [[0, 0], [0x20, 0x00], [0xE0, 0x00]] as [[UInt8]])
    func `steps that would divide by 0 are rejected`(step: [UInt8]) throws {
        let source = try Self.source(JPEGSpecimen(colors: .grayscale, quality: 95))
        let table = try #require(source.indices.dropLast().first { source[$0] == 0xFF && source[$0 + 1] == 0xDB })
        let steps: [UInt8] = source[(table + 5)..<(table + 69)].flatMap { [0, $0] }
        // The table in 16 bits, with a different last step.
        let wide: [UInt8] = [0xFF, 0xDB, 0, 131, 0x10] + Array(steps.dropLast(2)) + step
        let file: [UInt8] = Array(source[..<table]) + wide + Array(source[(table + 69)...])
        let base = try Image(decoding: source)
        var image = base
        var cells = DrawnCells(of: image.size)
        try Self.draw(3, 3, 9, 9, on: &image, &cells)
        let result = try Self.patched(file, from: base, to: image, in: cells)
        #expect(throws: RecompressionReason.self) { try result.get() }
    }

    /// libjpeg reads impossible coefficients from damaged data, and would write a file with them that no program can read.
    @Test func `coefficients without codes are reported as damage`() throws {
        let source = try Self.source(JPEGSpecimen(width: 16, height: 8, colors: .grayscale, quality: 95))
        let scan = try #require(source.indices.dropLast().first { source[$0] == 0xFF && source[$0 + 1] == 0xDA })
        // Two blocks: a difference of 2047 and the end of the block, 24 bits with the tables of annex K.
        let block: [UInt8] = [0xFF, 0, 0x7F, 0xFA]
        let file = source[..<(scan + 10)] + block + block + [0xFF, 0xD9]
        #expect(throws: Never.self) { try Image(decoding: Array(file)) }
        #expect(try Self.patched(Array(file)) { _, _ in }.result == .failure(.damage))
    }

    @Test(arguments: ["", "Ships", String(repeating: "x", count: 70_000)], ["", "Ada"])
    func `alternative text is in the same position as text added to the file later`(text: String, artist: String)
        throws
    {
        var metadata = Metadata()
        metadata.artist = artist.isEmpty ? nil : artist
        let blocks = try CodedBlocks(of: OpenedPicture(TestPicture.jpeg(64, 48)), limits: .default)
        let cells = DrawnCells(of: blocks.size)
        let plain = try blocks.encoded(with: cells, metadata: metadata) { _, _, _ in }
        let told = try blocks.encoded(with: cells, metadata: metadata, altText: text) { _, _, _ in }
        #expect(told == AltText.embed(text, in: plain))
    }

    @Test func `old markers are dropped`() throws {
        var source = try TestPicture.jpeg(32, 32, latitude: 50.7, longitude: -1.9, title: "private", artist: "Ada")
        source.insert(contentsOf: [0xFF, 0xFE, 0, 9] + Array("private".utf8), at: 2)
        source += Array("private".utf8)
        var metadata = Metadata()
        metadata.artist = "Ada"
        let file = try Self.patched(source, metadata) { _, _ in }.result.get()
        let header = try ImageHeader(of: file)
        #expect(header.metadata == metadata)
        #expect(!String(decoding: file, as: UTF8.self).contains("private"))
        let plain = try Self.patched(source) { _, _ in }.result.get()
        #expect(Array(plain.prefix(20)) == Array(try TestPicture.jpeg(32, 32).prefix(20)))
        #expect(!String(decoding: plain, as: UTF8.self).contains("Exif"))
    }

    @Test func `work can be stopped`() throws {
        struct Stop: Error {}
        let size = PixelSize(width: 2_000, height: 1_500)
        let source = JPEGSpecimen(width: size.width, height: size.height, sampling: [(2, 2)]).encoded()
        var cells = DrawnCells(of: size)
        cells.add(try Image(size: size, fill: .white), x: 0, y: 0)
        func checkpoints(limit: Int) throws -> Int {
            let count = Mutex(0)
            try ImageWork.run(checkpoint: {
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                if number > limit { throw Stop() }
            }) {
                _ = try Self.patched(source, in: cells) { _, _, _ in }
            }
            return count.withLock { $0 }
        }
        let all = try checkpoints(limit: .max)
        #expect(all > 20)
        for limit in [0, 1, all / 3, all / 2, all - 1] { #expect(throws: Stop.self) { try checkpoints(limit: limit) } }
    }

    /// Truncated files, and files with changed bytes, are patched or rejected, and patched files are readable.
    @Test(arguments: 0..<8)
    func `damaged files never crash the program`(batch: Int) throws {
        var random = SeededRandom(seed: UInt64(batch))
        for (index, kind) in Self.kinds.enumerated() where index % 8 == batch {
            let source = try Self.source(kind)
            let base = try Image(decoding: source)
            var drawn = base
            var cells = DrawnCells(of: drawn.size)
            try Self.draw(5, 3, 30, 9, on: &drawn, &cells)
            for _ in 0..<150 {
                var file = source
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    file[Int.random(in: 2..<file.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                if Bool.random(using: &random) { file.removeLast(Int.random(in: 0..<file.count, using: &random)) }
                guard let patched = try? Self.patched(file, from: base, to: drawn, in: cells).get() else { continue }
                #expect(throws: Never.self) { try Image(decoding: patched) }
            }
        }
    }
}
