import Foundation
import PostcardImaging
import PostcardMemes
import Testing

struct TemplateTests {
    private func read(_ bundled: BundledTemplate) throws -> Template {
        try JSONDecoder().decode(Template.self, from: Data(bundled.json))
    }

    @Test func `there are at least eight bundled templates`() {
        #expect(BundledTemplate.all.count >= 8)
        #expect(Set(BundledTemplate.all.map(\.name)).count == BundledTemplate.all.count)
    }

    @Test(arguments: BundledTemplate.all.map(\.name))
    func `a bundled template is complete`(name: String) throws {
        let bundled = try #require(BundledTemplate.all.first { $0.name == name })
        let template = try read(bundled)
        try template.validate()
        #expect(try bundled.template() == template)
        #expect(template.name == name)
        #expect(!template.keywords.isEmpty)
        #expect(!template.examples.isEmpty)
        #expect(template.license == "CC0-1.0")
        #expect(template.creditLine?.contains(template.title) == true)
        #expect(bundled.picture.count <= 40_000)
        let size = try ImageHeader(of: bundled.picture).size
        #expect(900...1_240 ~= max(size.width, size.height))
    }

    @Test(arguments: BundledTemplate.all.map(\.name))
    func `examples fit`(name: String) throws {
        let bundled = try #require(BundledTemplate.all.first { $0.name == name })
        let template = try read(bundled)
        let picture = try Image(decoding: bundled.picture)
        for example in template.examples {
            let fonts = FontLibrary(usesSystemFonts: false)
            let (image, reports) = try template.meme(of: example).rendered(on: picture, fonts: fonts)
            #expect(image.size == picture.size)
            // Slots with a default text are drawn even if an example omits them.
            #expect(reports.count >= example.count)
            #expect(reports.allSatisfy { $0.isComplete && $0.textSize >= 24 })
        }
    }

    @Test func `an empty text selects the slot's default text`() throws {
        var template = Template(name: "a", title: "A", picture: "a.png")
        template.slots[0].caption.text = "own"
        #expect(try template.meme(of: ["", "x"]).captions.map(\.text) == ["own", "x"])
        #expect(try template.meme(of: ["y", ""]).captions.map(\.text) == ["y"])
        #expect(throws: MemeError.self) { try template.meme(of: ["1", "2", "3"]) }
    }

    @Test func `a template survives encoding`() throws {
        var template = Template(
            name: "a-1", title: "A", picture: "a.png", slots: MemeStyle.poster.slots,
            surround: MemeStyle.poster.surround)
        template.keywords = ["k"]
        (template.source, template.credit, template.license) = ("https://example.org", "Ada", "CC-BY-4.0")
        template.overlays = [Overlay(.named("b.png"), in: .whole), Overlay(nil, in: .whole)]
        template.shapes = [MemeShape(.arrow, in: .whole)]
        template.examples = [["x"]]
        #expect(try template.meme(of: []).shapes == template.shapes)
        #expect(try JSONDecoder().decode(Template.self, from: JSONEncoder().encode(template)) == template)
    }

    @Test func `an encoded template needs only a name and a picture`() throws {
        let template = try JSONDecoder().decode(
            Template.self, from: Data(#"{"name":"cat","picture":"cat.jpg"}"#.utf8))
        #expect(template == Template(name: "cat", title: "cat", picture: "cat.jpg"))
    }

    @Test(arguments: [
        (#"{"name": "a", "picture": "a.png", "titel": "A"}"#, "Unknown name \"titel\". Did you mean \"title\"?"),
        (#"{"name": "a", "picture": "a.png", "slot": []}"#, "Did you mean \"slots\"?"),
        (
            #"{"name": "a", "picture": "a.png", "slots": [{"name": "b", "caption": {"colour": "red"}}]}"#,
            "Unknown name \"colour\" in slots[0].caption."
        ),
        (#"{"name": "A b", "picture": "a.png"}"#, "Invalid template name “A b”."),
        (#"{"name": "a", "picture": "../a.png"}"#, "Use the name of a file in the template's folder"),
        (#"{"name": "a"}"#, "\"picture\" is missing."),
        (#"{"name": "a", "picture": 7}"#, "at picture: expected a string"), ("{", "not valid JSON"),
    ])
    func `the error for an invalid template.json states the position`(json: String, message: String) {
        let error = #expect(throws: MemeError.self) { try Template(json: Array(json.utf8)) }
        #expect(error?.code == .invalidTemplate)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test func `a template in JSON is read, and its captions are checked`() throws {
        let slots = [MemeStyle.Slot("left", Caption("", in: UnitBox(x: 0, y: 0, width: 0.5, height: 0.5)))]
        let template = Template(name: "doors", picture: "a.png", slots: slots)
        #expect(template.title == "doors")
        #expect(try Template(json: Array(JSONEncoder().encode(template))) == template)
        for bundled in BundledTemplate.all { #expect(try Template(json: bundled.json) == bundled.template()) }
        let json = #"{"name": "a", "picture": "a.png", "slots": [{"name": "b", "caption": {"opacity": 7}}]}"#
        #expect { try Template(json: Array(json.utf8)) } throws: { ($0 as? MemeError)?.code == .invalidCaption }
    }

    @Test(arguments: [
        ("", false), ("Cat", false), ("cat", true), ("cat-2", true), ("-cat", false), ("../cat", false), ("cät", false),
        (String(repeating: "a", count: 60), true), (String(repeating: "a", count: 61), false), ("a\0", false),
    ])
    func `names are safe`(name: String, isName: Bool) {
        #expect(Template.isName(name) == isName)
    }

    @Test(arguments: ["../secret.png", "/etc/passwd", ".hidden", "", "a/b.png", "https://example.org/a.png"])
    func `files outside the folder are rejected`(file: String) {
        var template = Template(name: "a", title: "A", picture: "a.png")
        template.overlays = [Overlay(.named(file), in: .whole)]
        #expect { try template.validate() } throws: { ($0 as? MemeError)?.code == .invalidTemplate }
        #expect { try Template(name: "a", title: "A", picture: file).validate() } throws: {
            ($0 as? MemeError)?.code == .invalidTemplate
        }
    }

    @Test(arguments: [
        (nil, true), ("CC0-1.0", true), ("CC-BY-4.0", true), ("CC-BY-ND-4.0", false), ("cc-by-nc-nd-2.0", false),
    ])
    func `a no-derivatives license is recognized`(license: String?, allows: Bool) {
        var template = Template(name: "a", title: "A", picture: "a.png")
        template.license = license
        #expect(template.allowsDerivatives == allows)
    }
}
