import PostcardImaging
import PostcardMemes
import PostcardTestSupport
import Synchronization
import Testing

/// Memes on JPEG files, which are copied wherever nothing is drawn.
struct PatchedMemeTests {
    private let fonts = FontLibrary(usesSystemFonts: false)
    private static let meme = Meme.classic(top: "one", bottom: "two")

    /// A photo of pale hills, with chroma at half resolution unless `isFull`.
    private static func photo(
        _ width: Int = 240, _ height: Int = 176, quality: Int32 = 85, isFull: Bool = false,
        scans: JPEGSpecimen.Scans = .interleaved
    ) throws -> [UInt8] {
        var image = try Image(size: PixelSize(width: width, height: height), fill: .white)
        for y in 0..<height {
            for x in 0..<width {
                let light = 60 + (x * x / 90 + y * 3 + (x ^ y) % 23) % 120
                try image.setColor(
                    Color(red: UInt8(light + 20), green: UInt8(light + 8), blue: UInt8(light)), x: x, y: y)
            }
        }
        return JPEGSpecimen(sampling: isFull ? [] : [(2, 2)], quality: quality, scans: scans).showing(image).encoded()
    }

    private func file(
        _ meme: Meme, on bytes: [UInt8], framing: MemeFile.Framing = .init(),
        encoding: EncodingOptions = .jpeg(quality: 90), keepsBlocks: Bool = true
    ) throws -> MemeFile {
        try MemeFile.Job(meme, on: bytes, framing: framing, encoding: encoding, keepsBlocks: keepsBlocks, fonts: fonts)
            .run()
    }

    /// Returns the indices of the blocks that differ between two pictures, for each component.
    private static func changedBlocks(_ first: [UInt8], _ second: [UInt8]) throws -> [Set<Int>] {
        zip(JPEGCoefficients.all(of: first), JPEGCoefficients.all(of: second)).map { first, second in
            Set(first.blocks.indices.filter { first.blocks[$0] != second.blocks[$0] })
        }
    }

