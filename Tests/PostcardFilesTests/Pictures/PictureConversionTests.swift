import Foundation
import PostcardDisk
import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardFiles

@Suite struct PictureConversionTests {
    /// Encodes the pixels alone, so that equal pixels give equal bytes.
    private func pixels(_ bytes: [UInt8]) throws -> [UInt8] { try Image(decoding: bytes).encoded(as: .png) }

    private func gif(frames: Int) throws -> [UInt8] {
        var encoder = try AnimationEncoder(size: PixelSize(width: 40, height: 20))
        for frame in 0..<frames {
            try encoder.append(
                TestPicture.gradient(40, 20).edited(frame == 0 ? [] : [.rotate(degrees: 180)], limits: .default),
                delay: 50)
        }
        return try encoder.finish()
    }

    private func conversion(
        _ edits: [String], limits: DecodingLimits = .default
    ) async throws -> PictureConversion {
        try await PictureConversion(of: edits.map { try EditRequest(text: $0) }, limits: limits, recover: false)
    }

    private static func png(_ resize: Resize? = nil) -> PictureConversion.Version {
        PictureConversion.Version(resize: resize, encoding: .png)
    }

    private static let fits: [Resize] = [
        Resize(into: .square(30)), Resize(into: PixelSize(width: 20, height: 40)), Resize(scaledBy: 0.25),
        Resize(into: .square(24), fit: .cover), Resize(into: .square(24), fit: .pad(.white)),
        Resize(into: PixelSize(width: 50, height: 10), fit: .exact), Resize(into: .square(500)),
    ]

    @Test func `each of several sizes is the same as in a separate conversion`() throws {
        let source = try TestPicture.jpeg(200, 150)
        let together = try PictureConversion().results(of: OpenedPicture(source), versions: Self.fits.map(Self.png))
        #expect(together.warnings.isEmpty)
        for (fit, made) in zip(Self.fits, together.results) {
            #expect(made.size == fit.size(for: PixelSize(width: 200, height: 150)), "\(fit)")
            #expect(try TestPicture.header(of: made.bytes).size == made.size)
            #expect(made.format == .png)
        }
    }

    @Test(arguments: ["jpeg-17x31.jpg", "png-rgb-8.png", "gif-still.gif", "heic-plain.heic"])
    func `the headers of a source are parsed once for all versions`(name: String) throws {
        let (source, times, counted) = (Fixture.small(name).bytes, ImageWork.StepTimes(), CountedIsolation())
        let decoding = DecodingOptions(limits: DecodingLimits(isolation: counted.isolation))
        _ = try ImageWork.timed(by: times) {
            try PictureConversion(decoding: decoding).results(
                of: OpenedPicture(source), versions: [Self.png(Resize(into: .square(8))), Self.png()])
        }
        // The decoding process also parses the headers.
        #expect(times.openings - counted.count == 1)
    }

    @Test func `a crop refers to the source, regardless of other versions`() throws {
        let source = try TestPicture.gradient(200, 100).encoded(as: .png)
        let cover = Resize(into: .square(50), fit: .cover(.point(x: 0, y: 0)))
        let alone = try PictureConversion().results(of: OpenedPicture(source), versions: [Self.png(cover)])
        let other = Resize(into: .square(100), fit: .cover(.point(x: 1, y: 1)))
        let among = try PictureConversion().results(
            of: OpenedPicture(source), versions: [Self.png(other), Self.png(cover)])
        #expect(try pixels(alone.results[0].bytes) == pixels(among.results[1].bytes))
    }

    @Test func `two resizes with edits between them give the same result as separate edits`() async throws {
        let source = try TestPicture.gradient(120, 80).encoded(as: .png)
        let (made, _) = try await conversion(["resize=60x60", "rotate=90", "grayscale", "resize=20"]).result(
            of: OpenedPicture(source), as: Self.png())
        let expected = try Image(decoding: source)
            .edited(
                [
                    .resize(Resize(into: .square(60))), .rotate(degrees: 90), .filter(.grayscale()),
                    .resize(Resize(into: .square(20))),
                ], limits: .default)
        #expect(made.size == expected.size)
        #expect(try pixels(made.bytes) == expected.encoded(as: .png))
    }

