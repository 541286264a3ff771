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
        Line(typed: ["pin", ""], kind: "words", offers: ["drop", "list", "edit", "move", "remove"]),
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

    /// Where a shell is, if it is installed.
    private static func shell(_ name: String) -> String? {
        ["/bin/\(name)", "/usr/bin/\(name)", "/usr/local/bin/\(name)", "/opt/homebrew/bin/\(name)"]
            .first(where: FileManager.default.isExecutableFile)
    }

    /// Runs a script in a shell that finds the program by its name.
    private func output(of shell: String, _ arguments: [String]) throws -> [String] {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: shell)
        process.arguments = arguments
        process.currentDirectoryURL = folder.url
        let program = URL(filePath: postcard.path).deletingLastPathComponent().path
        process.environment = postcard.environment.merging([
            "PATH": "\(program):/usr/local/bin:/usr/bin:/bin", "ZDOTDIR": folder.url.path, "TERM": "dumb",
        ]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return output.split(whereSeparator: \.isNewline).map(String.init)
    }

    /// The lines that are typed, and what every shell offers for the last word.
    static let typed = [
        ("postcard meme photo.jpg --st", ["--style"]), ("postcard meme ph", ["phone.png", "photo.jpg"]),
        ("postcard meme --spec sp", ["spec.json"]), ("postcard thumbnail --to pi", ["pictures"]),
        ("postcard pin move Ei", ["Eiffel Tower"]), ("postcard meme --template cro", ["crossroads"]),
        ("postcard journal sh", ["show"]),
    ]

    @Test(.enabled("zsh is not installed.") { shell("zsh") != nil }, arguments: typed)
    func `zsh completes files, options, values and names`(line: String, offers: [String]) async throws {
        let zsh = try #require(Self.shell("zsh"))
        let script = try await postcard.run("completions", "zsh")
        try folder.write(script.output, as: "functions/_postcard")
        // The completion system of an interactive zsh tells what it is given to offer.
        try folder.write(
            Array(
                """
                PS1=
                fpath=($ZDOTDIR/functions $fpath)
                autoload -Uz compinit && compinit -u -D
                bindkey '^I' complete-word
                begin-offers() { print -r -- "<BEGIN>" }
                end-offers() { print -r -- "<END>"; exit }
                compprefuncs=(begin-offers)
                comppostfuncs=(end-offers)
                compadd() {
                    local -a offers
                    if (( ! ${@[(I)-[OAD]]} )); then
                        builtin compadd -A offers "$@"
                        print -rl -- "<OFFER>"$^offers
                    fi
                    builtin compadd "$@"
                }
                print -r -- "<READY>"

                """.utf8), as: ".zshrc")
        try folder.write(
            Array(
                """
                zmodload zsh/zpty
                zpty child zsh -i
                zpty -r child out '*<READY>*'
                zpty -w -n child "$1"$'\\t'
                zpty -r child out '*<END>*'
                print -r -- $out

                """.utf8), as: "offers.zsh")
        let lines = try await blocking { [self] in try output(of: zsh, ["-f", "offers.zsh", line]) }
        // As they are inserted, so that a space has a backslash.
        let offered = lines.filter { $0.hasPrefix("<OFFER>") }.map { String($0.dropFirst(7)).replacing("\\", with: "") }
        #expect(Set(offered.filter { !$0.isEmpty }) == Set(offers), "\(lines)")
    }

    @Test(.enabled("fish is not installed.") { shell("fish") != nil }, arguments: typed)
    func `fish completes files, options, values and names`(line: String, offers: [String]) async throws {
        let fish = try #require(Self.shell("fish"))
        let script = "postcard completions fish | source; complete -C \"$argv[1]\""
        let lines = try await blocking { [self] in try output(of: fish, ["--no-config", "-c", script, line]) }
        // Behind a tab is what a word means; folders end in a slash; files of other endings follow those that fit.
        let offered = lines.map { line in
            let word = line.prefix { $0 != "\t" }
            return String(word.hasSuffix("/") ? word.dropLast() : word)
        }
        #expect(offered.starts(with: offers), "\(lines)")
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `the parser's own option prints the same script`(shell: String) async throws {
        let script = try await postcard.run("completions", shell)
        #expect(script.status == 0)
        #expect(script.text.contains("complete"))
        #expect(try await postcard.run("--generate-completion-script", shell).text == script.text)
    }
}
