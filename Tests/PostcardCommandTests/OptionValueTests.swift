import ArgumentParser
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardCommands

/// Option values: types from the libraries, as typed on a command line.
@Suite struct OptionValueTests {
    @Test(arguments: [
        ("256", "256"), ("320x200,64", "320x200,64"), ("300x,x300", "300x,x300"), ("50%,12.5%", "50%,12.5%"),
        ("1000%", "1000%"), ("64X64", "64"), ("1x20000", "1x20000"),
    ])
    func `sizes are parsed and shown`(argument: String, shown: String) throws {
        #expect(try #require(BoxList(argument: argument)).defaultValueDescription == shown)
    }

    @Test(arguments: ["", ",", "256,", "0", "20001", "1001%", "-5%", "256px", "a.jpg", "1,000", "1e3"])
    func `other strings are not sizes`(argument: String) {
        #expect(BoxList(argument: argument) == nil)
    }

    @Test(arguments: [
        ("inside", "300x", PixelSize(width: 300, height: 150)), ("inside", "50%", PixelSize(width: 500, height: 250)),
        ("cover", "40x40", PixelSize(width: 40, height: 40)), ("pad", "64", PixelSize(width: 64, height: 64)),
        ("exact", "10x90", PixelSize(width: 10, height: 90)),
    ])
    func `each fit produces the expected size`(fit: String, size: String, expected: PixelSize) throws {
        let options = try ResizeOptions.parse(["a.jpg", "--fit", fit])
        let resize = try options.resize(into: #require(ResizeBox(size)))
        #expect(resize.size(for: PixelSize(width: 1_000, height: 500)) == expected)
    }

    @Test(arguments: ["cover", "pad", "exact"], ["300x", "x300", "50%"])
    func `a fit that needs both sides is rejected with one side or a percentage`(fit: String, size: String) throws {
        let options = try ResizeOptions.parse(["a.jpg", "--fit", fit])
        let box = try #require(ResizeBox(size))
        let error = #expect(throws: ValidationError.self) { try options.resize(into: box) }
        #expect(error?.message.hasPrefix("--fit \(fit) needs a width and a height") == true)
    }

    @Test func `the fitting options are parsed as library types`() throws {
        let options = try ResizeOptions.parse([
            "a.jpg", "--focus", "0.25,1", "--filter", "catmull-rom", "--background", "gold", "--enlarge",
            "--linear-light",
        ])
        expectEqual(options.focus, .point(x: 0.25, y: 1))
        expectEqual(options.filter, .catmullRom)
        expectEqual(options.background, Color(css: "gold"))
        #expect(options.enlarge)
        #expect(options.linearLight == true)
        let usual = try ResizeOptions.parse(["a.jpg"])
        expectEqual(usual.fit, .inside)
        expectEqual(usual.focus, .center)
        expectEqual(usual.filter, .lanczos3)
        #expect(!usual.enlarge)
        #expect(usual.linearLight == nil)
        #expect(try ResizeOptions.parse(["a.jpg", "--no-linear-light"]).linearLight == false)
    }

    @Test(arguments: [
        ["--focus", "left"], ["--focus", "1.1,0"], ["--filter", "cubic"], ["--fit", "stretch"], ["--background", "x"],
    ])
    func `an invalid value of an option is rejected`(arguments: [String]) {
        #expect(throws: (any Error).self) { try ResizeOptions.parse(["a.jpg"] + arguments) }
    }

    private static let kept: [(argument: String, kept: Metadata.Kept)] = [
        ("none", []), ("copyright", .copyright), ("copyright,position", [.copyright, .position]),
        ("all", .allButPosition),
    ]

    @Test(arguments: kept)
    func `metadata to keep is specified by name`(argument: String, kept: Metadata.Kept) {
        #expect(Metadata.Kept(argument: argument) == kept)
        #expect(Metadata.Kept(argument: "\(argument),") == nil)
        #expect(Metadata.Kept(argument: argument.uppercased()) == nil)
    }

    @Test(arguments: [
        ("800", "800"), ("800px", "800"), ("1200x630PX", "1200x630"), ("x630", "x630"), ("800x", "800x"),
    ])
    func `the box of a meme can end in px`(argument: String, shown: String) {
        #expect(ResizeBox(argument: argument)?.description == shown)
    }

    @Test(arguments: ["50%", "px", "800pxx", "0px", ""])
    func `the size of a meme can't be in percent`(argument: String) {
        #expect(ResizeBox(argument: argument) == nil)
    }

    @Test(arguments: ["0.5,0.1,0.4,0.3", "-1,0,1,2e0"])
    func `a box consists of four fractions`(argument: String) throws {
        let box = try #require(UnitBox(argument: argument))
        #expect([box.x, box.y, box.width, box.height] == argument.split(separator: ",").compactMap { Double($0) })
    }

    @Test(arguments: ["0,0,0,1", "0,0,1,-1", "0,0,1", "0,0,1,1,1", "a,0,1,1", "nan,0,1,1", "0,inf,1,1", ",,,", ""])
    func `other strings are not boxes`(argument: String) {
        #expect(UnitBox(argument: argument) == nil)
    }

    @Test(
        arguments: [
            (nil, nil, ImageFormat.jpeg), ("png", nil, .png), (nil, "{name}.webp", .webp),
            ("webp", "{name}.webp", .webp),
            ("JPEG", "{name}.{ext}", .jpeg),
        ] as [(String?, String?, ImageFormat)])
    func `the format comes from the option or from the file names`(name: String?, pattern: String?, format: ImageFormat)
        throws
    {
        let result = try ResultFormat(name, named: pattern.flatMap { NamePattern($0) }, quality: 70)
        #expect(result.encoding(for: .address("http://host/a.gif")).format == format)
    }

    @Test(arguments: [("doc", nil), ("png", "{name}.jpg"), ("heic", nil)] as [(String, String?)])
    func `an unsupported format is rejected`(name: String, pattern: String?) {
        #expect(throws: ValidationError.self) {
            try ResultFormat(name, named: pattern.flatMap { NamePattern($0) }, quality: 70)
        }
    }

    @Test func `each picture can keep its own format`() throws {
        let folder = try TemporaryFolder()
        try folder.write(TestPicture.gradient(4, 4).encoded(as: .png), as: "a.jpg")
        try folder.write(TestPicture.tga(), as: "b.tga")
        let format = try ResultFormat("auto", named: nil, quality: 70)
        func made(_ name: String) -> ImageFormat { format.encoding(for: .file(FilePath(folder.path(name)))).format }
        // The bytes determine the format. Formats that Postcard can't read or write become JPEG.
        #expect([made("a.jpg"), made("b.tga"), made("gone.png")] == [.png, .jpeg, .jpeg])
    }
}
