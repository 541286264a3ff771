import Foundation
import PostcardTestSupport
import Testing

/// Tab completion.
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

    /// Calls the function that the script defines for bash.
    private func bash(_ words: [String]) throws -> [String] {
        let shell = Process()
        let pipe = Pipe()
        shell.executableURL = URL(filePath: "/bin/bash")
        shell.arguments =
            [
                "-c",
                """
                PATH="$(dirname "$P"):$PATH"; source <(postcard completions bash)
                COMP_WORDS=(postcard "$@"); COMP_CWORD=$#; COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
                _postcard postcard "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
                printf '%s\\n' "${COMPREPLY[@]}"
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

    struct Line: Sendable {
        let typed: [String]
        let offers: [String]
    }

    @Test(arguments: [
        Line(typed: ["me"], offers: ["meme"]),
        Line(typed: ["pin", "m"], offers: ["move"]),
        Line(typed: ["pin", "dr"], offers: ["drop"]),
        Line(typed: ["journal", "sh"], offers: ["show"]),
        Line(typed: ["meme", "make", "photo.jpg", "--st"], offers: ["--style"]),
        Line(typed: ["meme", "make", "ph"], offers: ["phone.png", "photo.jpg"]),
        Line(typed: ["meme", "make", "photo.jpg", "li"], offers: ["list of things.txt"]),
        Line(typed: ["meme", "make", "photo.jpg", "-o", "pho"], offers: ["phone.png", "photo.jpg"]),
        Line(typed: ["meme", "make", "--template", "cros"], offers: ["crossroads"]),
        Line(typed: ["meme", "make", "photo.jpg", "--style", "band"], offers: ["band", "band-below"]),
        Line(
            typed: ["meme", "make", "photo.jpg", "--format", ""], offers: ["avif", "gif", "jpg", "png", "webp"]),
        Line(typed: ["meme", "make", "--spec", "sp"], offers: ["spec.json"]),
        Line(typed: ["meme", "make", "--spec", "p"], offers: ["pictures"]),
        Line(typed: ["thumbnail", "a", "--fit", "c"], offers: ["cover"]),
        Line(typed: ["thumbnail", "photo.jpg", "ph"], offers: ["phone.png", "photo.jpg"]),
        Line(typed: ["thumbnail", "--to", "p"], offers: ["pictures"]),
        Line(typed: ["pin", "move", "Eif"], offers: ["Eiffel Tower"]),
        Line(typed: ["pin", "move", "\"Eif"], offers: ["Eiffel Tower"]),
        Line(typed: ["pin", "move", "Eiffel\\ "], offers: ["Eiffel Tower"]),
        Line(typed: ["journal", "show", ""], offers: ["Summer in France"]),
        Line(typed: ["note", "add", "x", "--te"], offers: ["--text"]),
        Line(typed: ["entry", "list", "--journal", "S"], offers: ["Summer in France"]),
        Line(typed: ["share", ""], offers: ["Eiffel Tower", "Summer in France"]),
        Line(typed: ["share", "album:"], offers: ["album:Eiffel Tower"]),
        Line(typed: ["settings", "set", "sc"], offers: ["scroll"]),
        Line(typed: ["completions", ""], offers: ["bash", "fish", "zsh"]),
        Line(typed: ["nosuch", "x"], offers: []),
    ])
    func `bash completes files, options, values and names`(line: Line) async throws {
        let offered = try await blocking { [self] in try bash(line.typed) }
        #expect(offered.sorted() == line.offers)
    }

    @Test(arguments: ["$(touch made)", "`touch made`", "$HOME", "Bob's \"x\" \\ y", "a:b", "{a,b}", "~", "日本 *"])
    func `a name is completed literally, and is not run`(name: String) async throws {
        _ = try await postcard.run("pin", "remove", "Eiffel Tower")
        _ = try await postcard.run("pin", "drop", "3,4", "--name", name)
        let offered = try await blocking { [self] in try bash(["pin", "move", ""]) }
        #expect(offered == [name])
        #expect(!folder.has("made"))
        for (shell, expected) in [
            ("zsh", name.replacing("\\", with: "\\\\").replacing(":", with: "\\:")), ("fish", name),
        ] {
            var other = postcard
            other.environment["SAP_SHELL"] = shell
            let result = try await other.run("---completion", "pin", "move", "--", "positional@0", "3", "0")
            // For zsh, the parser adds a line with a space after the candidates.
            #expect(result.text.split(separator: "\n").first.map(String.init) == expected)
        }
    }

    /// The path of a shell; `nil` if it is not installed.
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

    /// The typed lines, and the completions of the last word in every shell.
    private static let typed = [
        ("postcard meme make photo.jpg --st", ["--style"]), ("postcard meme make ph", ["phone.png", "photo.jpg"]),
        ("postcard meme make --spec sp", ["spec.json"]), ("postcard thumbnail --to pi", ["pictures"]),
        ("postcard journal sh", ["show"]), ("postcard completions f", ["fish"]),
    ]

    /// Lines whose last word the script completes by running the program.
    private static let typedNames = [
        ("postcard pin move Ei", ["Eiffel Tower"]), ("postcard meme make --template cro", ["crossroads"]),
    ]

    @Test(.enabled("zsh is not installed.") { shell("zsh") != nil }, arguments: typed + typedNames)
    func `zsh completes files, options, values and names`(line: String, offers: [String]) async throws {
        let zsh = try #require(Self.shell("zsh"))
        let script = try await postcard.run("completions", "zsh")
        try folder.write(script.output, as: "functions/_postcard")
        // The completion system of an interactive zsh prints the candidates that it gets.
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
        // Candidates are compared as they are inserted: a space has a backslash.
        let offered = lines.filter { $0.hasPrefix("<OFFER>") }.map { String($0.dropFirst(7)).replacing("\\", with: "") }
        #expect(Set(offered.filter { !$0.isEmpty }) == Set(offers), "\(lines)")
    }

    /// The parser's script completes names only in an interactive fish, which reports the position of the cursor.
    @Test(.enabled("fish is not installed.") { shell("fish") != nil }, arguments: typed)
    func `fish completes files, options and values`(line: String, offers: [String]) async throws {
        let fish = try #require(Self.shell("fish"))
        let script = "postcard completions fish | source; complete -C \"$argv[1]\""
        let lines = try await blocking { [self] in try output(of: fish, ["--no-config", "-c", script, line]) }
        // The description of a word follows a tab. Folders end in a slash. Files with other extensions follow the matching ones.
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