    @Test func `text changes only the blocks that it touches`() throws {
        let photo = try Self.photo()
        let made = try file(Self.meme, on: photo)
        #expect(made.coding == .patched)
        #expect(made.reports.count == 2)
        let drawn = try Image(decoding: made.bytes)
        let base = try Image(decoding: photo)
        let whole = try Self.meme.render(onto: base, fonts: fonts).image
        // Fewer than half of the blocks change, and none where nothing is drawn.
        let changed = try Self.changedBlocks(photo, made.bytes)
        #expect(changed.count == 3)
        for (x, y) in [(0, 88), (120, 88), (239, 80), (239, 95)] { #expect(drawn[x, y] == base[x, y], "\(x), \(y)") }
        #expect(!changed[0].isEmpty && changed[0].count < 30 * 22 / 2)
        for y in 0..<22 {
            for x in 0..<30 {
                let isDrawn = (0..<64).contains {
                    whole[8 * x + $0 % 8, 8 * y + $0 / 8] != base[8 * x + $0 % 8, 8 * y + $0 / 8]
                }
                if !isDrawn { #expect(!changed[0].contains(y * 30 + x), "\(x), \(y)") }
            }
        }
    }

    @Test func `kept blocks can be used for many memes at once, and do not change the result`() async throws {
        let photo = try Self.photo()
        let fonts = fonts
        let kept = try #require(try Self.blocks(of: photo, fonts))
        #expect(kept.byteCount > photo.count / 2)
        try await withThrowingTaskGroup(of: (with: [UInt8], without: [UInt8]).self) { group in
            for number in 0..<24 {
                group.addTask {
                    let meme = Meme.classic(top: String(repeating: "meme ", count: 1 + number % 6), bottom: "")
                    let encoding = EncodingOptions.jpeg(quality: 90)
                    var job = try MemeFile.Job(meme, on: photo, encoding: encoding, keepsBlocks: true, fonts: fonts)
                    let without = try job.run()
                    job.reading = { _ in kept }
                    return (try job.run().bytes, without.bytes)
                }
            }
            for try await made in group { #expect(made.with == made.without) }
        }
    }

    @Test(arguments: [true, false])
    func `the headers of the base image are parsed once`(keepsBlocks: Bool) throws {
        let (photo, times) = (try Self.photo(), ImageWork.StepTimes())
        let made = try ImageWork.timed(by: times) { try file(Self.meme, on: photo, keepsBlocks: keepsBlocks) }
        #expect(made.coding == (keepsBlocks ? .patched : .recompressed(.requested)))
        #expect((made.coding == .patched) == keepsBlocks)
        #expect(times.openings == 1)
    }

    /// Returns the blocks that are read when a meme is made on the photo.
    private static func blocks(of photo: [UInt8], _ fonts: FontLibrary) throws -> CodedBlocks? {
        let blocks = Mutex<CodedBlocks?>(nil)
        var job = try MemeFile.Job(meme, on: photo, encoding: .jpeg(quality: 90), keepsBlocks: true, fonts: fonts)
        job.reading = { read in
            let new = try read()
            blocks.withLock { $0 = new }
            return new
        }
        _ = try job.run()
        return blocks.withLock(\.self)
    }

    @Test func `shapes and overlays change only the blocks that they touch`() throws {
        let photo = try Self.photo()
        var ring = MemeShape(.ellipse, in: UnitBox(x: 0.1, y: 0.1, width: 0.8, height: 0.8))
        ring.color = .white
        var overlay = Overlay(
            .bytes(try Image(size: .square(9), fill: .white).encoded(as: .png)),
            in: UnitBox(x: 0.45, y: 0.45, width: 0.1, height: 0.1))
        overlay.angle = 45
        let made = try file(Meme(overlays: [overlay], shapes: [ring]), on: photo)
        #expect(made.coding == .patched)
        let changed = try Self.changedBlocks(photo, made.bytes)[0]
        // Blocks in the middle and on the ring change, but not the blocks between them or in the corners.
        #expect(changed.contains(11 * 30 + 15))
        #expect(changed.contains { $0 / 30 == 11 && $0 % 30 < 5 })
        for (x, y) in [(0, 0), (29, 21), (8, 11), (21, 10), (15, 5)] {
            #expect(!changed.contains(y * 30 + x), "\(x), \(y)")
        }
    }

    /// Outside the text, ten successive memes do not change a pixel.
    @Test func `memes of memes do not degrade`() throws {
        let photo = try Self.photo()
        var current = photo
        var touched = [Set<Int>](repeating: [], count: 3)
        for number in 0..<10 {
            let box = UnitBox(x: number.isMultiple(of: 2) ? 0.05 : 0.55, y: 0.04, width: 0.4, height: 0.2)
            let made = try file(Meme(captions: [Caption("meme \(number)", in: box)]), on: current)
            #expect(made.coding == .patched)
            for (index, blocks) in try Self.changedBlocks(current, made.bytes).enumerated() {
                touched[index].formUnion(blocks)
            }
            current = made.bytes
        }
        let changed = try Self.changedBlocks(photo, current)
        for (changed, touched) in zip(changed, touched) { #expect(changed.isSubset(of: touched)) }
        #expect(touched[0].allSatisfy { $0 / 30 < 22 * 3 / 10 })
        let (before, after) = (try Image(decoding: photo), try Image(decoding: current))
        for y in 64..<176 {
            for x in 0..<240 where before[x, y] != after[x, y] {
                Issue.record("\(x), \(y)")
                return
            }
        }
    }

    @Test func `the requested quality is kept`() throws {
        let photo = try Self.photo()
        let made = try file(Self.meme, on: photo, encoding: .jpeg(quality: 50), keepsBlocks: false)
        #expect(made.coding == .recompressed(.requested))
        let drawn = try Self.meme.render(onto: Image(decoding: photo), fonts: fonts).image
        #expect(try made.bytes == AltText.embed("one\ntwo", in: drawn.encoded(as: .jpeg(quality: 50))))
    }

    /// The whole picture is encoded as usual, and the reason is reported.
    @Test(arguments: [RecompressionReason.format, .size, .coding, .coarseSteps, .coloredEdges])
    func `other memes are encoded as a whole`(reason: RecompressionReason) throws {
        var (meme, framing, encoding) = (Self.meme, MemeFile.Framing(), EncodingOptions.jpeg(quality: 90))
        var photo = try Self.photo()
        switch reason {
        case .format: encoding = .png
        case .size: framing.resize = Resize(into: .square(100))
        case .coding: photo = try Self.photo(scans: .progressive)
        case .coarseSteps: photo = try Self.photo(quality: 60)
        case .coloredEdges:
            for index in meme.captions.indices { meme.captions[index].fill = Color(red: 255, green: 0, blue: 0) }
        default: break
        }
        let made = try file(meme, on: photo, framing: framing, encoding: encoding)
        #expect(made.coding == .recompressed(reason))
        var base = try Image(decoding: photo)
        // A photo is downscaled in linear light.
        if let resize = framing.resize { base = try base.resized(resize, inLinearLight: true) }
        let drawn = try meme.render(onto: base, fonts: fonts).image.encoded(as: encoding)
        #expect(made.bytes == AltText.embed("one\ntwo", in: drawn))
    }

    /// The blocks of a picture are not reused for a different picture of the same size.
    @Test func `parts of a picture are never mistaken for the whole`() throws {
        let photo = try Self.photo()
        let size = PixelSize(width: 240, height: 176)
        let part = MemeFile.Crop.rect(PixelRect(x: 20, y: 20, width: 120, height: 88))
        let enlarged = MemeFile.Framing(crop: part, resize: Resize(into: size, enlarges: true))
        let surrounded = MemeFile.Framing(box: size)
        for (meme, framing) in [(Self.meme, enlarged), (Meme(surround: Surround(margin: 0.1)), surrounded)] {
            let made = try file(meme, on: photo, framing: framing)
            #expect(made.size == size)
            #expect(made.coding == .recompressed(.size))
        }
        #expect(try file(Self.meme, on: photo, framing: .init(resize: Resize(into: .square(1_000)))).coding == .patched)
        #expect(try file(Self.meme, on: photo, framing: .init(box: size)).coding == .patched)
    }

    @Test func `colored text stays on files with full chroma`() throws {
        var meme = Self.meme
        for index in meme.captions.indices { meme.captions[index].fill = Color(red: 255, green: 0, blue: 0) }
        #expect(try file(meme, on: Self.photo(isFull: true)).coding == .patched)
    }

    @Test func `only the metadata of the result is written`() throws {
        let source = try TestPicture.jpeg(160, 120, latitude: 50.7, longitude: -1.9, title: "private")
        var metadata = Metadata()
        metadata.artist = "Ada"
        let made = try file(Self.meme, on: source, encoding: .jpeg().withMetadata(metadata))
        #expect(made.coding == .patched)
        metadata.title = "one\ntwo"
        #expect(try ImageHeader(of: made.bytes).metadata == metadata)
    }

    @Test func `an animation is not patched as a JPEG`() throws {
        let photo = try Image(size: .square(40), fill: .white).encoded(as: .gif)
        #expect(try file(Self.meme, on: photo).coding == .recompressed(.format))
        var encoder = try AnimationEncoder(size: .square(40))
        for fill in [Color.white, .black] { try encoder.append(Image(size: .square(40), fill: fill), delay: 100) }
        let moving = try file(Self.meme, on: encoder.finish(), encoding: .gif)
        #expect(moving.coding == .recompressed(.format))
    }
}