    @Test func `edits are applied in order`() async throws {
        let source = try TestPicture.gradient(100, 50).encoded(as: .png)
        let (turned, _) = try await conversion(["rotate=90", "crop=0,0,50,20"]).result(
            of: OpenedPicture(source), as: Self.png())
        let (cut, _) = try await conversion(["crop=0,0,50,20", "rotate=90"]).result(
            of: OpenedPicture(source), as: Self.png())
        #expect((turned.size, cut.size) == (PixelSize(width: 50, height: 20), PixelSize(width: 20, height: 50)))
    }

    @Test(arguments: [(["grayscale"], ImageFormat.jpeg), (["round=9"], .png), ([], .jpeg)])
    func `transparency requires a PNG`(edits: [String], format: ImageFormat) async throws {
        let source = try TestPicture.gradient(40, 40).encoded(as: .png)
        let (made, _) = try await conversion(edits).result(of: OpenedPicture(source), as: .byTransparency(quality: 80))
        #expect(made.format == format)
        #expect(try TestPicture.header(of: made.bytes).format == format)
    }

    @Test func `the quality applies to the JPEG`() async throws {
        let source = try TestPicture.gradient(200, 200).encoded(as: .png)
        let sizes = try await [20, 95].asyncMap { quality in
            try await conversion([]).result(of: OpenedPicture(source), as: .byTransparency(quality: quality)).0.bytes
                .count
        }
        #expect(sizes[0] < sizes[1])
    }

    @Test(arguments: [Metadata.Kept(), .copyright, [.copyright, .position], .allButPosition])
    func `only the requested metadata is kept`(keep: Metadata.Kept) async throws {
        let source = try TestPicture.jpeg(latitude: 48.5, longitude: 2.25, title: "A title", artist: "Ann Example")
        let (made, _) = try await conversion([]).result(
            of: OpenedPicture(source), as: .init(encoding: .jpeg(), keep: keep))
        let kept = try TestPicture.header(of: made.bytes).metadata
        expectEqual((kept.artist != nil), keep.contains(.copyright))
        expectEqual((kept.title != nil), keep.contains(.details))
        expectEqual((kept.position != nil), keep.contains(.position))
    }

    @Test func `an animated GIF stays animated through every edit`() async throws {
        let gif = try gif(frames: 3)
        let (made, warnings) = try await conversion(["resize=20", "negative"]).result(
            of: OpenedPicture(gif), as: .init(encoding: .gif))
        expectEqual(made.size, PixelSize(width: 20, height: 10))
        expectEqual(made.format, .gif)
        try expectEqual(AnimatedImage(decoding: made.bytes).frameCount, 3)
        #expect(warnings.isEmpty)
    }

