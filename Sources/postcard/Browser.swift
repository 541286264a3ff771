import PostcardCommands
import SystemPackage

/// The browser of the person at this machine.
enum Browser {
    /// A Boolean value that indicates whether there is a screen: without one, `xdg-open` would start a browser in the terminal.
    static var isAvailable: Bool {
        #if os(macOS)
            true
        #else
            Environment["DISPLAY"] != nil || Environment["WAYLAND_DISPLAY"] != nil
        #endif
    }

    /// Opens a page. Every user of the machine can read the path.
    static func open(_ page: FilePath) {
        _ = Shell.run("\(Shell.opener) \(Shell.quoted(page.string)) </dev/null >/dev/null 2>&1 &")
    }
}
