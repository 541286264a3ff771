/// The browser of the person at this machine.
enum Browser {
    /// Opens an address, where the system knows a browser; otherwise the person has the address that was printed.
    static func open(_ address: String) {
        #if os(macOS)
            let program = "open"
        #else
            let program = "xdg-open"
            // Without a screen it would start a browser in the terminal.
            guard Environment["DISPLAY"] != nil || Environment["WAYLAND_DISPLAY"] != nil else { return }
        #endif
        _ = Shell.run("\(program) \(Shell.quoted(address)) </dev/null >/dev/null 2>&1 &")
    }
}
