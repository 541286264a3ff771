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

extension Resize.Fit.Name: ExpressibleByArgument {}

extension ResampleFilter: ExpressibleByArgument {}

extension Focus: ExpressibleByArgument {}

extension ResultPlan.Pairs: ExpressibleByArgument {}

extension Metadata.Kept: ExpressibleByArgument {
    /// Reads names with commas between them.
    public init?(argument: String) {
        self.init(names: argument.split(separator: ",", omittingEmptySubsequences: false))
    }

    /// The word for keeping nothing, which is the default.
    public var defaultValueDescription: String { "none" }
}

extension UnitBox: ExpressibleByArgument {
    /// Reads `0.5,0.1,0.4,0.3`: the left and the top edge, the width and the height. Larger numbers are meant as pixels, which they are not.
    public init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false)
        let values = numbers.compactMap { Double($0) }
        guard numbers.count == 4, values.count == 4, values.allSatisfy({ (-20.0...20).contains($0) }),
            values[2] > 0, values[3] > 0
        else { return nil }
        self.init(x: values[0], y: values[1], width: values[2], height: values[3])
    }
}

extension LetterCase: ExpressibleByArgument {}

extension Caption.Appearance: ExpressibleByArgument {}

extension Caption.HorizontalAlignment: ExpressibleByArgument {}

extension Caption.VerticalAlignment: ExpressibleByArgument {}

extension Caption.Avoidance: ExpressibleByArgument {}

extension Color: ExpressibleByArgument {
    /// Reads a colour as in CSS, also without the #.
    public init?(argument: String) { self.init(css: argument) }

    /// The colour as in CSS.
    public var defaultValueDescription: String { css }
}
