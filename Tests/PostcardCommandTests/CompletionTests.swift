import Foundation
import PostcardTestSupport
import Testing

/// What the Tab key offers.
@Suite struct CompletionTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() async throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        _ = try await postcard.run("pin", "drop", "1,2", "--name", "Eiffel Tower")
        _ = try await postcard.run("journal", "new", "Summer in France")
        for name in ["photo.jpg", "phone.png", "spec.json", "list of things.txt"] { try folder.write([0], as: name) }
        try folder.write([0], as: "pictures/a.jpg")
    }

    struct Line: Sendable {
        let typed: [String]
        let kind: String
        let offers: [String]
    }

    @Test(arguments: [
        Line(typed: ["me"], kind: "words", offers: ["meme"]),
        Line(typed: ["pin", ""], kind: "words", offers: ["drop", "list", "rename", "move", "delete"]),
        Line(typed: ["meme", "photo.jpg", "--st"], kind: "words", offers: ["--style"]),
        Line(typed: ["meme", "--template", "cros"], kind: "words", offers: ["crossroads"]),
        Line(typed: ["meme", "photo.jpg", "--style", "band"], kind: "words", offers: ["band", "band-below"]),
        Line(typed: ["meme", "photo.jpg", "--style", "=", "pos"], kind: "words", offers: ["poster"]),
        Line(typed: ["meme", "photo.jpg", "-o", "x"], kind: "files", offers: []),
        Line(typed: ["meme", "--spec", ""], kind: "files json", offers: []),
        Line(
            typed: ["meme", "photo.jpg", "--format", ""], kind: "words", offers: ["jpg", "png", "webp", "avif", "gif"]),
        Line(typed: ["thumbnail", "a", "--fit", "c"], kind: "words", offers: ["cover"]),
        Line(typed: ["thumbnail", "--to", ""], kind: "folders", offers: []),
        Line(typed: ["pin", "move", "Eif"], kind: "words", offers: ["Eiffel Tower"]),
        Line(typed: ["pin", "move", "\"Eif"], kind: "words", offers: ["Eiffel Tower"]),
        Line(typed: ["pin", "move", "Eiffel\\ "], kind: "words", offers: ["Eiffel Tower"]),
        Line(typed: ["journal", "show", ""], kind: "words", offers: ["Summer in France"]),
        Line(typed: ["note", "new", "x", "--te"], kind: "words", offers: ["--text"]),
        Line(typed: ["entry", "list", "--journal", "S"], kind: "words", offers: ["Summer in France"]),
        Line(typed: ["share", ""], kind: "words", offers: ["Summer in France", "Eiffel Tower"]),
        Line(typed: ["settings", "set", "sc"], kind: "words", offers: ["scroll"]),
        Line(typed: ["completions", ""], kind: "words", offers: ["bash", "zsh", "fish"]),
        Line(typed: ["nosuch", ""], kind: "words", offers: []),
    ])
    func `each word is completed by what the command takes there`(line: Line) async throws {
        let result = try await postcard.run(["complete", "--"] + line.typed)
        let lines = result.text.split(separator: "\n").map(String.init)
        #expect(lines.first == line.kind)
        #expect(Array(lines.dropFirst()) == line.offers)
    }

    /// Asks the function that the script makes for bash.
    private func bash(_ words: [String]) throws -> [String] {
        let shell = Process()
        let pipe = Pipe()
        shell.executableURL = URL(filePath: "/bin/bash")
        shell.arguments =
            [
                "-c",
                """
                PATH="$(dirname "$P"):$PATH"; eval "$(postcard completions bash)"
                COMP_WORDS=(postcard "$@"); COMP_CWORD=$#; _postcard; printf '%s\\n' "${COMPREPLY[@]}"
                """, "bash",
            ] + words
        shell.currentDirectoryURL = folder.url
        shell.environment = postcard.environment.merging(["PATH": "/usr/bin:/bin", "P": postcard.path]) { $1 }
        shell.standardInput = FileHandle.nullDevice
        shell.standardOutput = pipe
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        shell.waitUntilExit()
        return output.split(separator: "\n").map(String.init)
    }

    struct Offer: Sendable {
        let words: [String]
        let offers: [String]
    }

    @Test(arguments: [
        Offer(words: ["meme", "ph"], offers: ["phone.png", "photo.jpg"]),
        Offer(words: ["meme", "photo.jpg", "--st"], offers: ["--style"]),
        Offer(words: ["meme", "li"], offers: ["list", "list of things.txt"]),
        Offer(words: ["meme", "--spec", "sp"], offers: ["spec.json"]),
        Offer(words: ["meme", "--spec", "p"], offers: ["pictures"]),
        Offer(words: ["thumbnail", "--to", "pi"], offers: ["pictures"]),
        Offer(words: ["pin", "move", "Ei"], offers: [#"Eiffel\ Tower"#]),
        Offer(words: ["pin", "move", "\"Ei"], offers: ["Eiffel Tower"]),
        Offer(words: ["meme", "--template", "=", "cro"], offers: ["crossroads"]),
        Offer(words: ["journal", "sh"], offers: ["show"]),
    ])
    func `bash completes files, options, values and names`(offer: Offer) async throws {
        let offered = try await blocking { [self] in try bash(offer.words) }
        #expect(offered.sorted() == offer.offers)
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `the parser's own option prints the same script`(shell: String) async throws {
        let script = try await postcard.run("completions", shell)
        #expect(script.status == 0 && script.text.contains("complete"))
        #expect(try await postcard.run("--generate-completion-script", shell).text == script.text)
    }
}
