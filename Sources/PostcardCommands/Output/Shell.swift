import PlatformLibc

/// Programs that the user runs, such as an editor.
package enum Shell {
    /// The program that opens files and pages in the desktop's default programs.
    package static var opener: String {
        #if os(macOS)
            "open"
        #else
            "xdg-open"
        #endif
    }

    /// True if there is a graphical display.
    package static var hasDesktop: Bool {
        #if os(macOS)
            true
        #else
            Environment["DISPLAY"] != nil || Environment["WAYLAND_DISPLAY"] != nil
        #endif
    }

    /// Runs a command in the terminal, and returns its exit status, or 128 plus the signal number if a signal ended it.
    package static func run(_ command: String) -> Int32 {
        // A closed pipe must end other programs with SIGPIPE. Postcard itself ignores this signal.
        signal(SIGPIPE, SIG_DFL)
        defer { signal(SIGPIPE, SIG_IGN) }
        let status = system(command)
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }

    /// Opens a file in the desktop's default program.
    ///
    /// - Throws: `Failure` with the path if the program fails, or without a desktop.
    static func open(_ path: String) throws(Failure) {
        // Otherwise, `xdg-open` would look for browsers in the terminal.
        try require(
            hasDesktop, .unavailable,
            "Can't open \(path): this session has no desktop (WAYLAND_DISPLAY and DISPLAY are not set).")
        let status = run("\(opener) \(quoted(path))")
        try require(status == 0, .unavailable, "\(opener) could not open \(path) (status \(status)).")
    }

    /// Returns a string as one word for the shell.
    package static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
