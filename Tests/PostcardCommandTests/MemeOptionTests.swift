import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardCommands

/// Values that users type for the options of a meme.
@Suite struct MemeOptionTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        try folder.write(Image(size: PixelSize(width: 400, height: 300), fill: .black).encoded(as: .png), as: "a.png")
    }

    @Test(arguments: [
        ["--color", "gold"], ["--color", "ffdd00"], ["--color", "Transparent", "--outline", "red"],
        ["--text-size", "10%"],
        ["--text-size", "48px"], ["--opacity", "50%"], ["--size", "800px"], ["--size", "200x"], ["--size", "x100"],
        ["--crop", "16x9"], ["--crop", "square"], ["--crop", "16:9"], ["--box", "-0.1,0.2,0.8,0.5", "--angle", "-5"],
        ["--arrow", "0.1,0.9,0.4,0.6", "--line", "-0.1,0,1,1"], ["--rectangle", "0,0,0.5,0.5", "--line-width", "2%"],
        ["--ellipse", "0.1,0.1,0.5,0.5", "--filled", "--shape-color", "gold"],
    ])
    func `option values are accepted in every form that users type`(options: [String]) async throws {
        let made = try await postcard.run(["meme", "a.png", "HI", "-o", "x.png"] + options)
        #expect(made.status == 0, "\(made.errors)")
    }

    @Test(arguments: [
        (["--text-size", "48"], "48px"), (["--color", "nocolor"], "CSS"), (["--opacity", "-1"], "100%"),
        (["--style", "postr"], "Did you mean poster?"),
        (["--template", "wanted", "--style", "band"], "has no style \"band\". Its styles: default."),
        (["--spec", "spec.json"], "Did you mean \"captions\"?"), (["--spec", "inner.json"], "in captions[0]"),
        (["--output", "x.pdf"], ".webp, .avif or .gif"), (["--no-record", "--library", "L"], "--output FILE"),
        (["--arrow", "0.1,0.2,0.3"], "x,y,x,y"), (["--filled"], "add one with --arrow"),
        (["--line", "0,0,1,1", "--line-width", "0.9"], "between 0.0005 and 0.5"),
    ])
    func `the error for an invalid value states what is allowed`(options: [String], words: String) async throws {
        try folder.write(Array(#"{"caption": [{"text": "HI"}]}"#.utf8), as: "spec.json")
        try folder.write(Array(#"{"captions": [{"txt": "HI"}]}"#.utf8), as: "inner.json")
        let texts = options[0] == "--spec" ? ["a.png"] : options[0] == "--template" ? ["HI"] : ["a.png", "HI"]
        let made = try await postcard.run(["meme"] + texts + options)
        #expect(made.status == 64 || made.status == 65)
        #expect(made.errors.contains(words), "\(made.errors)")
    }

    @Test func `shapes are drawn on the picture, with or without text`() async throws {
        let made = try await postcard.run([
            "meme", "a.png", "-o", "x.png", "--rectangle", "0.25,0.25,0.5,0.5", "--filled", "--shape-color", "#0000ff",
        ])
        #expect(made.status == 0, "\(made.errors)")
        let image = try Image(decoding: folder.read("x.png"))
        let blue = Color(red: 0, green: 0, blue: 255)
        #expect(image[image.size.width / 2, image.size.height / 2] == blue)
        #expect(image[2, 2] != blue)
    }

    @Test func `there can be as many texts as boxes`() async throws {
        let boxes = ["0,0,0.3,0.3", "0.35,0,0.3,0.3", "0.7,0,0.3,0.3", "0,0.5,1,0.4"]
        let made = try await postcard.run(
            ["meme", "a.png", "A", "B", "C", "D", "-o", "x.png"] + boxes.flatMap { ["--box", $0] })
        #expect(made.status == 0, "\(made.errors)")
        let image = try Image(decoding: folder.read("x.png"))
        for (x, y) in [(60, 45), (200, 45), (340, 45), (200, 210)] {
            let seen = (y - 40..<y + 40).contains { row in
                (x - 40..<x + 40).contains { image[$0, max(0, row)].red > 200 }
            }
            #expect(seen, "white letters near \(x), \(y)")
        }
    }

    @Test func `texts in boxes side by side are at the same height`() async throws {
        _ = try await postcard.run(
            "meme", "a.png", "LEFT", "LEFT", "--box", "0,0.1,0.45,0.8", "--box", "0.5,0.1,0.45,0.8", "-o", "x.png")
        let image = try Image(decoding: folder.read("x.png"))
        func rows(_ columns: Range<Int>) -> [Int] {
            (0..<300).filter { row in columns.contains { image[$0, row].red > 200 } }
        }
        #expect(!rows(0..<200).isEmpty)
        #expect(rows(0..<190) == rows(200..<390))
    }

    @Test(arguments: [("a\\nb", "a\nb"), ("a\\\\nb", "a\\nb"), ("a\nb", "a\nb"), ("\\n", "\n"), ("a\\b", "a\\b")])
    func `a backslash followed by n is a line break`(typed: String, text: String) {
        #expect(typed.withLineBreaks == text)
    }

    @Test func `a picture among a template's texts is reported`() async throws {
        let made = try await postcard.run("meme", "a.png", "--template", "wanted", "A", "-o", "x.png")
        #expect(made.status == 0)
        #expect(made.errors.contains("--overlay a.png"))
    }

    @Test func `a meme can be made without a trace in the library`() async throws {
        _ = try await postcard.run("meme", "a.png", "KEPT")
        let made = try await postcard.run("meme", "a.png", "HI", "-o", "x.png", "--no-record")
        #expect(made.status == 0)
        #expect(folder.has("x.png"))
        #expect(try await postcard.run("meme", "list").text.split(separator: "\n").count == 2)
    }

    struct Made: Decodable { let id: String }

    @Test func `writing commands print their results as JSON`() async throws {
        for arguments in [
            ["meme", "a.png", "HI", "--json"], ["pin", "drop", "1,2", "--json"], ["journal", "new", "J", "--json"],
            ["note", "new", "J", "--text", "x", "--json"], ["entry", "new", "a.png", "--text", "x", "--json"],
        ] {
            let made = try await postcard.run(arguments)
            #expect(try made.json(Made.self).id.contains("-"), "\(arguments) \(made.errors)")
        }
    }

    @Test func `a meme is written even if the terminal can't show pictures`() async throws {
        let made = try await postcard.run("meme", "a.png", "HI", "-o", "x.png", "--preview")
        #expect(made.status == 0)
        #expect(folder.has("x.png"))
        #expect(made.errors.contains("not a terminal"))
    }

    @Test(arguments: ["drake", "button", "brain", "boyfriend", "change my mind"])
    func `a template is found by its keywords`(word: String) async throws {
        #expect(try await postcard.run("template", "list", word).text.split(separator: "\n").count > 1)
    }

    @Test func `a template that contains an unknown name is rejected`() async throws {
        try folder.write(Image(size: .square(20)).encoded(as: .png), as: "t/p.png")
        try folder.write(
            Array(#"{"name": "t", "picture": "p.png", "slot": [{"name": "x", "caption": {}}]}"#.utf8),
            as: "t/template.json")
        let added = try await postcard.run("template", "add", "t")
        #expect(added.status == 65, "\(added.errors)")
        #expect(added.errors.contains("Did you mean \"slots\"?"), "\(added.errors)")
        try folder.write(
            Array(#"{"name": "t", "picture": "p.png", "slots": [{"name": "x", "caption": {"box": {"x": 1}}}]}"#.utf8),
            as: "t/template.json")
        let missing = try await postcard.run("template", "add", "t")
        #expect(missing.errors.contains("\"y\" is missing"), "\(missing.errors)")
    }
}
