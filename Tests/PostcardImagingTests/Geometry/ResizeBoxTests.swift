import PostcardImaging
import Testing

struct ResizeBoxTests {
    private static let boxes: [(text: String, width: Int?, height: Int?)] = [
        ("800", 800, 800), ("320x200", 320, 200), ("320X200", 320, 200), ("300x", 300, nil), ("x300", nil, 300),
        ("20000", 20_000, 20_000), ("1x1", 1, 1),
    ]

    @Test(arguments: boxes)
    func `a box is read from text`(text: String, width: Int?, height: Int?) throws {
        let box = try #require(ResizeBox(text))
        #expect((box.width, box.height) == (width, height))
        #expect(box.percent == nil)
        #expect(box.isClosed == (width != nil && height != nil))
        #expect(ResizeBox(box.description) == box)
    }

    @Test(arguments: [
        "", "x", "0", "-1", "1x2x3", "1x0", "20001", "x20001", "99999999999999999999", "a", "1,2", "%", "0%", "-5%",
        "nan%", "1e400%", "50%x", "800px",
    ])
    func `other strings are not boxes`(text: String) {
        #expect(ResizeBox(text) == nil)
    }

    @Test(arguments: [("50%", 50.0, "50%"), ("12.5%", 12.5, "12.5%"), ("1e300%", 1e300, "1e+300%")])
    func `a percentage is relative to the picture's size`(text: String, percent: Double, description: String) throws {
        let box = try #require(ResizeBox(text))
        #expect(box.percent == percent)
        #expect(box.description == description)
        #expect(!box.isClosed)
        // A percentage keeps the aspect ratio, regardless of the fit.
        #expect(box.resize(.exact) == Resize(scaledBy: percent / 100))
    }

    @Test func `a caller can allow longer sides`() {
        #expect(ResizeBox("30000", maximumSide: .max)?.width == 30_000)
        #expect(ResizeBox("30", maximumSide: 29) == nil)
    }

    @Test func `an unspecified side limits no picture`() throws {
        let box = try #require(ResizeBox("300x"))
        let size = box.resize().size(for: PixelSize(width: 600, height: 90_000))
        #expect(size == PixelSize(width: 300, height: 45_000))
    }

    @Test func `each fit has its name`() {
        #expect(Resize.Fit.Name.allCases.map(\.rawValue) == ["inside", "cover", "pad", "exact"])
        #expect(Resize.Fit(.inside) == .inside && Resize.Fit(.exact) == .exact)
        #expect(Resize.Fit(.cover, focus: .detail) == .cover(.detail))
        #expect(Resize.Fit(.pad, background: .white) == .pad(.white))
    }

    @Test(arguments: [
        ("center", Focus.center), ("detail", .detail), ("0,1", .point(x: 0, y: 1)),
        ("0.25,0.5", .point(x: 0.25, y: 0.5)),
    ])
    func `a focus survives a round trip`(text: String, focus: Focus) {
        #expect(Focus(text) == focus)
        #expect(Focus(focus.description) == focus)
    }

    @Test(arguments: ["", "centre", "1", "1,2", "-0.1,0", "0,0,0", "nan,0", "0,", ","])
    func `other strings are not a focus`(text: String) {
        #expect(Focus(text) == nil)
    }

    private static let kept: [(names: [String], kept: Metadata.Kept)] = [
        (["none"], []), (["copyright", "position"], [.copyright, .position]), (["all"], .allButPosition), ([], []),
    ]

    @Test(arguments: kept)
    func `the kinds of metadata to keep are read from their names`(names: [String], kept: Metadata.Kept) {
        #expect(Metadata.Kept(names: names) == kept)
        #expect(Metadata.Kept(names: names + ["soul"]) == nil)
    }
}
