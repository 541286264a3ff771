import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardMemes

/// Captions avoid a checkered square, which is the only detail of the pictures.
struct AvoidanceTests {
    private static let fonts = FontLibrary(usesSystemFonts: false)
    private static let size = PixelSize(width: 400, height: 300)

    private static func photo(_ subject: PixelRect?, ground: UInt8 = 120) throws -> Image {
        var image = try Image(size: size, fill: Color(red: ground, green: ground, blue: ground))
        guard let subject else { return image }
        for y in subject.y..<subject.y + subject.height {
            for x in subject.x..<subject.x + subject.width {
                let light: UInt8 = (x / 8 + y / 8).isMultiple(of: 2) ? 220 : 30
                try image.setColor(Color(red: light, green: light, blue: light), x: x, y: y)
            }
        }
        return image
    }

    private static func classic(
        _ top: String = "one does not simply", _ bottom: String = "ship on friday", avoids: Bool = true
    ) -> Meme {
        var meme = Meme.classic(top: top, bottom: bottom)
        meme.avoid(avoids ? .detail : .nothing)
        return meme
    }

    /// Returns the fraction of a square that the meme covers.
    private static func covered(_ subject: PixelRect, by meme: Meme) throws -> Double {
        let photo = try photo(subject)
        let drawn = try meme.render(onto: photo, fonts: fonts).image
        var count = 0
        for y in subject.y..<subject.y + subject.height {
            for x in subject.x..<subject.x + subject.width where drawn[x, y] != photo[x, y] { count += 1 }
        }
        return Double(count) / Double(subject.width * subject.height)
    }

    @Test(arguments: [
        PixelRect(x: 130, y: 10, width: 140, height: 90), PixelRect(x: 130, y: 200, width: 140, height: 90),
        PixelRect(x: 0, y: 0, width: 200, height: 150), PixelRect(x: 200, y: 150, width: 200, height: 150),
        PixelRect(x: 240, y: 0, width: 160, height: 300), PixelRect(x: 100, y: 0, width: 200, height: 200),
    ])
    func `captions are moved off detail that they would cover`(subject: PixelRect) throws {
        #expect(try Self.covered(subject, by: Self.classic(avoids: false)) > 0.1)
        #expect(try Self.covered(subject, by: Self.classic()) < 0.02)
    }

    @Test func `captions that cover no detail stay where they are`() throws {
        for subject in [nil, PixelRect(x: 150, y: 110, width: 100, height: 80)] {
            let photo = try Self.photo(subject)
            let moved = try Self.classic().render(onto: photo, fonts: Self.fonts).image
            let usual = try Self.classic(avoids: false).render(onto: photo, fonts: Self.fonts).image
            #expect(try moved.encoded(as: .png) == usual.encoded(as: .png))
        }
    }

    @Test(arguments: [
        PixelRect(x: 0, y: 0, width: 400, height: 140), PixelRect(x: 0, y: 160, width: 400, height: 140),
        PixelRect(x: 60, y: 20, width: 280, height: 260),
    ])
    func `captions keep their order, do not touch, and keep at least 60% of their size`(subject: PixelRect) throws {
        let texts = ("when the build is green", "but nobody knows why it suddenly works")
        let photo = try Self.photo(subject)
        let usual = try Self.classic(texts.0, texts.1, avoids: false).render(onto: photo, fonts: Self.fonts).reports
        let placed = try Self.classic(texts.0, texts.1).avoidingDetail(of: [photo], on: Self.size, fonts: Self.fonts)
        let reports = try placed.render(onto: photo, fonts: Self.fonts).reports
        for (report, usual) in zip(reports, usual) {
            #expect(report.isComplete && report.layout.size >= 0.6 * usual.layout.size)
        }
        let rows = try placed.captions.map { caption in
            let drawn = try Meme(captions: [caption]).render(onto: Self.photo(nil), fonts: Self.fonts).image
            let plain = try Self.photo(nil)
            let rows = (0..<300).filter { y in (0..<400).contains { drawn[$0, y] != plain[$0, y] } }
            return try #require(rows.first)...(try #require(rows.last))
        }
        #expect(rows[0].upperBound < rows[1].lowerBound)
        #expect(rows[0].lowerBound > 0 && rows[1].upperBound < 299)
    }

