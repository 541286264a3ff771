import Foundation
import PostcardDisk
import PostcardImaging
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardFiles

/// Edits in jobs, compared with the same edits in commands.
@Suite struct EditDecodingTests {
    private static func request(_ json: String) throws -> EditRequest {
        try JSONDecoder().decode(EditRequest.self, from: Data(json.utf8))
    }

    private static func recipe(_ request: EditRequest) throws -> String {
        guard case .edit(let edit) = request else { throw FileError(.invalidRecord, "no edit") }
        return edit.recipe
    }

    @Test(arguments: [
        ("resize=800x600", #"{"resize": {"width": 800, "height": 600}}"#),
        ("resize=800x", #"{"resize": {"width": 800}}"#),
        ("resize=x600", #"{"resize": {"height": 600}}"#),
        ("resize=30000x", #"{"resize": {"width": 30000}}"#),
        ("resize=80x60,cover", #"{"resize": {"width": 80, "height": 60, "fit": "cover"}}"#),
        ("resize=80x60,cover", #"{"resize": {"width": 80, "height": 60, "fit": "cover", "focus": "center"}}"#),
        ("resize=80x60,cover", #"{"resize": {"width": 80, "height": 60, "fit": "cover", "focus": [0.5, 0.5]}}"#),
        ("resize=80x60,cover,detail", #"{"resize": {"width": 80, "height": 60, "fit": "cover", "focus": "detail"}}"#),
        ("resize=80x60,pad", #"{"resize": {"width": 80, "height": 60, "fit": "pad"}}"#),
        ("resize=80x60,pad,gold", ##"{"resize": {"width": 80, "height": 60, "fit": "pad", "background": "#ffd700"}}"##),
        ("resize=80x60,exact,enlarge", #"{"resize": {"width": 80, "height": 60, "fit": "exact", "enlarge": true}}"#),
        ("crop=1,2,3,4", #"{"crop": {"x": 1, "y": 2, "width": 3, "height": 4}}"#),
        ("crop=3x4+1+2", #"{"crop": {"x": 1, "y": 2, "width": 3, "height": 4}}"#),
        ("rotate=90", #"{"rotate": 90}"#),
        ("rotate=-1.5,white", ##"{"rotate": {"degrees": -1.5, "background": "#fff"}}"##),
        ("rotate=3", #"{"rotate": {"degrees": 3}}"#), ("flip=horizontal", #"{"flip": "horizontal"}"#),
        ("flip=vertical", #"{"flip": "vertical"}"#), ("blur=2.5", #"{"blur": 2.5}"#),
        ("sharpen=0.3", #"{"sharpen": 0.3}"#), ("grayscale", #"{"grayscale": true}"#),
        ("round=12", #"{"roundCorners": 12}"#),
    ])
    func `a job and a command describe the same edit`(text: String, json: String) throws {
        #expect(try Self.recipe(Self.request(json)) == Self.recipe(EditRequest(text: text)))
    }

    @Test(arguments: [
        (#"{"resize": {}}"#, "width or a height above 0"), (#"{"resize": {"width": 0}}"#, "width or a height above 0"),
        (#"{"resize": {"width": 5, "height": -5}}"#, "width or a height above 0"),
        (#"{"resize": {"width": 5, "fit": "squeeze"}}"#, "squeeze"),
        (#"{"resize": {"width": 5, "focus": "left"}}"#, "\"detail\" or a point [x, y]"),
        (#"{"resize": {"width": 5, "focus": "0.5,0.5"}}"#, "\"detail\" or a point [x, y]"),
        (#"{"resize": {"width": 5, "focus": [1, 2, 3]}}"#, "\"detail\" or a point [x, y]"),
        (#"{"resize": {"width": 5, "background": "nocolor"}}"#, "is not a color"),
        (#"{"crop": {"x": 1, "y": 2, "width": 3}}"#, "height"), (#"{"rotate": {"background": "red"}}"#, "degrees"),
        (#"{"flip": "sideways"}"#, "sideways"), (#"{"blur": 251}"#, "between 0 and 250"),
        (#"{"sharpen": 101}"#, "between 0 and 100"), (#"{"roundCorners": -1}"#, "between 0 and 1000000"),
        (#"{"grayscale": false}"#, "omit it"),
        (#"{"brighten": 1}"#, "Unknown operation brighten. Known operations: "),
        (#"{"blur": 1, "sharpen": 1}"#, "an object with exactly one of these names"),
        (#"{}"#, "an object with exactly one of these names"),
        (#"{"watermark": {"x": 1}}"#, "picture"),
    ])
    func `an error in a job is reported`(json: String, message: String) {
        let error = #expect(throws: DecodingError.self) { try Self.request(json) }
        #expect(error.map { "\($0)".contains(message) } == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test func `every listed operation can be decoded`() throws {
        let values = [
            "resize": #"{"width": 1}"#, "crop": #"{"x": 0, "y": 0, "width": 1, "height": 1}"#, "flip": #""vertical""#,
            "watermark": #"{"picture": "a.png"}"#, "meme": "{}", "tint": "{}",
            "convolution":
                #"{"weights": [0, 0, 0, 0, 1, 0, 0, 0, 0]}"#,
        ]
        let flags = ["grayscale", "negative", "emboss", "edges"]
        for name in EditNotation.all.map(\.name) {
            let value = values[name] ?? (flags.contains(name) ? "true" : "1")
            #expect(throws: Never.self, "\(name)") { try Self.request("{\"\(name)\": \(value)}") }
        }
    }

    @Test func `the help lists every edit, and the guide lists every operation`() throws {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let guide = try String(contentsOf: root.appending(path: "Documentation/Reference/Jobs.md"), encoding: .utf8)
        for notation in EditNotation.all {
            #expect(guide.contains("`\(notation.name)`"), "\(notation.name)")
            #expect(notation.form == nil || EditNotation.help.contains(notation.word), "\(notation.word)")
        }
    }

    @Test func `a watermark is placed as requested`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Image(size: .square(10), fill: .white).encoded(as: .png), as: "w.png")
        let base = try Image(size: PixelSize(width: 100, height: 100), fill: .black)
        func drawn(_ values: String) async throws -> [UInt8] {
            let request = try Self.request(#"{"watermark": {"picture": "\#(folder.path("w.png"))"\#(values)}}"#)
            let edits = try await [request].edits(limits: .default)
            return try base.edited(edits, limits: .default).encoded(as: .png)
        }
        let usual = try await drawn("")
        #expect(try await drawn(#", "x": 1, "y": 1, "margin": 0.02, "share": 0.25, "opacity": 1"#) == usual)
        var mark = Watermark(try Image(size: .square(10), fill: .white))
        #expect(try base.edited([.watermark(mark)], limits: .default).encoded(as: .png) == usual)
        (mark.x, mark.y, mark.margin, mark.opacity) = (0, 0.5, 0, 0.5)
        let placed = try base.edited([.watermark(mark)], limits: .default).encoded(as: .png)
        #expect(try await drawn(#", "x": 0, "y": 0.5, "margin": 0, "opacity": 0.5"#) == placed)
        #expect(placed != usual)
    }

    @Test(
        arguments: [
            ("watermark=a.png", "a.png", nil), ("watermark=a,b.png", "a,b.png", nil),
            ("watermark=a.png,0.5", "a.png", 0.5),
            ("watermark=a,b.png,1", "a,b.png", 1.0), ("watermark=a=b.png,0", "a=b.png", 0.0),
        ] as [(String, String, Double?)])
    func `a file name can contain commas`(text: String, file: String, opacity: Double?) throws {
        guard case .watermark(let watermark) = try EditRequest(text: text) else {
            throw FileError(.invalidRecord, text)
        }
        #expect(watermark.picture == .source(.file(FilePath(file))))
        #expect(watermark.opacity == opacity)
    }

    @Test(arguments: [
        "watermark=", "watermark=a.png,2", "watermark=,0.5", "flip=", "rotate=1,2,3", "rotate=1,nocolor",
    ])
    func `invalid values are rejected`(text: String) {
        #expect(throws: FileError.self) { try EditRequest(text: text) }
    }
}
