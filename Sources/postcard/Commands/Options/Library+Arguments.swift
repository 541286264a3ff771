public import ArgumentParser
public import PostcardImaging
public import PostcardLibrary
public import PostcardMemes

extension Settings.Name: ExpressibleByArgument {}

extension SharedPositions: ExpressibleByArgument {}

extension Shard: ExpressibleByArgument {
    /// Reads an option's value.
    package init?(argument: String) { self.init(argument) }
}

extension Caption.HorizontalAlignment: ExpressibleByArgument {}

extension Caption.VerticalAlignment: ExpressibleByArgument {}

extension Color: ExpressibleByArgument {
    /// Reads a colour as in CSS, also without the #.
    public init?(argument: String) { self.init(css: argument) }

    /// The colour as in CSS.
    public var defaultValueDescription: String { css }
}
