import Foundation
import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

/// `thumbnail` in folders with other files: it replaces only its own results, and skips nothing silently.
@Suite struct ThumbnailSafetyTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
    }

    private func results(in name: String = "out") throws -> [String] {
        try folder.files().filter { $0.hasPrefix(name + "/") && !$0.hasSuffix(".postcard-results") }
    }

    private func width(of name: String) throws -> Int { try TestPicture.header(of: folder.read(name)).size.width }

    private func setTime(of name: String, to seconds: Double) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: folder.path(name))
    }

    @Test(arguments: ["thumbnail", "peek"])
    func `an original in the results folder is not replaced`(command: String) async throws {
        try folder.write(TestPicture.jpeg(80, 60), as: "cam/IMG_1.jpg")
        let original = try TestPicture.jpeg(400, 300)
        try folder.write(original, as: "pics/IMG_1.jpg")
        try setTime(of: "pics/IMG_1.jpg", to: 1_000_000)
        let result = try await postcard.run(command, "cam", "--to", "pics")
        #expect(result.status == 73, "\(result.errors)")
        #expect(result.errors.contains("pics/IMG_1.jpg already exists"), "\(result.errors)")
        #expect(result.errors.contains("Choose another folder, or replace it with --force."), "\(result.errors)")
        #expect(try folder.read("pics/IMG_1.jpg") == original)
        let forced = try await postcard.run(command, "cam", "--to", "pics", "--force")
        #expect(forced.status == 0, "\(forced.errors)")
        #expect(try width(of: "pics/IMG_1.jpg") == 80)
    }

    @Test func `an input picture of the run is never replaced, even with --force`() async throws {
        try folder.write(TestPicture.jpeg(80, 60), as: "cam/a.jpg")
        let original = try TestPicture.jpeg(400, 300)
        try folder.write(original, as: "pics/b.jpg")
        try FileManager.default.linkItem(atPath: folder.path("pics/b.jpg"), toPath: folder.path("pics/a.jpg"))
        let result = try await postcard.run("thumbnail", "cam", "pics/b.jpg", "--to", "pics", "--force")
        #expect(result.status != 0)
        #expect(result.errors.contains("one of the input pictures"), "\(result.errors)")
        #expect(try folder.read("pics/a.jpg") == original)
    }

    @Test(arguments: ["cut", "removed", "torn"])
    func `a result without its record is treated as a user's file`(damage: String) async throws {
        try folder.write(TestPicture.jpeg(80, 60), as: "in/a.jpg")
        _ = try await postcard.run("thumbnail", "in", "--to", "out")
        let record = folder.path("out/.postcard-results")
        let line = try folder.read("out/.postcard-results")
        switch damage {
        case "cut": try folder.write([], as: "out/.postcard-results")
        case "torn": try folder.write(Array(line.dropLast(9)), as: "out/.postcard-results")
        default: try FileManager.default.removeItem(atPath: record)
        }
        let result = try await postcard.run("thumbnail", "in", "--to", "out", "--size", "20")
        #expect(result.status == 73, "\(result.errors)")
        #expect(try width(of: "out/a.jpg") == 80)
        try folder.write(TestPicture.jpeg(80, 60), as: "in/b.jpg")
        let next = try await postcard.run("thumbnail", "in/b.jpg", "--to", "out", "--size", "20")
        #expect(next.status == 0, "\(next.errors)")
        let again = try await postcard.run("thumbnail", "in/b.jpg", "--to", "out", "--size", "20")
        #expect(again.errors.contains("1 up to date"), "\(again.errors)")
    }

    @Test func `a changed result is not replaced`() async throws {
        try folder.write(TestPicture.jpeg(80, 60), as: "in/a.jpg")
        _ = try await postcard.run("thumbnail", "in", "--to", "out")
        try folder.write([1, 2, 3], as: "out/a.jpg")
        let result = try await postcard.run("thumbnail", "in", "--to", "out")
        #expect(result.status == 73)
        #expect(result.errors.contains("out/a.jpg has been changed since Postcard made it"), "\(result.errors)")
        #expect(try folder.read("out/a.jpg") == [1, 2, 3])
    }

    @Test(arguments: [
        ["--size", "20"], ["--quality", "30"], ["--fit", "cover", "--size", "30x30"], ["--edit", "grayscale"],
        ["--keep", "copyright"],
    ])
    func `results are made again if the recipe changes`(options: [String]) async throws {
        try folder.write(TestPicture.jpeg(80, 60, artist: "A. Body"), as: "in/a.jpg")
        _ = try await postcard.run("thumbnail", "in", "--to", "out")
        let before = try folder.read("out/a.jpg")
        let result = try await postcard.run(["thumbnail", "in", "--to", "out"] + options)
        #expect(result.errors.contains("1 thumbnail made"), "\(result.errors)")
        #expect(try folder.read("out/a.jpg") != before)
        let again = try await postcard.run(["thumbnail", "in", "--to", "out"] + options)
        #expect(again.errors.contains("1 up to date"), "\(again.errors)")
    }

    @Test func `a result is made again if an older file has replaced its source`() async throws {
        try folder.write(TestPicture.jpeg(80, 60), as: "in/a.jpg")
        _ = try await postcard.run("thumbnail", "in", "--to", "out")
        try folder.write(TestPicture.jpeg(40, 30), as: "in/a.jpg")
        try setTime(of: "in/a.jpg", to: 1_000_000)
        let result = try await postcard.run("thumbnail", "in", "--to", "out")
        #expect(result.errors.contains("1 thumbnail made"), "\(result.errors)")
        #expect(try width(of: "out/a.jpg") == 40)
    }

    @Test func `the second of two pictures with the same name keeps its extension`() async throws {
        try folder.write(TestPicture.jpeg(), as: "in/IMG.jpg")
        try folder.write(TestPicture.gradient().encoded(as: .png), as: "in/IMG.png")
        try folder.write(TestPicture.jpeg(), as: "in/other.jpg")
        for made in ["3 thumbnails made", "0 thumbnails made in out, 3 up to date"] {
            let result = try await postcard.run("thumbnail", "in", "--to", "out")
            #expect(result.status == 0 && result.errors.contains(made), "\(result.errors)")
        }
        #expect(try results() == ["out/IMG.jpg", "out/IMG.png.jpg", "out/other.jpg"])
    }

    @Test func `the type in a name distinguishes pictures`() async throws {
        try folder.write(TestPicture.jpeg(), as: "in/IMG.jpg")
        try folder.write(TestPicture.gradient().encoded(as: .png), as: "in/IMG.png")
        let apart = try await postcard.run("thumbnail", "in", "--to", "out", "--name", "{name}-{type}.{ext}")
        #expect(apart.status == 0, "\(apart.errors)")
        #expect(try results() == ["out/IMG-jpg.jpg", "out/IMG-png.jpg"])
    }

    @Test func `the message for pictures with the same name in two folders suggests the folder above both`()
        async throws
    {
        for name in ["a", "b"] { try folder.write(TestPicture.jpeg(), as: "in/\(name)/IMG.jpg") }
        let both = try await postcard.run("thumbnail", "in/a", "in/b", "--to", "out")
        #expect(both.status == 75)
        #expect(both.errors.contains("--base in."), "\(both.errors)")
        let based = try await postcard.run("thumbnail", "in/a", "in/b", "--to", "out", "--base", "in")
        #expect(based.status == 0, "\(based.errors)")
        #expect(try results() == ["out/a/IMG.jpg", "out/b/IMG.jpg"])
    }

    @Test(arguments: [["in", "--to", "in", "--name", "{name}-small.{ext}"], ["in", "--to", "in/thumbs"]])
    func `results in the picture folder are not read as pictures`(arguments: [String]) async throws {
        for name in ["a", "b"] { try folder.write(TestPicture.jpeg(), as: "in/\(name).jpg") }
        for made in ["2 thumbnails made", "0 thumbnails made"] {
            let result = try await postcard.run(["thumbnail"] + arguments)
            #expect(result.status == 0 && result.errors.contains(made), "\(result.errors)")
        }
        // Results are not sources of other results either, but can be listed individually.
        let other = try await postcard.run("thumbnail", "in", "--to", "out")
        #expect(other.errors.contains("2 thumbnails made"), "\(other.errors)")
        let only = try await postcard.run("thumbnail", "out", "--to", "tiny")
        #expect(only.status == 66 && only.errors.contains("results of earlier runs"), "\(only.errors)")
        #expect(try await postcard.run("thumbnail", "out/a.jpg", "--to", "tiny").status == 0)
    }

    @Test func `a contact sheet contains the readable pictures, and the others are counted`() async throws {
        for name in ["a", "b", "c"] { try folder.write(TestPicture.jpeg(), as: "in/\(name).jpg") }
        try folder.write([1, 2, 3], as: "in/bad.jpg")
        let sheet = try await postcard.run("thumbnail", "in", "--contact-sheet", "sheet.jpg")
        #expect(sheet.status == 75)
        #expect(sheet.errors.contains("sheet.jpg: 3 pictures, "), "\(sheet.errors)")
        #expect(sheet.errors.contains("1 of 4 pictures failed"), "\(sheet.errors)")
        let none = try await postcard.run("thumbnail", "in/bad.jpg", "--contact-sheet", "none.jpg")
        #expect(none.status == 65, "\(none.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("none.jpg")))
    }

    @Test func `a later run does not take the name of another picture's result`() async throws {
        for name in ["a", "b"] { try folder.write(TestPicture.jpeg(name == "a" ? 80 : 40, 60), as: "\(name)/IMG.jpg") }
        _ = try await postcard.run("thumbnail", "a/IMG.jpg", "--to", "out")
        let second = try await postcard.run("thumbnail", "b/IMG.jpg", "--to", "out")
        #expect(second.status == 73, "\(second.errors)")
        #expect(second.errors.contains("would both become out/IMG.jpg"), "\(second.errors)")
        #expect(try width(of: "out/IMG.jpg") == 80)
    }

    @Test(arguments: [["--base", "."], ["--name", "{dir}/{name}.{ext}"]])
    func `the folders in a list are kept if requested`(options: [String]) async throws {
        for name in ["a/x", "b"] { try folder.write(TestPicture.jpeg(), as: "\(name)/IMG.jpg") }
        let result = try await postcard.run(
            ["thumbnail", "--files-from", "-", "--to", "out"] + options, input: Array("a/x/IMG.jpg\nb/IMG.jpg\n".utf8))
        #expect(result.status == 0, "\(result.errors)")
        #expect(try results() == ["out/a/x/IMG.jpg", "out/b/IMG.jpg"])
    }

    @Test(arguments: ["detected", "requested"])
    func `the names in a list can be separated by NULs`(way: String) async throws {
        for name in ["a\nb", "c d"] { try folder.write(TestPicture.jpeg(), as: "in/\(name).jpg") }
        let list = Array("in/a\nb.jpg\0in/c d.jpg\0".utf8)
        let result = try await postcard.run(
            ["thumbnail", "--files-from", "-", "--to", "out"] + (way == "requested" ? ["-0"] : []), input: list)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try results() == ["out/a\nb.jpg", "out/c d.jpg"])
    }

    @Test func `together, the shards do all the work`() async throws {
        for number in 0..<12 { try folder.write(TestPicture.jpeg(8, 8), as: "in/\(number).jpg") }
        var counts: [Int] = []
        for shard in 1...3 {
            let result = try await postcard.run("thumbnail", "in", "--to", "out\(shard)", "--shard", "\(shard)/3")
            #expect(result.status == 0, "\(result.errors)")
            counts.append(try results(in: "out\(shard)").count)
        }
        #expect(counts.reduce(0, +) == 12)
        #expect(counts.allSatisfy { $0 < 12 })
    }

    @Test func `damaged files with picture names are reported`() async throws {
        try folder.write(TestPicture.jpeg(), as: "in/good.jpg")
        try folder.write([], as: "in/empty.jpg")
        try folder.write([UInt8](repeating: 0, count: 4096), as: "in/zeros.jpg")
        try folder.write(Array("<html>".utf8), as: "in/page.JPG")
        try folder.write(Array("notes".utf8), as: "in/notes.txt")
        let result = try await postcard.run("thumbnail", "in", "--to", "out")
        #expect(result.status == 75)
        for name in ["empty.jpg", "zeros.jpg", "page.JPG"] { #expect(result.errors.contains("in/\(name)")) }
        #expect(!result.errors.contains("notes.txt"))
        #expect(result.errors.contains("3 of 4 pictures failed"), "\(result.errors)")
    }

    @Test func `the results folder is not searched for pictures`() async throws {
        try folder.write(TestPicture.jpeg(), as: "in/a.jpg")
        let inside = PostcardCommand(in: folder)
        for _ in 0..<3 { _ = try await inside.run("thumbnail", "in", "--to", "in/thumbs") }
        #expect(try results(in: "in") == ["in/a.jpg", "in/thumbs/a.jpg"])
    }

    @Test func `symbolic links are reported`() async throws {
        try folder.write(TestPicture.jpeg(), as: "in/a.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("in/b.jpg"), withDestinationPath: folder.path("in/a.jpg"))
        let result = try await postcard.run("thumbnail", "in", "--to", "out")
        #expect(result.errors.contains("1 symbolic link was not followed"), "\(result.errors)")
        #expect(try results() == ["out/a.jpg"])
    }

    @Test func `names of the maximum length can be written`() async throws {
        let name = String(repeating: "n", count: 251) + ".jpg"
        try folder.write(TestPicture.jpeg(), as: "in/\(name)")
        let result = try await postcard.run("thumbnail", "in", "--to", "out")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try results() == ["out/\(name)"])
    }

    @Test func `names that are not UTF-8 are supported`() async throws {
        try folder.write(TestPicture.jpeg(80, 60), as: "a.jpg")
        let script = """
            set -e
            cp a.jpg "$(printf 'n\\351.jpg')"
            "$P" info "$(printf 'n\\351.jpg')"
            "$P" edit "$(printf 'n\\351.jpg')" resize=10 -o "$(printf 'e\\351.jpg')"
            "$P" meme "$(printf 'n\\351.jpg')" HI --no-record -o "$(printf 'm\\351.jpg')"
            "$P" thumbnail "$(printf 'n\\351.jpg')" --to out
            mkdir in && mv "$(printf 'n\\351.jpg')" in/
            "$P" thumbnail in --to out2
            test -s "$(printf 'e\\351.jpg')" && test -s "$(printf 'out/n\\351.jpg')"
            test -s "$(printf 'm\\351.jpg')"
            test -s "$(printf 'out2/n\\351.jpg')"
            """
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", script]
        shell.currentDirectoryURL = folder.url
        shell.environment = ["P": postcard.path, "PATH": "/usr/bin:/bin", "HOME": folder.path("home")]
        try shell.run()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0)
    }

    @Test(arguments: [
        ["thumbnail", "pipe.jpg", "--to", "out"], ["edit", "pipe.jpg", "-o", "x.jpg"], ["info", "pipe.jpg"],
    ])
    func `the command does not wait for a named pipe`(arguments: [String]) async throws {
        #expect(mkfifo(folder.path("pipe.jpg"), 0o600) == 0)
        let result = try await postcard.run(arguments)
        #expect(result.status == 65, "\(result.errors)")
        #expect(result.errors.contains("named pipe"), "\(result.errors)")
    }

    @Test func `a full disk stops the run`() async throws {
        for number in 0..<40 { try folder.write(TestPicture.jpeg(200, 150), as: "in/\(number).jpg") }
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        // Files are limited to 1 KiB. The error for a full disk is reported in the same way.
        shell.arguments = ["-c", "trap '' XFSZ; ulimit -f 1; \"$P\" thumbnail in --to out 2>&1 | cat"]
        shell.currentDirectoryURL = folder.url
        shell.environment = ["P": postcard.path, "PATH": "/usr/bin:/bin", "HOME": folder.path("home")]
        let pipe = Pipe()
        shell.standardOutput = pipe
        try shell.run()
        let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        shell.waitUntilExit()
        #expect(text.contains("Stopped with"), "\(text)")
        #expect(text.split(separator: "\n").count < 20, "\(text)")
    }

    @Test(arguments: [("300x", 300, 200), ("x100", 150, 100), ("60X90", 60, 40)])
    func `one side can be left unspecified`(size: String, width: Int, height: Int) async throws {
        try folder.write(TestPicture.jpeg(600, 400), as: "a.jpg")
        let result = try await postcard.run("thumbnail", "a.jpg", "-o", "b.jpg", "--size", size)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try TestPicture.header(of: folder.read("b.jpg")).size == PixelSize(width: width, height: height))
    }

    @Test func `JSON is also printed for a single picture`() async throws {
        try folder.write(TestPicture.jpeg(80, 60), as: "a.jpg")
        let result = try await postcard.run("thumbnail", "a.jpg", "-o", "b.jpg", "--size", "40", "--json")
        #expect(result.text.contains("\"file\":\"b.jpg\""), "\(result.text)")
        #expect(result.text.contains("\"width\":40"), "\(result.text)")
        let again = try await postcard.run("thumbnail", "a.jpg", "-o", "b.jpg")
        #expect(again.status == 73)
        #expect(try width(of: "b.jpg") == 40)
    }

    @Test func `without other results, the size applies to the tiles of the contact sheet`() async throws {
        try folder.write(TestPicture.jpeg(900, 675), as: "a.jpg")
        for (size, name) in [("64", "s.jpg"), ("512", "l.jpg")] {
            let result = try await postcard.run("thumbnail", "a.jpg", "--contact-sheet", name, "--size", size)
            #expect(result.status == 0, "\(result.errors)")
        }
        #expect(try width(of: "s.jpg") < 128)
        #expect(try width(of: "l.jpg") > 512)
    }

    @Test(arguments: [
        (["thumbnail", "a.jpg", "--to", "out", "--name", "{nam}.jpg"], "{name}"),
        (["thumbnail", "a.jpg", "--to", "out", "--name", "{name}.png", "--format", "jpg"], "{ext}"),
        (["thumbnail", "a.jpg", "--to", "out", "--size", "300x", "--fit", "cover"], "needs a width and a height"),
        (["thumbnail", "a.jpg", "-o", "-", "--json"], "--json"),
    ])
    func `contradictory options are explained`(arguments: [String], message: String) async throws {
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        let result = try await postcard.run(arguments)
        #expect(result.status == 64, "\(result.errors)")
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test func `the extension in --name sets the format`() async throws {
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        _ = try await postcard.run("thumbnail", "a.jpg", "--to", "out", "--name", "{name}.png")
        #expect(try TestPicture.header(of: folder.read("out/a.png")).format == .png)
    }
}
