import PostcardDisk

import PostcardImaging
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardFiles

@Suite struct EditRequestTests {
    private func size(after text: String) throws -> PixelSize {
        guard case .edit(let edit) = try EditRequest(text: text) else { throw FileError(.invalidRecord, text) }
        return try TestPicture.gradient(200, 100).edited([edit]).size
    }

    @Test(arguments: [
        ("resize=100", 100, 50), ("resize=100x10", 20, 10), ("resize=100x", 100, 50), ("resize=x10", 20, 10),
        ("resize=50%", 100, 50), ("resize=0.1%", 1, 1), ("resize=12.5%", 25, 13), ("resize=200%", 400, 200),
        ("resize=50x50,cover", 50, 50), ("crop=1,2,30,40", 30, 40), ("crop=30x40+1+2", 30, 40),
        ("rotate=90", 100, 200), ("blur=250", 200, 100), ("sharpen=0", 200, 100),
    ])
    func `edits are parsed from their command notation`(text: String, width: Int, height: Int) throws {
        #expect(try size(after: text) == PixelSize(width: width, height: height))
    }

    @Test(arguments: [
        "resize", "resize=", "resize=x", "resize=0", "resize=%", "resize=0%", "resize=-5%", "resize=1e400%",
        "resize=50%,cover", "resize=1x2x3", "crop=30x40", "crop=30x40+1", "crop=99999999999999999999x1+0+0",
        "crop=1,2,3", "rotate=nan", "blur=", "spin=1", "",
    ])
    func `the error for an invalid edit shows the notation`(text: String) {
        let error = #expect(throws: FileError.self) { try EditRequest(text: text) }
        let name = String(text.prefix { $0 != "=" })
        let forms = [
            "resize": "resize=800x600, resize=800 or resize=50%", "crop": "crop=X,Y,WIDTH,HEIGHT",
            "rotate": "rotate=DEGREES", "blur": "blur=SIGMA",
        ]
        let names =
            "blur, brightness, contrast, convolution, crop, edges, emboss, flip, grayscale, mosaic, negative, resize, "
            + "rotate, round, saturation, sharpen, tint, watermark"
        let expected =
            forms[name].map { "Invalid edit “\(text)”. Write \($0)." }
            ?? "Unknown edit “\(text)”. Known edits: \(names)."
        #expect(error?.message == expected)
    }

    @Test(arguments: [
        ("blur=1e30", "between 0 and 250"), ("blur=-1", "between 0 and 250"), ("sharpen=101", "between 0 and 100"),
        ("round=inf", "between 0 and 1000000"),
    ])
    func `the error for an out-of-range number states the range`(text: String, range: String) {
        let error = #expect(throws: FileError.self) { try EditRequest(text: text) }
        #expect(error?.message.contains(range) == true)
    }

    @Test(arguments: [
        ("file:///a/b%20c", "/a/b c"), ("FILE://localhost/a", "/a"), ("file://other/a", "file://other/a"),
        ("file:///a%0", "file:///a%0"), ("file:///a%00b", "file:///a%00b"), ("file:a", "file:a"), ("a%20b", "a%20b"),
    ])
    func `file URLs are read as paths`(text: String, path: String) {
        #expect(PictureSource(text) == .file(FilePath(path)))
    }
}
