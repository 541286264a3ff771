import Foundation
import PostcardCore
import PostcardImaging
import PostcardMemes
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

@Suite struct TemplateStoreTests {
    let folder: TemporaryFolder
    let store: TemplateStore

    init() throws {
        folder = try TemporaryFolder()
        store = TemplateStore(directory: FilePath(folder.path("templates")))
        // A library without templates has no templates folder.
        try FileManager.default.createDirectory(atPath: folder.path("templates"), withIntermediateDirectories: true)
    }

    private func template(_ name: String = "mine") -> Template {
        Template(name: name, title: "Mine", picture: "picture.jpg")
    }

    private func add(_ name: String = "mine", picture: [UInt8]? = nil, replacing: Bool = false) throws {
        _ = try store.add(picture: picture ?? TestPicture.jpeg(), as: template(name), replacing: replacing)
    }

    /// Writes a template folder like one that a user creates manually.
    @discardableResult
    private func write(_ name: String, json: String, files: [String: [UInt8]] = [:]) throws -> FilePath {
        try folder.write(Array(json.utf8), as: "\(name)/template.json")
        for (file, bytes) in files { try folder.write(bytes, as: "\(name)/\(file)") }
        return FilePath(folder.path(name))
    }

    private func names(_ store: TemplateStore? = nil) throws -> [String] {
        try (store ?? self.store).templates().filter { !$0.isBuiltIn }.map(\.template.name)
    }

    @Test func `the built-in templates need no folder`() throws {
        let all = try TemplateStore(directory: nil).templates()
        #expect(all.count == BundledTemplate.all.count)
        #expect(all.allSatisfy { $0.isBuiltIn })
        #expect(all.map(\.template.name) == all.map(\.template.name).sorted())
        for stored in all {
            #expect(try TestPicture.header(of: stored.picture()).size.width > 0, "\(stored.template.name)")
        }
    }

    @Test func `a template is stored with its picture, and used by name`() throws {
        let picture = try TestPicture.jpeg()
        let kept = try store.add(picture: picture, as: template())
        #expect(!kept.isBuiltIn)
        #expect(try names() == ["mine"])
        let found = try store.template(named: "mine")
        expectEqual(found.template, template())
        try expectEqual(found.picture(), picture)
        try expectEqual(found.meme(of: ["ONE", "TWO"]).captions.map(\.text), ["ONE", "TWO"])
        #expect(throws: MemeError.self) { try found.meme(of: ["1", "2", "3", "4", "5"]) }
    }

    @Test func `an existing template is replaced only on request`() throws {
        try add()
        let other = try TestPicture.jpeg(80, 60)
        let error = #expect(throws: LibraryError.self) { try add(picture: other) }
        #expect(error?.code == .conflict)
        #expect(try store.template(named: "mine").picture() == TestPicture.jpeg())
        try add(picture: other, replacing: true)
        #expect(try store.template(named: "mine").picture() == other)
        #expect(try folder.files().sorted() == ["templates/mine/picture.jpg", "templates/mine/template.json"])
    }

