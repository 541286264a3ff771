import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardMemes

@Suite struct MemegenTemplateTests {
    private static func template(
        _ yaml: String, name: String = "two_buttons", files: [String] = ["config.yml", "default.jpg"],
        width: Int = 400, height: Int = 200
    ) throws -> Template {
        let picture = try TestPicture.jpeg(width, height)
        return try Template(memegen: Array(yaml.utf8), name: name, files: files) { _ in try OpenedPicture(picture) }
    }

    @Test func `an empty config is a classic template`() throws {
        let template = try Self.template("")
        #expect((template.name, template.title, template.picture) == ("two-buttons", "two_buttons", "default.jpg"))
        #expect(template.slots == MemeStyle.classic.slots)
        #expect(template.overlays.isEmpty && template.styles.isEmpty && template.examples.isEmpty)
        try template.validate()
    }

    @Test func `names, keywords and examples are read`() throws {
        let template = try Self.template(
            """
            name: Two Buttons
            source: https://example.org/buttons
            keywords:
              - choice
              -
            text:
              - style: upper
            example:
              - one
              - two
            """)
        #expect((template.title, template.source) == ("Two Buttons", "https://example.org/buttons"))
        #expect(template.keywords == ["choice"])
        // memegen ignores further lines.
        #expect(template.examples == [["one"]])
    }

    @Test func `usual places become the classic style's, and keep faces free`() throws {
        let template = try Self.template("text:\n  - anchor_y: 0.0\n  - anchor_y: 0.8\n    style: default\n")
        #expect(template.slots.map(\.caption.box) == MemeStyle.classic.slots.map(\.caption.box))
        #expect(template.slots.map(\.caption.avoidance) == [.subject, .subject])
        #expect(template.slots.map(\.caption.letterCase) == [.upper, .asTyped])
    }

    @Test func `a text has a box, a color and an alignment`() throws {
        let caption = try #require(
            try Self.template(
                """
                text:
                  - style: none
                    color: black
                    anchor_x: 0.5
                    anchor_y: 0.25
                    scale_x: 0.5
                    scale_y: 0.5
                    align: left
                """
            ).slots.first?.caption)
        #expect((caption.letterCase, caption.alignment, caption.outline) == (.asTyped, .left, nil))
        #expect(abs(caption.box.x - 0.515) < 1e-9 && abs(caption.box.width - 0.47) < 1e-9)
        #expect(abs(caption.box.y - 0.265) < 1e-9 && abs(caption.box.height - 0.47) < 1e-9)
    }

    @Test func `a rotated text starts at the corner of the rectangle around it`() throws {
        let caption = try #require(
            try Self.template("text:\n  - angle: 90.0\n    scale_x: 0.5\n    scale_y: 0.5\n").slots.first?.caption)
        #expect(caption.angle == -90)
        // On 400 × 200 pixels, the box has 200 × 100, and the rectangle around the rotated box 100 × 200.
        #expect(abs((caption.box.x + caption.box.width / 2) * 400 - 50) < 1e-6)
        #expect(abs((caption.box.y + caption.box.height / 2) * 200 - 100) < 1e-6)
    }

    @Test func `an overlay is a square around its center`() throws {
        let usual = "overlay:\n  - center_x: 0.5\n    center_y: 0.5\n    angle: 0.0\n    scale: 0.25\n"
        #expect(try Self.template(usual).overlays.isEmpty)
        let overlay = try #require(
            try Self.template(usual + "  - center_x: 0.25\n    scale: 0.5\n    angle: 10.0\n").overlays.last)
        #expect((overlay.picture, overlay.angle) == (nil, -10))
        #expect(overlay.box == UnitBox(x: 0.125, y: 0.25, width: 0.25, height: 0.5))
    }

    @Test func `other pictures are styles, and private ones are ignored`() throws {
        let template = try Self.template(
            "",
            files: ["config.yml", "default.gif", "sad.png", "default.jpg", "_embed-1.png", ".hidden.jpg", "notes.txt"])
        #expect(template.picture == "default.jpg")
        #expect(template.styleNames == ["default", "animated", "sad"])
        #expect(try template.picture(style: "animated") == "default.gif")
        #expect(throws: MemeError.self) { try template.picture(style: "happy") }
        #expect(try Self.template("", files: ["default.gif"]).picture == "default.gif")
    }

    @Test func `times become seconds of the animation`() throws {
        let still = try TestPicture.jpeg(400, 200)
        let frames = try MemeFile.Job(
            {
                var meme = Meme.classic(top: "one two")
                meme.captions[0].appearance = .words
                return meme
            }(), on: OpenedPicture(still), encoding: .gif
        ).run()
        let yaml = "text:\n  - start: 0.5\n    stop: 1.0\n  - anchor_y: 0.8\n    stop: 0.25\n"
        let files = ["default.gif", "default.jpg"]
        let template = try Template(memegen: Array(yaml.utf8), name: "a", files: files) {
            try OpenedPicture($0 == "default.gif" ? frames.bytes : still)
        }
        let length = try #require(
            try OpenedPicture(frames.bytes).animation(for: .gif, options: DecodingOptions())?.delays.reduce(0, +))
        #expect(template.slots.map(\.caption.startSeconds) == [Double(length) / 2_000, nil])
        #expect(template.slots.map(\.caption.stopSeconds) == [nil, Double(length) / 4_000])
        // Without an animation, memegen's times would turn every meme into one.
        #expect(try Self.template(yaml).slots.allSatisfy { !$0.caption.isTimed })
    }

    @Test(arguments: [
        ("nam: x", "Unknown name \"nam\""), ("text:\n  - hue: red", "Unknown name \"hue\""),
        ("text: all", "\"text\" is not a list"), ("text:\n  - all", "A mapping is expected"),
        ("text:\n  - scale_x: wide", "\"scale_x\" is not a number"), ("text:\n  - color: reddish", "not a color"),
        ("text:\n  - anchor_x: nan", "\"anchor_x\" is not a number"),
    ])
    func `the error for an invalid config contains the name`(yaml: String, message: String) {
        let error = #expect(throws: MemeError.self) { try Self.template(yaml) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test func `a folder without a default picture is rejected`() {
        #expect(throws: MemeError.self) { try Self.template("", files: ["config.yml", "other.jpg"]) }
    }
}
