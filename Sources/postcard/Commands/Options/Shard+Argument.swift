internal import ArgumentParser
internal import PostcardLibrary

extension Shard: ExpressibleByArgument {
    /// Reads an option's value.
    public init?(argument: String) { self.init(argument) }
}
