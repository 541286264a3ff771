import ArgumentParser
import Foundation
import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardCommands

/// Examples in help texts and documents, as users paste them into a shell.
struct ExampleShell: Sendable {
    let folder: TemporaryFolder

    init(in folder: TemporaryFolder) { self.folder = folder }

    /// Makes the pictures and files that examples refer to.
    func makePictures() throws {
        for name in [
            "photo", "me", "IMG_1", "IMG_2", "a", "view", "photos/c", "home/Pictures/b",
            "home/Pictures/d", "home/Pictures/e",
        ] {
            try folder.write(
                TestPicture.jpeg(320, 240, latitude: 48.8584, longitude: 2.2945), as: "\(name).jpg")
        }
        for name in ["IMG_2", "star", "scan", "logo", "astronaut"] {
            try folder.write(TestPicture.gradient(64, 48).encoded(as: .png), as: "\(name).png")
        }
        var animation = try AnimationEncoder(size: PixelSize(width: 64, height: 48), encoding: .gif)
        try animation.append(TestPicture.gradient(64, 48), delay: 100)
        try animation.append(Image(size: PixelSize(width: 64, height: 48), fill: .white), delay: 100)
        let moving = try animation.finish()
        for name in ["dance", "moving", "cat"] { try folder.write(moving, as: "\(name).gif") }
        if VideoLab.hasFFmpeg {
            for name in ["clip.mp4", "clip.mov"] {
                try VideoLab.ffmpeg([
                    "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=10:duration=16", "-c:v", "mpeg4", folder.path(name),
                ])
            }
        }
        try folder.write(Fixture.small("heic.heic").bytes, as: "IMG_3.HEIC")
        for name in ["watch", "tracks/phone"] {
            try folder.write(Fixture.track("watch").bytes, as: "\(name).gpx")
        }
        try folder.write(Array("name,top,bottom\none,A,B\ntwo,C,D\n".utf8), as: "captions.csv")
        try folder.write(Array("WORDS".utf8), as: "words.txt")
        try folder.write(Array(#"{"captions": [{"text": "HI"}]}"#.utf8), as: "meme.json")
    }

    /// Runs a script with the program, and with jq if it is installed.
    func run(
        _ script: String, _ postcard: PostcardCommand
    ) async throws -> (status: Int32, output: String, errors: String) {
        try await blocking {
            let shell = Process()
            let output = Pipe()
            shell.executableURL = URL(filePath: "/bin/bash")
            shell.arguments = [
                "-c",
                """
                set -eo pipefail; postcard() { "$P" "$@"; }
                command -v jq >/dev/null || jq() { cat; }
                \(script)
                """,
            ]
            shell.currentDirectoryURL = folder.url
            shell.environment = postcard.environment.merging(["PATH": "/usr/bin:/bin", "P": postcard.path]) { $1 }
            shell.standardInput = FileHandle.nullDevice
            shell.standardOutput = output
            let errors = try FileHandle(forWritingTo: URL(filePath: folder.write([], as: "errors")))
            shell.standardError = errors
            try shell.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            shell.waitUntilExit()
            return (shell.terminationStatus, text, String(decoding: try folder.read("errors"), as: UTF8.self))
        }
    }

    /// Runs blocks in sequence in one shell, as if a user pasted them. They find `postcard` through the PATH that they set themselves.
    /// Services run alongside the shell, on ports that the system chooses, and end with it.
    func runInOrder(
        _ blocks: [String], _ postcard: PostcardCommand
    ) async throws -> (status: Int32, output: String, errors: String) {
        let services = #"""
            port= services=() outputs=()
            postcard() {
                local line output
                case $1 in app | serve) ;; *) command postcard "$@"; return ;; esac
                exec {output}< <(exec postcard "$@" --port 0 2>&1)
                services+=($!) outputs+=("$output")
                while read -r -u "$output" line; do
                    if [[ $line =~ (\"port\":|//127\.0\.0\.1:)([0-9]+) ]]; then port=${BASH_REMATCH[2]}; return; fi
                done
                return 1
            }
            curl() { command curl --silent --show-error --fail "${@//:8080/:$port}"; }
            trap 'for service in "${services[@]}"; do kill "$service"; done
                for output in "${outputs[@]}"; do cat <&"$output"; done' EXIT
            """#
        return try await run(([services] + blocks).joined(separator: "\n"), postcard)
    }

    /// Expects the argument parser to accept every call to the program in a script.
    func expectToUnderstand(_ script: String) async throws {
        for call in try await blocking({ try calls(of: script) }) {
            do {
                _ = try ArgumentList(call[...], of: WholeProgram.root).parsed()
            } catch {
                Issue.record("\(call): \(Postcard.fullMessage(for: error))")
            }
        }
    }

    /// Runs a script in which `postcard` and all other programs only record their arguments.
    func calls(of script: String) throws -> [[String]] {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/bash")
        shell.arguments = [
            "-c",
            """
            set -e
            postcard() { { printf '%s\\0' "$@"; printf '\\1\\0'; } >>"$CALLS"; }
            mkdir -p ~/.local/share/bash-completion/completions ~/.config/fish/completions ~/.zfunc
            for program in jq curl mpv cp mv find fortune openssl cut echo cat man systemctl tailscale rclone restic my-engine; do
                eval "$program() { printf x; }"
            done
            \(script)
            """,
        ]
        shell.currentDirectoryURL = folder.url
        shell.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path("."), "CALLS": folder.path("calls")]
        shell.standardInput = FileHandle.nullDevice
        shell.standardOutput = FileHandle.nullDevice
        shell.standardError = FileHandle.nullDevice
        try folder.write([], as: "calls")
        try shell.run()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0, "\(script)")
        let words = try folder.read("calls").split(separator: 0, omittingEmptySubsequences: false).dropLast()
            .map { String(decoding: $0, as: UTF8.self) }
        return words.split(separator: "\u{1}", omittingEmptySubsequences: false).dropLast().map(Array.init)
    }
}