    @Test func `captions with a chosen box stay in it, and others avoid them`() throws {
        var meme = Self.classic(avoids: false)
        meme.captions[0].box.height = 0.2
        var turned = meme.captions[1]
        turned.angle = 10
        meme.captions.append(turned)
        let isFound = meme.avoid(.detail)
        #expect(isFound)
        #expect(meme.captions.map(\.avoidance) == [nil, .detail, nil])
        let photo = try Self.photo(PixelRect(x: 100, y: 180, width: 200, height: 120))
        let placed = try meme.avoidingDetail(of: [photo], on: Self.size, fonts: Self.fonts)
        #expect(placed.captions[0] == meme.captions[0] && placed.captions[2] == meme.captions[2])
        #expect(placed.captions[1].box != meme.captions[1].box && !placed.avoidsDetail)
        var band = try MemeStyle.band.meme(of: ["text"])
        let isFoundInBand = band.avoid(.detail)
        #expect(!isFoundInBand)
    }

    @Test func `captions on an animation stay at one position, which avoids detail in all frames`() throws {
        let subjects = [
            PixelRect(x: 130, y: 10, width: 140, height: 80), PixelRect(x: 130, y: 210, width: 140, height: 80),
        ]
        var encoder = try AnimationEncoder(size: Self.size)
        let photos = try subjects.map { try Self.photo($0) }
        for photo in photos { try encoder.append(photo, delay: 100) }
        let bytes = try encoder.finish()
        let file = try MemeFile.Job(Self.classic(), on: bytes, encoding: .gif, fonts: Self.fonts).run()
        #expect(
            try MemeFile.Job(Self.classic(), on: bytes, encoding: .gif, keepsBlocks: true, fonts: Self.fonts).run().size
                == file.size)
        let placed = try Self.classic().avoidingDetail(of: photos, on: Self.size, fonts: Self.fonts)
        var frames = try AnimatedImage(decoding: file.bytes).frames()
        for (photo, subject) in zip(photos, subjects) {
            let next = try frames.next()
            let frame = try #require(next).image
            let expected = try placed.render(onto: photo, fonts: Self.fonts).image
            let white = Color.white
            for y in stride(from: 0, to: 300, by: 3) {
                for x in stride(from: 0, to: 400, by: 3) {
                    #expect((frame[x, y] == white) == (expected[x, y] == white), "\(x), \(y)")
                }
            }
            #expect(try Self.covered(subject, by: placed) < 0.05)
        }
    }

    @Test func `captions are at the same position in patched and re-encoded pictures`() throws {
        let photo = try Self.photo(PixelRect(x: 130, y: 10, width: 140, height: 90)).encoded(as: .jpeg(quality: 92))
        let patched = try MemeFile.Job(
            Self.classic(), on: photo, encoding: .jpeg(), keepsBlocks: true, fonts: Self.fonts
        ).run()
        let whole = try MemeFile.Job(Self.classic(), on: photo, encoding: .png, fonts: Self.fonts).run()
        #expect(patched.coding == .patched)
        let (first, second) = (try Image(decoding: patched.bytes), try Image(decoding: whole.bytes))
        let different = stride(from: 0, to: 120_000, by: 7).count {
            let (x, y) = ($0 % 400, $0 / 400)
            return abs(Int(first[x, y].green) - Int(second[x, y].green)) > 100
        }
        #expect(different < 20)
    }

    @Test func `the avoid setting survives encoding, and an unknown value is rejected`() throws {
        let written = try JSONEncoder().encode(Self.classic())
        #expect(try JSONDecoder().decode(Meme.self, from: written) == Self.classic())
        #expect(String(decoding: written, as: UTF8.self).contains(#""avoid":"detail""#))
        let usual = try JSONEncoder().encode(Self.classic(avoids: false))
        #expect(!String(decoding: usual, as: UTF8.self).contains("avoid"))
        let wrong = #"{"captions": [{"text": "A", "avoid": "faces"}]}"#
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Meme.self, from: Data(wrong.utf8)) }
    }

    @Test func `detail is weighted less at the edges than in the middle`() throws {
        let subject = PixelRect(x: 100, y: 75, width: 100, height: 75)
        let grid = try DetailGrid(of: [Self.photo(subject)])
        #expect(abs(grid.share(from: SIMD2(-1, 0), to: SIMD2(1, 2)) - 1) < 1e-9)
        #expect(grid.share(from: SIMD2(0.23, 0.23), to: SIMD2(0.52, 0.52)) > 0.98)
        #expect(grid.share(from: SIMD2(0.6, 0), to: SIMD2(1, 1)) < 1e-9)
        let pair = try DetailGrid(of: [Self.photo(subject), Self.photo(PixelRect(x: 0, y: 0, width: 100, height: 75))])
        #expect(pair.share(from: SIMD2(0, 0), to: SIMD2(0.23, 0.23)) < 0.4)
        #expect(try DetailGrid(of: []).share(from: SIMD2(0, 0), to: SIMD2(1, 1)) == 0)
    }
}
