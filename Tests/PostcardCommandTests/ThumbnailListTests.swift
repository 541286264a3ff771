import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

/// Pictures that other programs list, and unreadable folders.
@Suite struct ThumbnailListTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
    }

    /// Runs an sh script with the program in `$P`; returns the exit status and all output.
    private func run(_ script: String) throws -> (status: Int32, text: String) {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", "exec 2>&1; \(script)"]
        shell.currentDirectoryURL = folder.url
        shell.environment = ["P": postcard.path, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": folder.path("home")]
        let pipe = Pipe()
        shell.standardOutput = pipe
        try shell.run()
        let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        shell.waitUntilExit()
        return (shell.terminationStatus, text)
    }

    @Test(arguments: ["-type f", "-name '*.jpg'", "-print"])
    func `results of earlier runs in the output of find are skipped`(condition: String) async throws {
        for name in ["a", "sub/b"] { try folder.write(TestPicture.jpeg(80, 60), as: "in/\(name).jpg") }
        let script = "cd in && find . \(condition) | \"$P\" thumbnail --files-from - --base . --to t --size 20"
        let first = try run(script)
        #expect(first.status == 0, "\(first.text)")
        for _ in 0..<2 {
            let again = try run(script)
            #expect(again.status == 0, "\(again.text)")
            #expect(again.text.contains("skipped"), "\(again.text)")
            #expect(again.text.contains("2 up to date"), "\(again.text)")
        }
        let results = try folder.files().filter { $0.hasPrefix("in/t/") && $0.hasSuffix(".jpg") }
        #expect(results == ["in/t/a.jpg", "in/t/sub/b.jpg"])
    }

    @Test func `a folder that can't be listed does not stop the others`() async throws {
        for name in ["a/1", "b/2", "c/3"] { try folder.write(TestPicture.jpeg(80, 60), as: "in/\(name).jpg") }
        try FileManager.default.createDirectory(atPath: folder.path("out"), withIntermediateDirectories: true)
        // root can read everything, so the program then runs as another user.
        let someone = geteuid() == 0 ? "setpriv --reuid=65534 --clear-groups " : ""
        let result = try run(
            """
            chmod 755 . in in/a in/c; chmod 777 out; chmod 0 in/b
            \(someone)"$P" thumbnail in --to out --size 20; status=$?
            chmod 755 in/b; exit $status
            """)
        #expect(result.status == 75, "\(result.text)")
        #expect(
            result.text.contains("in/b: permission denied") || result.text.contains("folder in/b"), "\(result.text)")
        #expect(
            try folder.files().filter { $0.hasSuffix(".jpg") && $0.hasPrefix("out/") } == [
                "out/a/1.jpg", "out/c/3.jpg",
            ])
    }

    @Test func `a watermark can have any name`() throws {
        try folder.write(TestPicture.jpeg(80, 60), as: "a.jpg")
        let result = try run(
            """
            set -e; w="$(printf 'w\\351.png')"; "$P" edit a.jpg resize=9 -o w.png; mv w.png "$w"
            "$P" edit a.jpg watermark="$w",0.5 -o b.png
            "$P" thumbnail a.jpg --edit watermark="$w" --to out
            """)
        #expect(result.status == 0, "\(result.text)")
    }

    @Test(arguments: [("50%", 300, 200), ("10%", 60, 40), ("200%", 1200, 800)])
    func `a size can be a fraction of the picture's size`(size: String, width: Int, height: Int) async throws {
        try folder.write(TestPicture.jpeg(600, 400), as: "a.jpg")
        let result = try await postcard.run(
            "thumbnail", "file://\(folder.path("a.jpg"))", "-o", "b.jpg", "--size", size)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try TestPicture.header(of: folder.read("b.jpg")).size == PixelSize(width: width, height: height))
    }

    @Test(arguments: [
        (["thumbnail", "a.jpg", "--to", "out"], 75, "--max-megapixels sets the limit"),
        (["edit", "a.jpg", "-o", "b.png"], 65, "Raise the pixel limit to read it. --max-megapixels sets the limit."),
        (
            ["edit", "a.jpg", "-o", "b.png", "--max-megabytes", "0.0001"], 65,
            "Raise the byte limit to read it. --max-megabytes sets the limit."
        ),
        (["edit", "a.jpg", "blur=1e30", "-o", "b.png"], 64, "between 0 and 250"),
        (["thumbnail", "a.jpg", "-s", "100", "-o", "b.jpg"], 64, "--size 100"),
    ])
    func `an error message says which option helps`(arguments: [String], status: Int32, message: String) async throws {
        try folder.write(TestPicture.jpeg(200, 150), as: "a.jpg")
        let limited = PostcardCommand(in: folder, environment: ["POSTCARD_MAX_MEGAPIXELS": "0.01"])
        let result = try await limited.run(arguments)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(status == 75 ? result.status != 0 : result.status == status, "\(result.errors)")
    }
}
