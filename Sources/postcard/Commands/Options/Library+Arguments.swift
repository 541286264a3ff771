public import ArgumentParser
public import PostcardLibrary

extension Settings.Name: ExpressibleByArgument {}

extension SharedPositions: ExpressibleByArgument {}

extension Shard: ExpressibleByArgument {
    /// Reads an option's value.
    public init?(argument: String) { self.init(argument) }
}
