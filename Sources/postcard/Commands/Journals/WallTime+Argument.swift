public import ArgumentParser
public import PostcardLibrary

extension WallTime: ExpressibleByArgument {
    /// Reads an option such as `2024-06-09`.
    public init?(argument: String) { self.init(argument) }
}

extension Settings.Name: ExpressibleByArgument {}

extension SharedPositions: ExpressibleByArgument {}
