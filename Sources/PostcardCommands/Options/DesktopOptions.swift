import ArgumentParser
import PostcardLibrary

/// The options that pass a result to the desktop.
struct DesktopOptions: ParsableArguments {
    @Flag(help: "Copy the result to the clipboard: as PNG, or unchanged if it is animated.") var copy = false

    @Flag(help: "Open the result in your desktop's default program.") var open = false

    /// The clipboard for the result; `nil` if the result is not copied.
    ///
    /// - Throws: `Failure` if the clipboard can't be used. Commands check this before they make the result.
    var clipboard: Clipboard? {
        get throws { try copy ? Clipboard() : nil }
    }

    /// Opens a file if the option is set.
    func show(_ file: String?) throws(Failure) {
        if open, let file { try Shell.open(file) }
    }

    /// Checks that there will be a file to open.
    func requireFile(_ output: String?) throws(ValidationError) {
        try require(
            !open || output.map { OwnResults.file(named: $0) != nil } ?? true,
            "--open needs a file on this machine; choose another --output.")
    }
}
