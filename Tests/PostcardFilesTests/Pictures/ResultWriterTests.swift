import Foundation
import PostcardDisk
import PostcardImaging
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardFiles

/// The files that a run is allowed to write, and those that are up to date.
@Suite struct ResultWriterTests {
    let folder: TemporaryFolder
    init() throws {
        folder = try TemporaryFolder()
        try folder.write([1, 2, 3], as: "in/a.jpg")
        try folder.write([4, 5, 6, 7], as: "in/b.jpg")
    }

    private func path(_ name: String) -> FilePath { FilePath(folder.path(name)) }

    private func writer(replaces: Bool = false, protecting: [String] = [], folder: String? = "out") throws
        -> ResultWriter
    {
        var list = PictureList()
        for name in protecting { try list.append(.file(path(name)), relative: FilePath(name)) }
        return try ResultWriter(
            folder: folder.map(path), replaces: replaces, inputs: FileIdentities(of: list))
    }

    private func result(
        _ name: String = "out/a.png", of source: String = "in/a.jpg", recipe: String = "r"
    ) throws -> ResultWriter.Result {
        ResultWriter.Result(
            path: path(name), source: try ResultWriter.Source(.file(path(source))), recipe: ResultWriter.recipe(recipe))
    }

    @Test func `a result is up to date until its source or its recipe changes`() throws {
        let writer = try writer()
        #expect(try writer.state(of: result()) == .outdated)
        try writer.write([9], as: result())
        #expect(try writer.state(of: result()) == .upToDate)
        #expect(try writer.state(of: result(recipe: "another")) == .outdated)
        try folder.write([1, 2, 3, 4, 5], as: "in/a.jpg")
        #expect(try writer.state(of: result()) == .outdated)
        // Another process comes to the same conclusion.
        try folder.write([1, 2, 3], as: "in/a.jpg")
        try writer.write([9], as: result())
        #expect(try self.writer().state(of: result()) == .upToDate)
    }

    @Test func `missing folders of results are created`() throws {
        try writer().write([9], as: result("out/x/y/a.png"))
        #expect(try folder.read("out/x/y/a.png") == [9])
        #expect(try folder.files().allSatisfy { !$0.hasSuffix(".part") })
    }

    @Test func `a file of another origin is not replaced`() throws {
        try folder.write([7], as: "out/a.png")
        let error = #expect(throws: FileError.self) { try writer().state(of: result()) }
        #expect(error?.code == .exists)
        #expect(error?.message.contains("already exists and was not made by Postcard.") == true)
        #expect(try writer(replaces: true).state(of: result()) == .outdated)
        try writer(replaces: true).write([9], as: result())
        #expect(try folder.read("out/a.png") == [9])
    }

    @Test func `a changed result is not replaced`() throws {
        try writer().write([9], as: result())
        try folder.write([9, 9], as: "out/a.png")
        let error = #expect(throws: FileError.self) { try writer().state(of: result()) }
        #expect(error?.message.contains("has been changed since Postcard made it") == true)
    }

    @Test func `without a folder an existing file is kept`() throws {
        try folder.write([7], as: "a.png")
        let error = #expect(throws: FileError.self) { try writer(folder: nil).state(of: result("a.png")) }
        #expect(error?.code == .exists)
        #expect(error?.message.hasSuffix("already exists.") == true)
        #expect(throws: FileError.self) { try writer(folder: nil).write([9], as: result("a.png")) }
        #expect(try folder.read("a.png") == [7])
    }

    @Test func `the result of one picture is not replaced with the result of another picture`() throws {
        try writer().write([9], as: result())
        let error = #expect(throws: FileError.self) { try writer().state(of: result(of: "in/b.jpg")) }
        #expect(error?.message.contains("would both become") == true)
        // Once the first picture is deleted, its result can be replaced.
        try FileManager.default.removeItem(atPath: folder.path("in/a.jpg"))
        #expect(try writer().state(of: result(of: "in/b.jpg")) == .outdated)
    }

    @Test(arguments: [false, true])
    func `no input picture of a run is ever replaced`(replaces: Bool) throws {
        let own = #expect(throws: FileError.self) {
            try writer(replaces: replaces).state(of: result("in/a.jpg"))
        }
        #expect(own?.message.contains("would be replaced by its own result") == true)
        let other = #expect(throws: FileError.self) {
            try writer(replaces: replaces, protecting: ["in/a.jpg", "in/b.jpg"]).state(of: result("in/b.jpg"))
        }
        #expect(other?.message.contains("which is one of the input pictures") == true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link.jpg"), withDestinationPath: folder.path("in/a.jpg"))
        #expect(throws: FileError.self) { try writer(replaces: replaces).state(of: result("link.jpg")) }
    }

    @Test func `a folder with the name of a result is not replaced`() throws {
        try folder.write([1], as: "out/a.png/x")
        let error = #expect(throws: FileError.self) { try writer(replaces: true).state(of: result()) }
        #expect(error?.message.contains("is a folder, but a result needs this name") == true)
    }

    @Test func `recipes consist of sixteen digits`() {
        let recipes = (0..<100).map { ResultWriter.recipe("\($0)") }
        #expect(Set(recipes).count == 100)
        #expect(recipes.allSatisfy { $0.utf8.count == 16 && $0.allSatisfy(\.isHexDigit) })
        #expect(ResultWriter.recipe("") == "e3b0c44298fc1c14")
    }

    @Test func `a missing source is reported`() {
        let error = #expect(throws: FileError.self) { try ResultWriter.Source(.file(path("in/gone.jpg"))) }
        #expect(error?.code == .notFound)
        #expect(error?.message.contains("Check the path.") == true)
        #expect(throws: Never.self) { try ResultWriter.Source(.address("http://host/a.jpg")) }
    }

    @Test func `files are recognized by any of their names`() throws {
        var list = PictureList()
        try list.append(.file(path("in/../in/a.jpg")), relative: "a.jpg")
        try list.append(.file(path("in/gone.jpg")), relative: "gone.jpg")
        try list.append(.address("http://host/a.jpg"), relative: "a.jpg")
        try FileManager.default.linkItem(atPath: folder.path("in/a.jpg"), toPath: folder.path("in/hard.jpg"))
        let files = FileIdentities(of: list)
        for (name, isKnown) in [("in/a.jpg", true), ("in/hard.jpg", true), ("in/b.jpg", false), ("in", false)] {
            let status = try #require(try FileSystem.status(of: path(name)))
            #expect(files.contains(status.identity) == isKnown, "\(name)")
            #expect(!FileIdentities().contains(status.identity))
        }
    }
}

extension ResultWriter {
    fileprivate func write(_ bytes: [UInt8], as result: Result) throws {
        try write(.init(bytes: bytes, size: .square(1), format: .png), to: result, ofVersion: nil)
    }
}
