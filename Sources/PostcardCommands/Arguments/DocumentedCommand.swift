/// A command whose manual page has a section in addition to the definition of its arguments.
package protocol DocumentedCommand {
    static var manualSection: (title: String, entries: [(names: [String], text: String)]) { get }
}
