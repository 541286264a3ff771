import PostcardImaging
import PostcardTestSupport
import Testing

/// Faces are ovals with darker eyes and a mouth, in colors of skin.
struct LikelyFaceTests {
    private static let size = PixelSize(width: 240, height: 180)

    @Test(arguments: [
        Color(red: 244, green: 208, blue: 177), Color(red: 198, green: 134, blue: 104),
        Color(red: 141, green: 85, blue: 54),
        Color(red: 92, green: 58, blue: 40), Color(red: 60, green: 40, blue: 31),
    ])
    func `a face is found in every skin color`(skin: Color) throws {
        let photo = try TestPicture.face(skin, at: (150, 70), on: Self.size)
        let best = try #require(try LikelyFaces(of: [photo]).faces.first)
        #expect(abs(best.middle.x * 240 - 150) < 8 && abs(best.middle.y * 180 - 70) < 12)
        #expect(best.likelihood > 0.4)
        #expect(0.5...1.6 ~= best.half.x * 240 / 22)
    }

    @Test(arguments: [
        Color(red: 90, green: 120, blue: 200), Color(red: 60, green: 140, blue: 60),
        Color(red: 128, green: 128, blue: 128),
        Color(red: 220, green: 20, blue: 20),
    ])
    func `an oval in another color is not a face`(color: Color) throws {
        let photo = try TestPicture.face(color, at: (150, 70), on: Self.size)
        #expect(try LikelyFaces(of: [photo]).faces.isEmpty)
    }

    @Test func `a wall in the color of skin is not a face`() throws {
        #expect(
            try LikelyFaces(of: [Image(size: Self.size, fill: Color(red: 198, green: 134, blue: 104))]).faces.isEmpty)
        #expect(try LikelyFaces(of: []).faces.isEmpty)
    }

    @Test func `a rectangle covers the middle of a face, not its hair or chin`() throws {
        let photo = try TestPicture.face(Color(red: 198, green: 134, blue: 104), at: (120, 90), on: Self.size)
        let faces = try LikelyFaces(of: [photo])
        #expect(faces.covered(from: SIMD2(0.3, 0.3), to: SIMD2(0.7, 0.7)) > 0.4)
        #expect(faces.covered(from: SIMD2(0, 0), to: SIMD2(1, 0.25)) < 0.05)
        #expect(faces.likelihood(at: SIMD2(0.5, 0.5), besides: SIMD2(0, 0)) > 0.4)
        #expect(faces.likelihood(at: SIMD2(0.5, 0.5), besides: SIMD2(0.5, 0.6)) < 0.4)
    }

    @Test func `a crop to the subject keeps a face next to detail`() throws {
        let size = PixelSize(width: 240, height: 100)
        var photo = try TestPicture.face(Color(red: 198, green: 134, blue: 104), at: (190, 50), on: size)
        for x in stride(from: 0, to: 100, by: 2) {
            for y in 0..<100 { try photo.setColor(.white, x: x, y: y) }
        }
        let part = Focus.subject.part(of: .square(100), in: photo)
        #expect(part.x <= 168 && part.x + part.width >= 212, "\(part)")
        #expect(Focus.detail.part(of: .square(100), in: photo).x < 40)
        let plain = try Image(size: size, fill: .white)
        #expect(Focus.subject.part(of: .square(100), in: plain) == Focus.detail.part(of: .square(100), in: plain))
    }

    @Test func `faces in all frames count more than those in one`() throws {
        let skin = Color(red: 198, green: 134, blue: 104)
        let (left, right) = (
            try TestPicture.face(skin, at: (60, 90), on: Self.size),
            try TestPicture.face(skin, at: (180, 90), on: Self.size)
        )
        let faces = try LikelyFaces(of: [left, left, right])
        let all = (SIMD2(0.0, 0), SIMD2(0.5, 1), SIMD2(0.5, 0), SIMD2(1.0, 1))
        #expect(faces.covered(from: all.0, to: all.1) > 1.5 * faces.covered(from: all.2, to: all.3))
    }
}
