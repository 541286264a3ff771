import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

/// `--copy`, `--open` and `@clipboard`, with scripts instead of the desktop's programs.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/exe"), "needs the programs of Linux"))
struct ClipboardTests {
    /// A desktop, with the names of its variable and programs.
    enum Desktop: CaseIterable {
        case wayland, x11

        var variable: String { self == .wayland ? "WAYLAND_DISPLAY" : "DISPLAY" }
    }

    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        for name in ["bin/.keep", "temporary/.keep"] { try folder.write([], as: name) }
        var postcard = PostcardCommand(in: folder)
        postcard.environment["PATH"] = "\(folder.path("bin")):/usr/bin:/bin"
        postcard.environment["TMPDIR"] = folder.path("temporary")
        self.postcard = postcard
        try folder.write(TestPicture.jpeg(320, 240), as: "photo.jpg")
    }

    private func add(_ program: String, _ script: String) throws {
        let path = try folder.write(Array("#!/bin/sh\n\(script)\n".utf8), as: "bin/\(program)")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    /// Adds the programs of a desktop. They write their arguments to `arguments` and the picture to `copied`, and paste the file `pasted`
    /// as a picture of one type.
    private func command(on desktop: Desktop, offering type: String = "image/png") throws -> PostcardCommand {
        let (arguments, copied, pasted) = (folder.path("arguments"), folder.path("copied"), folder.path("pasted"))
        let paste = "case \"$*\" in *\(type)*) cat '\(pasted)';; *) echo 'not available' >&2; exit 1;; esac"
        let note = "printf '%s\\n' \"$*\" >'\(arguments)'"
        switch desktop {
        case .wayland:
            try add("wl-copy", "\(note)\ncat >'\(copied)'")
            try add("wl-paste", paste)
        case .x11:
            try add("xclip", "case \"$*\" in *-o) \(paste);; *) \(note); cat \"$6\" >'\(copied)';; esac")
        }
        var command = postcard
        command.environment[desktop.variable] = "display"
        return command
    }

    private func expectNoTemporaryFiles() throws {
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("temporary")) == [".keep"])
    }

    @Test(arguments: Desktop.allCases)
    func `a meme is copied as PNG, and no file is written`(desktop: Desktop) async throws {
        let result = try await command(on: desktop).run("meme", "photo.jpg", "TOP", "--copy")
        #expect(result.status == 0, "\(result.errors)")
        expectEqual(result.errors, "Copied to the clipboard as PNG.\n")
        let header = try TestPicture.header(of: folder.read("copied"))
        expectEqual(header.format, .png)
        expectEqual(header.size, PixelSize(width: 320, height: 240))
        let arguments = String(decoding: try folder.read("arguments"), as: UTF8.self)
        #expect(arguments.contains("image/png"), "\(arguments)")
        #expect(!folder.has("photo-meme.jpg"))
        try expectNoTemporaryFiles()
    }

    @Test func `an animation is copied unchanged`() async throws {
        var encoder = try AnimationEncoder(size: PixelSize(width: 60, height: 40), loopCount: 3)
        for _ in 0..<4 { try encoder.append(TestPicture.gradient(60, 40), delay: 70) }
        try folder.write(encoder.finish(), as: "a.gif")
        let result = try await command(on: .wayland).run("edit", "a.gif", "resize=30", "-o", "b.gif", "--copy")
        #expect(result.status == 0, "\(result.errors)")
        expectEqual(try folder.read("copied"), try folder.read("b.gif"))
        expectEqual(String(decoding: try folder.read("arguments"), as: UTF8.self), "--type image/gif\n")
    }

    @Test func `a saved meme can be copied again`() async throws {
        let command = try command(on: .wayland)
        let made = try await command.run("meme", "photo.jpg", "TOP", "-o", "meme.png")
        let id = String(made.text.prefix { $0 != " " })
        let result = try await command.run("meme", "show", id, "--copy", "--json")
        #expect(result.status == 0, "\(result.errors)")
        expectEqual(try folder.read("copied"), try folder.read("meme.png"))
    }

    @Test(arguments: Desktop.allCases, ["image/png", "image/jpeg", "image/gif"])
    func `commands read the picture on the clipboard`(desktop: Desktop, type: String) async throws {
        let format: EncodingOptions = type == "image/png" ? .png : type == "image/gif" ? .gif : .jpeg(quality: 90)
        try folder.write(TestPicture.gradient(240, 180).encoded(as: format), as: "pasted")
        let command = try command(on: desktop, offering: type)
        for arguments in [
            ["meme", "@clipboard", "TOP", "-o", "meme.png"], ["edit", "@clipboard", "resize=60", "-o", "small.png"],
            ["meme", "photo.jpg", "TOP", "--overlay", "@clipboard@0.7,0.1,0.25,0.25", "-o", "over.png"],
            ["info", "@clipboard"], ["entry", "add", "@clipboard", "--text", "Pasted"],
        ] {
            let result = try await command.run(arguments)
            #expect(result.status == 0, "\(arguments): \(result.errors)")
        }
        expectEqual(try TestPicture.header(of: folder.read("meme.png")).size, PixelSize(width: 240, height: 180))
        expectEqual(try TestPicture.header(of: folder.read("small.png")).size, PixelSize(width: 60, height: 45))
        try expectNoTemporaryFiles()
    }

    @Test func `a meme of the clipboard is named after it`() async throws {
        try folder.write(TestPicture.gradient(120, 90).encoded(as: .png), as: "pasted")
        let result = try await command(on: .wayland).run("meme", "@clipboard", "TOP")
        #expect(result.status == 0, "\(result.errors)")
        #expect(folder.has("clipboard-meme.jpg"))
    }

    @Test func `a clipboard without a picture, or with a too large one, is an error`() async throws {
        let command = try command(on: .x11)
        try folder.write([], as: "pasted")
        let empty = try await command.run("edit", "@clipboard", "-o", "out.png")
        #expect(empty.status == 66 && empty.errors.contains("The clipboard contains no picture."))
        try folder.write([UInt8](repeating: 0, count: 2_000_000), as: "pasted")
        let large = try await command.run("edit", "@clipboard", "-o", "out.png", "--max-megabytes", "1")
        #expect(large.status == 65 && large.errors.contains("exceeds the limit of 1048576 bytes"), "\(large.errors)")
        #expect(!folder.has("out.png"))
        try expectNoTemporaryFiles()
    }

    @Test(arguments: [
        ([], "this session has no desktop"),
        (["WAYLAND_DISPLAY", "DISPLAY"], "Install wl-clipboard (for Wayland) or xclip"),
    ])
    func `without a clipboard, nothing is made`(variables: [String], message: String) async throws {
        var command = postcard
        command.environment["PATH"] = folder.path("bin")
        for variable in variables { command.environment[variable] = "display" }
        for arguments in [
            ["meme", "photo.jpg", "TOP", "-o", "out.png", "--copy"], ["edit", "photo.jpg", "-o", "out.png", "--copy"],
            ["edit", "@clipboard", "-o", "out.png"],
        ] {
            let result = try await command.run(arguments)
            #expect(result.status == 69 && result.errors.contains(message), "\(arguments): \(result.errors)")
            #expect(!folder.has("out.png"))
        }
    }

    @Test func `a failing program is reported, and the file stays`() async throws {
        let command = try command(on: .wayland)
        try add("wl-copy", "exit 3")
        let result = try await command.run("edit", "photo.jpg", "-o", "out.png", "--copy")
        #expect(result.status == 69)
        #expect(result.errors.contains("wl-copy could not copy the picture as PNG (status 3)."), "\(result.errors)")
        #expect(folder.has("out.png"))
    }

    @Test(arguments: [
        ["meme", "photo.jpg", "TOP", "-o", "out.png"], ["edit", "photo.jpg", "-o", "out.png"],
    ])
    func `a result is opened on request`(arguments: [String]) async throws {
        try add("xdg-open", "printf %s \"$1\" >'\(folder.path("opened"))'")
        let missing = try await self.postcard.run(arguments + ["--open", "--force"])
        #expect(missing.status == 69 && missing.errors.contains("this session has no desktop"), "\(missing.errors)")
        #expect(!folder.has("opened"))
        var postcard = self.postcard
        postcard.environment["DISPLAY"] = "display"
        let result = try await postcard.run(arguments + ["--open", "--force"])
        #expect(result.status == 0, "\(result.errors)")
        expectEqual(String(decoding: try folder.read("opened"), as: UTF8.self), "out.png")
        try add("xdg-open", "exit 4")
        let failed = try await postcard.run(arguments + ["--open", "--force"])
        #expect(failed.status == 69 && failed.errors.contains("xdg-open could not open out.png (status 4)."))
    }

    @Test func `a meme without a file name is opened, too`() async throws {
        try add("xdg-open", "printf %s \"$1\" >'\(folder.path("opened"))'")
        for (options, name) in [(["--preview"], "photo-meme.jpg"), (["--library", "Library"], "Library/blobs/")] {
            var postcard = self.postcard
            postcard.environment["DISPLAY"] = "display"
            let result = try await postcard.run(["meme", "photo.jpg", "TOP", "--open"] + options)
            #expect(result.status == 0, "\(result.errors)")
            let opened = String(decoding: try folder.read("opened"), as: UTF8.self)
            #expect(opened.contains(name), "\(opened)")
        }
    }

    @Test(arguments: [
        ["edit", "photo.jpg"], ["edit", "photo.jpg", "--open"], ["edit", "photo.jpg", "--open", "-o", "-"],
        ["edit", "photo.jpg", "--open", "--copy"], ["meme", "photo.jpg", "TOP", "--open", "-o", "-"],
        ["edit", "photo.jpg", "--open", "-o", "s3://bucket/out.png"],
        ["meme", "photo.jpg", "--from", "texts.csv", "-o", "memes", "--copy"],
    ])
    func `options that can't be used together are usage errors`(arguments: [String]) async throws {
        try folder.write(Array("top,bottom\na,b\n".utf8), as: "texts.csv")
        let result = try await command(on: .wayland).run(arguments)
        #expect(result.status == 64, "\(result.errors)")
        #expect(!folder.has("copied"))
    }
}
