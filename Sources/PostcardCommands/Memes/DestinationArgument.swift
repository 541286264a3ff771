public import ArgumentParser
public import PostcardMemes

extension MemeDestination: ExpressibleByArgument {
    /// Reads a name.
    public init?(argument: String) { self.init(named: argument.lowercased()) }

    /// All names, for completion.
    public static var allValueStrings: [String] { all.map(\.name) }
}