    @Test(arguments: [1, 4])
    func `a still image from a GIF reports the number of frames`(frames: Int) async throws {
        let (made, warnings) = try await conversion(["resize=20"]).result(
            of: OpenedPicture(gif(frames: frames)), as: Self.png())
        expectEqual(made.format, .png)
        expectEqual(warnings, (frames == 1 ? [] : warnings))
        expectEqual(warnings.count, (frames == 1 ? 0 : 1))
        if frames > 1 { #expect(warnings[0].contains("the first of \(frames) frames")) }
    }

    @Test func `a watermark is read within the limits`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(TestPicture.gradient(100, 100).encoded(as: .png), as: "logo.png")
        let request = ["watermark=\(folder.path("logo.png")),0.5"]
        let source = try TestPicture.gradient(50, 50).encoded(as: .png)
        let (made, _) = try await conversion(request).result(of: OpenedPicture(source), as: Self.png())
        #expect(try pixels(made.bytes) != pixels(source))
        let error = await #expect(throws: ImageError.self) {
            try await conversion(request, limits: DecodingLimits(pixels: 9_999))
        }
        #expect(error?.code == .limitExceeded)
    }

    @Test func `a picture at a URL needs a fetch function`() async throws {
        let json = #"{"watermark": {"picture": "http://host/a.png"}}"#
        let request = try JSONDecoder().decode(EditRequest.self, from: Data(json.utf8))
        let error = await #expect(throws: FileError.self) { try await [request].edits(limits: .default) }
        #expect(error?.code == .unsupported)
        let mark = try TestPicture.gradient(10, 10).encoded(as: .png)
        let edits = try await [request].edits(limits: .default) { address, maximum in
            #expect(address == "http://host/a.png")
            #expect(maximum == DecodingLimits.default.bytes)
            return mark
        }
        #expect(edits.count == 1)
    }

    @Test func `a meme on an animation avoids detail at the same position in all frames`()
        async throws
    {
        // The detail is on the left in the first frame and on the right in the second, and at the top after a flip.
        var encoder = try AnimationEncoder(size: PixelSize(width: 200, height: 160))
        for left in [10, 110] {
            var frame = try Image(size: PixelSize(width: 200, height: 160), fill: .black)
            for y in 100..<150 {
                for x in left..<left + 80 where (x / 5 + y / 5).isMultiple(of: 2) {
                    try frame.setColor(Color(red: 100, green: 100, blue: 100), x: x, y: y)
                }
            }
            try encoder.append(frame, delay: 100)
        }
        let caption = #"{"text": "HI", "avoid": "detail", "verticalAlignment": "top", "outline": null, "box": "#
        let box = #"{"x": 0.03, "y": 0.03, "width": 0.94, "height": 0.3}"#
        let requests = try [
            EditRequest(text: "flip=vertical"),
            JSONDecoder().decode(EditRequest.self, from: Data(#"{"meme": {"captions": [\#(caption)\#(box)}]}}"#.utf8)),
        ]
        let made = try await PictureConversion(of: requests, limits: .default, recover: false).result(
            of: OpenedPicture(encoder.finish()), as: .init(encoding: .gif)
        ).0
        var frames = try AnimatedImage(decoding: made.bytes).frames()
        var places: [[Int]] = []
        while let frame = try frames.next() {
            places.append((0..<160).filter { y in (0..<200).contains { frame.image[$0, y] == .white } })
        }
        #expect(places.count == 2 && places[0] == places[1])
    }

    @Test func `memes are steps, not edits`() async throws {
        let json = #"{"meme": {"captions": [{"text": "HI", "box": {"x": 0, "y": 0, "width": 1, "height": 1}}]}}"#
        let request = try JSONDecoder().decode(EditRequest.self, from: Data(json.utf8))
        #expect(try await [request].edits(limits: .default).isEmpty)
        let source = try TestPicture.gradient(80, 60).encoded(as: .png)
        let drawn = try await PictureConversion(of: [request], limits: .default, recover: false).result(
            of: OpenedPicture(source), as: Self.png()
        ).0
        #expect(try pixels(drawn.bytes) != pixels(source))
        #expect(drawn.size == PixelSize(width: 80, height: 60))
    }

    @Test func `a meme between other edits is drawn on each result separately`() async throws {
        let json = #"{"meme": {"captions": [{"text": "HI", "box": {"x": 0, "y": 0, "width": 1, "height": 1}}]}}"#
        let requests = try [
            JSONDecoder().decode(EditRequest.self, from: Data(json.utf8)), EditRequest(text: "negative"),
        ]
        let source = try TestPicture.gradient(80, 60).encoded(as: .png)
        let conversion = try await PictureConversion(of: requests, limits: .default, recover: false)
        let alone = try conversion.results(of: OpenedPicture(source), versions: [Self.png()]).results[0].bytes
        let small = Self.png(Resize(into: .square(30)))
        let several = try conversion.results(of: OpenedPicture(source), versions: [Self.png(), small, Self.png()])
            .results
        #expect(several.map { $0.bytes == alone } == [true, false, true])
    }

    @Test func `a file that is not a picture produces no result`() async throws {
        for bytes in [[], [1, 2, 3], Array(try TestPicture.jpeg().prefix(40))] as [[UInt8]] {
            await #expect(throws: ImageError.self) {
                try await conversion(["grayscale"]).result(of: OpenedPicture(bytes), as: Self.png())
            }
        }
    }

    /// A photo with smooth colors in MCUs of 16 × 16 pixels, stored with an orientation.
    private func photo(_ orientation: Orientation = .up) throws -> [UInt8] {
        let bytes = JPEGSpecimen(sampling: [(2, 2)], quality: 90).showing(try TestPicture.gradient(96, 80)).encoded()
        var exif = EXIFBlock()
        exif.addShort(0x0112, orientation.rawValue)
        return exif.inserted(intoJPEG: bytes)
    }

    /// The largest difference between two pixels in any channel.
    private func distance(_ first: Image, _ second: Image) -> Int {
        var largest = 0
        for y in 0..<first.size.height {
            for x in 0..<first.size.width {
                let (one, other) = (first[x, y], second[x, y])
                for (a, b) in [(one.red, other.red), (one.green, other.green), (one.blue, other.blue)] {
                    largest = max(largest, abs(Int(a) - Int(b)))
                }
            }
        }
        return largest
    }

    private func edited(_ edit: String, _ source: [UInt8], keepsBlocks: Bool = true) async throws -> [UInt8] {
        try await conversion([edit]).result(
            of: OpenedPicture(source), as: .init(encoding: .jpeg(quality: 85), keepsBlocks: keepsBlocks)
        ).0.bytes
    }

    @Test(arguments: Orientation.allCases)
    func `a JPEG that is cropped along its blocks keeps its pixels`(orientation: Orientation) async throws {
        let source = try photo(orientation)
        let whole = try Image(decoding: source)
        // Multiples of 16 from each corner, in both directions.
        let rect = PixelRect(x: 32, y: 16, width: 32, height: 48)
        let made = try await edited("crop=32,16,32,48", source)
        let part = try Image(decoding: made)
        #expect(part.size == PixelSize(width: 32, height: 48))
        #expect(try ImageHeader(of: made).orientation == orientation)
        let expected = try whole.cropped(to: rect)
        // Chroma is interpolated from adjacent samples, which are missing at the new edges.
        let inner = PixelRect(x: 4, y: 4, width: 24, height: 40)
        #expect(try distance(part.cropped(to: inner), expected.cropped(to: inner)) == 0)
        let blocks = Set(JPEGCoefficients.all(of: source)[0].blocks)
        #expect(JPEGCoefficients.all(of: made)[0].blocks.allSatisfy(blocks.contains))
    }

    /// Otherwise, pixels outside the crop would remain in the file.
    @Test(arguments: ["crop=1,0,32,32", "crop=0,8,32,32", "crop=0,0,40,32", "crop=16,16,32,72"])
    func `a crop whose edges are not block edges is encoded again`(edit: String) async throws {
        let source = try photo()
        #expect(try await edited(edit, source) == edited(edit, source, keepsBlocks: false))
    }

    @Test(arguments: [[64, 48, 32, 32], [0, 64, 96, 16], [0, 0, 96, 80]])
    func `the edges of the picture can be edges of a crop`(part: [Int]) async throws {
        let source = try photo()
        let edit = "crop=\(part[0]),\(part[1]),\(part[2]),\(part[3])"
        let made = try Image(decoding: try await edited(edit, source))
        #expect(made.size == PixelSize(width: part[2], height: part[3]))
        let inner = PixelRect(x: 4, y: 4, width: part[2] - 8, height: part[3] - 8)
        let there = PixelRect(x: part[0] + 4, y: part[1] + 4, width: inner.width, height: inner.height)
        #expect(try distance(made.cropped(to: inner), Image(decoding: source).cropped(to: there)) == 0)
        #expect(try await edited(edit, source) != edited(edit, source, keepsBlocks: false))
    }

    @Test func `a watermark leaves all other blocks unchanged`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Image(size: .square(12), fill: .white).encoded(as: .png), as: "mark.png")
        let source = try photo()
        let made = try await edited("watermark=\(folder.path("mark.png"))", source)
        for (before, after) in zip(JPEGCoefficients.all(of: source), JPEGCoefficients.all(of: made)) {
            let changed = before.blocks.indices.filter { before.blocks[$0] != after.blocks[$0] }
            #expect(!changed.isEmpty && changed.count <= 9)
        }
        #expect(try Image(decoding: made)[90, 74].green > 200)
    }
}

extension PictureConversion.Version {
    /// PNG for a picture with transparency, otherwise JPEG.
    fileprivate static func byTransparency(quality: Int) -> Self {
        Self(encoding: .jpeg(quality: quality), transparent: .png)
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
