public import ArgumentParser
public import PostcardMemes

extension String {
    /// The text with line breaks instead of `\n`. `\\n` becomes a backslash and an n.
    var withLineBreaks: String {
        split(separator: "\\\\", omittingEmptySubsequences: false)
            .map { $0.replacing("\\n", with: "\n") }.joined(separator: "\\")
    }
}

extension MemeDestination: ExpressibleByArgument {
    /// Finds a destination by its name, ignoring case.
    public init?(argument: String) { self.init(named: argument.lowercased()) }

    /// The names of all destinations, for completion.
    public static var allValueStrings: [String] { all.map(\.name) }
}
