import HTTPTypes
import PostcardCore
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct ImgproxyAddressTests {
    private static let settings = ImgproxySettings(
        presets: [
            "small": ["w:100", "q:50"].compactMap { ImgproxyOption($0) },
            "grey": ["pr:small", "bl:2"].compactMap { ImgproxyOption($0) },
            "loop": ["pr:loop", "h:7"].compactMap { ImgproxyOption($0) },
        ], watermark: "logo.png")

    private static func base64(_ text: String) -> String { Base64.urlSafe.encode(Array(text.utf8)) }

    @Test(arguments: [
        ("plain/a.jpg", "a.jpg", ImageFormat?.none), ("plain/in/a%20b.jpg@png", "in/a b.jpg", .png),
        ("plain/local:///in/a.jpg@webp", "local:///in/a.jpg", .webp), ("plain/a%40b.jpg@avif", "a@b.jpg", .avif),
        ("plain/https://example.org/a.jpg%3Fv=2", "https://example.org/a.jpg?v=2", nil),
        ("plain/a.jpg@", "a.jpg", nil), ("w:10/plain/library:meme-1@jpg", "library:meme-1", .jpeg),
        ("rs%3Afit%3A10%3A10/plain/a.jpg", "a.jpg", nil),
    ])
    func `plain sources are decoded`(path: String, image: String, format: ImageFormat?) throws {
        let address = try ImgproxyAddress(parsing: path[...], Self.settings)
        #expect(address.image == image)
        #expect(address.pipeline.output.format == format)
    }

    @Test func `sources in Base64 can be split into parts and contain a format`() throws {
        let name = "https://example.org/été.jpg"
        let text = Self.base64(name)
        let parts = "\(text.prefix(9))/\(text.dropFirst(9))"
        for path in [text, "w:1/\(text).png", "\(parts).png"] {
            #expect(try ImgproxyAddress(parsing: path[...], Self.settings).image == name)
        }
        #expect(try ImgproxyAddress(parsing: "\(parts).png", Self.settings).pipeline.output.format == .png)
    }

    @Test(arguments: [
        ("rs%3Afill%3A300%3A200/w%3a1/plain/a.jpg", "rs:fill:300:200/w:1/plain/a.jpg"),
        ("w:1/plain/http:/example.org/a.jpg", "w:1/plain/http://example.org/a.jpg"),
        ("plain/https:/example.org/a:/b.jpg", "plain/https://example.org/a:/b.jpg"),
        ("plain/https%3A/example.org/a.jpg", "plain/https://example.org/a.jpg"),
        ("plain/https%3A//example.org/a%3Ab.jpg", "plain/https://example.org/a%3Ab.jpg"),
        ("plain/local:/in/a.jpg@png", "plain/local:///in/a.jpg@png"),
        ("plain/s3:/bucket/a.jpg", "plain/s3://bucket/a.jpg"),
        ("w%3A1/aHR0cHM6Ly9leGFtcGxl.png", "w:1/aHR0cHM6Ly9leGFtcGxl.png"),
    ])
    func `changes that proxies make to a URL are undone`(path: String, repaired: String) {
        #expect(ImgproxyAddress.repaired(path[...]) == repaired)
        #expect(ImgproxyAddress.repaired(repaired[...]) == repaired)
    }

    @Test(arguments: [
        "w:1/plain/a%3Ab.jpg", "plain/example.org/a.jpg", "plain/http:", "plain/http:/", "plain/album:/a.jpg", "plain/",
        "",
    ])
    func `a URL that no proxy has changed stays the same`(path: String) {
        #expect(ImgproxyAddress.repaired(path[...]) == path)
    }

    @Test(arguments: [
        ("", "no picture name"), ("w:10", "no picture name"), ("plain/", "no picture name"), ("!!!", "Base64"),
        ("plain/a.jpg@png@jpg", "%40"), ("plain/a.jpg@svg", "can't be"), ("w:-1/plain/a", "can't be"),
        ("w:a/plain/a", "can't be"), ("none:1/plain/a", "Unknown option"), ("rs:sideways:1:1/plain/a", "can't be"),
        ("dpr:0/plain/a", "can't be"), ("dpr:nan/plain/a", "can't be"), ("g:up/plain/a", "gravity"),
        ("pr:none/plain/a", "Preset not found"), ("q:101/plain/a", "can't be"), ("rot:45/plain/a", "can't be"),
        ("bg:12345/plain/a", "can't be"), ("wm:2/plain/a", "can't be"), ("ex:1:sm/plain/a", "canvas"),
        ("raw:1/plain/a", "raw"), ("ar:0/plain/a", "upright"), ("pd:1:2:3:4:5/plain/a", "at most 4"),
        ("mb:-5/plain/a", "can't be"),
        ("w:100:200/plain/a", "at most 1 argument."), ("z:1:2:3/plain/a", "at most 2"), ("g:fp:0.5/plain/a", "fp:X:Y"),
        ("g:obj:face/plain/a", "gravity"), ("q:101/plain/a", "Write 0 to 100."), ("rot:45/plain/a", "a multiple of 90"),
        ("c:-1:1/plain/a", "can't be"), ("exp:x/plain/a", "can't be"),
        ("fq:jpg/plain/a", "after each format"), ("fq:jpg:50:webp/plain/a", "after each format"),
        ("t:300/plain/a", "can't be"), ("plain/%ff", "UTF-8"), ("fn:%ff/plain/a", "can't be"),
    ])
    func `nonsensical options are rejected with a reason`(path: String, words: String) {
        let error = #expect(throws: HTTPError.self) { try ImgproxyAddress(parsing: path[...], Self.settings) }
        #expect(error?.status == .badRequest)
        #expect(error?.detail.contains(words) == true, "\(error?.detail ?? "")")
    }

    @Test func `too many options are rejected`() {
        let options = Array(repeating: "w:1", count: 65).joined(separator: "/")
        #expect(throws: HTTPError.self) { try ImgproxyAddress(parsing: "\(options)/plain/a", Self.settings) }
    }

    @Test(arguments: [
        ("pr:small", 100, 0, 50, 0.0), ("pr:grey", 100, 0, 50, 2), ("pr:small:grey/w:7", 7, 0, 50, 2),
        ("w:7/pr:small", 100, 0, 50, 0), ("pr:small/w:7/pr:small", 100, 0, 50, 0),
        ("pr:loop", 0, 7, 85, 0),
    ])
    func `presets can be chained, and the last value of an option is used`(
        options: String, width: Int, height: Int, quality: Int, blur: Double
    ) throws {
        let address = try ImgproxyAddress(parsing: "\(options)/plain/a.jpg", Self.settings)
        expectEqual(address.options.scaling.width, width)
        expectEqual(address.options.scaling.height, height)
        expectEqual(address.pipeline.output.quality(for: .jpeg), quality)
        let blurs = address.pipeline.steps.contains { if case .filter(.edit(.blur(blur))) = $0 { true } else { false } }
        #expect(blurs == (blur > 0))
    }

    @Test func `the default preset applies to each URL, after client hints`() throws {
        var settings = Self.settings
        settings.presets["default"] = [try #require(ImgproxyOption("q:33"))]
        let hints = [try #require(ImgproxyOption("dpr:2")), try #require(ImgproxyOption("w:20"))]
        let address = try ImgproxyAddress(parsing: "w:9/plain/a.jpg", hints: hints, settings)
        expectEqual(address.pipeline.output.quality, 33)
        expectEqual(address.options.scaling.density, 2)
        expectEqual(address.options.scaling.width, 9)
    }

    @Test(arguments: ["cb:1", "fn:name", "att:1", "exp:2000000000"])
    func `options that affect no bytes result in the same cache key`(option: String) throws {
        let plain = try ImgproxyAddress(parsing: "w:9/plain/a.jpg", Self.settings).pipeline
        let other = try ImgproxyAddress(parsing: "w:9/\(option)/plain/a.jpg", Self.settings).pipeline
        #expect(plain.operations == other.operations)
    }

    @Test(arguments: [("w:9", "w:8"), ("q:9", "q:8"), ("mb:900", "mb:800"), ("jpgo:1", "jpgo:0"), ("dpr:1", "dpr:2")])
    func `options that affect bytes result in another cache key`(one: String, other: String) throws {
        let first = try ImgproxyAddress(parsing: "\(one)/plain/a.jpg", Self.settings).pipeline
        let second = try ImgproxyAddress(parsing: "\(other)/plain/a.jpg", Self.settings).pipeline
        #expect(first.operations != second.operations)
    }
}