    @Test func `only the files that the template refers to are copied`() throws {
        let json = """
            {"name": "mine", "picture": "a.jpg", "overlays": [{"picture": "b.png", "box": {"x": 0, "y": 0, "width": 1, "height": 1}}]}
            """
        let sticker = try TestPicture.gradient(20, 20).encoded(as: .png)
        let source = try write(
            "source", json: json, files: ["a.jpg": TestPicture.jpeg(), "b.png": sticker, "secret": [1]])
        let kept = try store.add(source)
        #expect(
            try folder.files().filter { $0.hasPrefix("templates/") }
                == ["templates/mine/a.jpg", "templates/mine/b.png", "templates/mine/template.json"])
        #expect(try kept.meme(of: []).overlays.first?.picture == .bytes(sticker))
    }

    @Test(arguments: [
        #"{"name": "mine"}"#, #"{"name": "mine", "picture": 7}"#, "[]", "",
        #"{"name": "mine", "picture": "a.jpg", "pictur": 1}"#,
    ])
    func `the error for a damaged file contains its path`(json: String) throws {
        let source = try write("source", json: json, files: ["a.jpg": TestPicture.jpeg()])
        let error = #expect(throws: FileError.self) { try store.add(source) }
        #expect(error?.message.contains("\(source)/template.json") == true)
        #expect(try names().isEmpty)
    }

    @Test(arguments: [
        #"{"name": "../mine", "picture": "a.jpg"}"#, #"{"name": "Mine", "picture": "a.jpg"}"#,
        #"{"name": "mine", "picture": "../a.jpg"}"#, #"{"name": "mine", "picture": "/etc/passwd"}"#,
        #"{"name": "mine", "picture": ".a.jpg"}"#, #"{"name": "mine", "picture": "a.jpg", "slots": []}"#,
    ])
    func `names that lead outside the folder are rejected`(json: String) throws {
        let source = try write("source", json: json, files: ["a.jpg": TestPicture.jpeg()])
        #expect(throws: MemeError.self) { try store.add(source) }
        #expect(try folder.files().allSatisfy { $0.hasPrefix("source/") })
    }

    @Test func `a picture that can't be decoded is rejected, and leaves no files`() throws {
        #expect(throws: ImageError.self) { try store.add(picture: Array("no picture".utf8), as: template()) }
        #expect(try folder.files().isEmpty)
    }

    @Test func `a folder without a template, or without its picture, is rejected`() throws {
        try folder.write([1], as: "empty/file")
        let missing = #expect(throws: LibraryError.self) { try store.add(FilePath(folder.path("empty"))) }
        #expect(missing?.code == .notFound)
        let source = try write("source", json: #"{"name": "mine", "picture": "a.jpg"}"#)
        let error = #expect(throws: FileError.self) { try store.add(source) }
        #expect(error?.code == .notFound)
        #expect(try names().isEmpty)
    }

    @Test func `a damaged template is skipped in the list and reported`() throws {
        try add()
        try folder.write(Array("{".utf8), as: "templates/broken/template.json")
        try folder.write([1], as: "templates/Not A Name/file")
        var faults: [String] = []
        let found = try store.templates { name, _ in faults.append(name) }
        #expect(found.filter { !$0.isBuiltIn }.map(\.template.name) == ["mine"])
        #expect(faults == ["broken"])
        #expect(throws: FileError.self) { try store.template(named: "broken") }
    }

    @Test func `built-in templates are neither replaced nor removed`() throws {
        let name = try #require(BundledTemplate.all.first?.name)
        let replaced = #expect(throws: LibraryError.self) {
            try add(name, replacing: true)
        }
        #expect(replaced?.code == .conflict)
        let removed = #expect(throws: LibraryError.self) { try store.remove(name) }
        #expect(removed?.code == .permissionDenied)
    }

    @Test func `a template is removed with its files`() throws {
        try add()
        try add("other")
        try store.remove("mine")
        #expect(try names() == ["other"])
        #expect(try folder.files().allSatisfy { $0.hasPrefix("templates/other/") })
        for name in ["mine", "../templates/other", "", "."] {
            let error = #expect(throws: LibraryError.self) { try store.remove(name) }
            #expect(error?.code == .notFound, "\(name)")
        }
    }

    @Test func `without a library no template is stored`() throws {
        let nowhere = TemplateStore(directory: nil)
        let error = #expect(throws: LibraryError.self) { try nowhere.add(picture: TestPicture.jpeg(), as: template()) }
        #expect(error?.suggestion == .nameLibrary)
        #expect(throws: LibraryError.self) { try nowhere.template(named: "mine") }
    }

    @Test func `other templates are copied even if one is unreadable`() throws {
        try add()
        try folder.write(Array("{".utf8), as: "templates/broken/template.json")
        let other = TemplateStore(directory: FilePath(folder.path("copy")))
        var report = ExchangeReport()
        report.problems = ["before"]
        try store.copyStored(to: other, replacing: false, report: &report)
        expectEqual(report.templates, 1)
        expectEqual(report.problems.count, 2)
        expectEqual(report.problems.last?.contains("broken"), true)
        try expectEqual(names(other), ["mine"])
        try store.copyStored(to: other, replacing: false, report: &report)
        #expect(report.templates == 1)
        try store.copyStored(to: other, replacing: true, report: &report)
        #expect(report.templates == 2)
    }

    /// Writes a template folder in memegen's format.
    private func writeMemegen(_ name: String, _ config: String = "name: Cat\n") throws {
        try folder.write(Array(config.utf8), as: "memegen/\(name)/config.yml")
        try folder.write(TestPicture.jpeg(), as: "memegen/\(name)/default.jpg")
        try folder.write(TestPicture.jpeg(80, 60), as: "memegen/\(name)/sad.jpg")
    }

    @Test func `memegen's template is stored with its styles`() throws {
        try writeMemegen("cat")
        let kept = try store.add(FilePath(folder.path("memegen/cat")))
        #expect(kept.template.styleNames == ["default", "sad"])
        #expect(try kept.picture(style: "sad") == TestPicture.jpeg(80, 60))
        #expect(try kept.picture(style: "default") == TestPicture.jpeg())
        #expect(throws: MemeError.self) { try kept.picture(style: "happy") }
        #expect(
            try folder.files().filter { $0.hasPrefix("templates/") }
                == ["default.jpg", "sad.jpg", "template.json"].map { "templates/cat/\($0)" })
    }

    @Test func `the error for memegen's damaged config contains its path`() throws {
        try writeMemegen("cat", "name: [x]\n")
        let error = #expect(throws: FileError.self) { try store.add(FilePath(folder.path("memegen/cat"))) }
        #expect(error?.code == .invalidRecord)
        #expect(error?.message.contains("memegen/cat/config.yml: Line 1") == true, "\(error?.message ?? "")")
    }

    @Test func `all templates in a folder are added, and existing ones stay`() throws {
        for name in ["cat", "dog", "_error"] { try writeMemegen(name) }
        try writeMemegen("broken", "[")
        try folder.write([1], as: "memegen/notes/file")
        try add("dog")
        func addAll(replacing: Bool) throws -> [String: String] {
            var found: [String: String] = [:]
            try store.addAll(in: FilePath(folder.path("memegen")), replacing: replacing) { name, result in
                switch result {
                case .success(let stored): found[name] = stored == nil ? "kept" : "added"
                case .failure: found[name] = "failed"
                }
            }
            return found
        }
        try expectEqual(addAll(replacing: false), ["cat": "added", "dog": "kept", "broken": "failed"])
        try expectEqual(store.template(named: "dog").template.title, "Mine")
        try expectEqual(addAll(replacing: true), ["cat": "added", "dog": "added", "broken": "failed"])
        try expectEqual(store.template(named: "dog").template.title, "Cat")
    }

    @Test func `a document contains the template and its files`() throws {
        try add()
        let json = try store.template(named: "mine").document().json()
        let document = try TemplateDocument(json: json, named: "other")
        #expect(document.template.name == "other")
        #expect(try store.add(document).picture() == TestPicture.jpeg())
        #expect(try names() == ["mine", "other"])
    }

    @Test(arguments: [
        (#"{"name": "a", "picture": "a.jpg"}"#, "lacks its file a.jpg"),
        (#"{"name": "a", "picture": "a.jpg", "files": {"a.jpg": "x"}}"#, "is not a data URL"),
        (#"{"name": "a", "picture": "a.jpg", "files": {"a.jpg": 7}}"#, "is not a data URL"),
        (#"{"name": "a", "picture": "template.json"}"#, "Use the name of a file"),
        (#"{"name": "a", "picture": "a.jpg", "styles": ["b.jpg", "b.png"]}"#, "the same style name"),
        ("7", "is missing"),
    ])
    func `an invalid document stores nothing`(json: String, message: String) throws {
        let error = #expect(throws: MemeError.self) {
            try store.add(TemplateDocument(json: JSONValue(decodable: Array(json.utf8))))
        }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(try names().isEmpty)
    }

    @Test func `a meme becomes a template with its overlays, and its texts an example`() throws {
        var meme = Meme.classic(top: "one", bottom: "two")
        let sticker = try TestPicture.gradient(20, 20).encoded(as: .png)
        meme.overlays = [Overlay(.bytes(sticker), in: .whole)]
        let kept = try store.add(TemplateDocument(meme, on: TestPicture.jpeg(), as: template()))
        #expect(kept.template.slots.map(\.caption.text) == ["", ""])
        #expect(kept.template.examples == [["one", "two"]])
        var same = try kept.meme(of: ["one", "two"])
        same.captions = meme.captions
        #expect(same == meme)
    }

    @Test func `a still picture of a template with an animated one has no times`() throws {
        var animated = template()
        animated.styles = ["animated.gif"]
        animated.slots[0].caption.start = .seconds(1)
        let gif = try TestPicture.gradient().encoded(as: .gif)
        let kept = try store.add(
            TemplateDocument(template: animated, files: ["picture.jpg": TestPicture.jpeg(), "animated.gif": gif]))
        #expect(try kept.meme(of: ["a"], isStill: true).captions[0].start == nil)
        #expect(try kept.meme(of: ["a"]).captions[0].start == .seconds(1))
    }
}
