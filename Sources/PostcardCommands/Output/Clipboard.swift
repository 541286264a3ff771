import PostcardImaging
import PostcardLibrary
import SystemPackage

/// The desktop's clipboard, which other programs read and write: wl-copy and wl-paste on Wayland, xclip on X11, and osascript on macOS,
/// where pbcopy supports only text.
struct Clipboard {
    private enum Program: String {
        case wayland = "wl-copy"
        case x11 = "xclip"
        case macOS = "osascript"
    }

    /// The input that means the picture on the clipboard.
    static let name = "@clipboard"

    private let program: Program

    /// Finds the program for the clipboard.
    ///
    /// - Throws: `Failure` without a desktop or a program.
    init() throws(Failure) {
        #if os(macOS)
            program = .macOS
        #else
            let displays = [(Program.wayland, "WAYLAND_DISPLAY"), (.x11, "DISPLAY")].filter { Environment[$1] != nil }
            try require(
                !displays.isEmpty, .unavailable,
                "Can't use a clipboard: this session has no desktop (WAYLAND_DISPLAY and DISPLAY are not set).")
            let found = displays.first { Shell.run("command -v \($0.0.rawValue) >/dev/null 2>&1") == 0 }
            guard let found else {
                throw Failure(
                    .unavailable, "Can't use the clipboard. Install wl-clipboard (for Wayland) or xclip (for X11).")
            }
            program = found.0
        #endif
    }

    /// Returns the picture on the clipboard: PNG if its owner offers it.
    ///
    /// - Parameter maximumBytes: the maximum size of the picture's file.
    /// - Throws: `Failure` for a clipboard without a picture, or for a picture that is too large.
    func read(maximumBytes: Int) throws -> [UInt8] {
        let file = try PrivateFile.write([], in: FileSystem.temporaryFolder, ending: ".png")
        defer { _ = try? FileSystem.remove(file) }
        // macOS converts other formats to PNG.
        let others = program == .macOS ? [] : ["image/jpeg", "image/webp", "image/gif"]
        for type in ["image/png"] + others {
            let status = Shell.run(paste(type, to: Shell.quoted(file.string), limit: min(maximumBytes, 1 << 40) + 1))
            guard status < 128 else { throw CancellationError() }
            let bytes = try PictureFile.read(file, maximumBytes: .max)
            try require(
                bytes.count <= maximumBytes, .badData,
                "The picture on the clipboard exceeds the limit of \(maximumBytes) bytes.")
            guard bytes.isEmpty else { return bytes }
        }
        throw Failure(
            .missingInput, "The clipboard contains no picture. Copy the picture itself, not its file or its text.")
    }

    /// Copies a picture: as PNG, which all programs paste, or unchanged if it is animated.
    ///
    /// - Throws: `Failure` if the program fails.
    func write(_ bytes: [UInt8], limits: DecodingLimits) throws {
        let options = DecodingOptions(limits: limits)
        let picture = try OpenedPicture(bytes)
        var (bytes, format) = (bytes, picture.header.format)
        if format != .png, try picture.animation(for: .webp, options: options) == nil {
            (bytes, format) = (try Image(decoding: bytes, options: options).encoded(as: .png), .png)
        }
        let file = try PrivateFile.write(bytes, in: FileSystem.temporaryFolder, ending: ".\(format.fileExtension)")
        defer { _ = try? FileSystem.remove(file) }
        // The programs continue in the background, so they must not keep this command's output open.
        let status = Shell.run("\(copy(format, from: Shell.quoted(file.string))) >/dev/null 2>&1")
        try require(
            status == 0, .unavailable,
            "\(program.rawValue) could not copy the picture as \(format.displayName) (status \(status)).")
        Console.error("Copied to the clipboard as \(format.displayName).")
    }

    private func copy(_ format: ImageFormat, from file: String) -> String {
        switch program {
        case .wayland: "wl-copy --type \(format.mediaType) <\(file)"
        case .x11: "xclip -selection clipboard -t \(format.mediaType) -i \(file)"
        case .macOS:
            script("set the clipboard to (read (POSIX file (item 1 of argv)) as \(Self.kind(of: format)))") + " \(file)"
        }
    }

    private func paste(_ type: String, to file: String, limit: Int) -> String {
        switch program {
        case .wayland: "wl-paste --no-newline --type \(type) 2>/dev/null | head -c \(limit) >\(file)"
        case .x11: "xclip -selection clipboard -t \(type) -o 2>/dev/null | head -c \(limit) >\(file)"
        case .macOS:
            script(
                "set output to open for access POSIX file (item 1 of argv) with write permission",
                "write (the clipboard as \(Self.kind(of: .png))) to output", "close access output")
                + " \(file) 2>/dev/null"
        }
    }

    /// Returns the name of a picture format in AppleScript.
    private static func kind(of format: ImageFormat) -> String { format == .gif ? "«class GIFf»" : "«class PNGf»" }

    private func script(_ lines: String...) -> String {
        "osascript" + (["on run argv"] + lines + ["end run"]).map { " -e \(Shell.quoted($0))" }.joined()
    }
}
