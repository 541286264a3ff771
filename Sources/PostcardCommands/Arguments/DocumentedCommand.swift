/// A command whose manual page has an additional section after the descriptions of its arguments.
package protocol DocumentedCommand {
    static var manualSection: (title: String, entries: [(names: [String], text: String)]) { get }
}
