public import ArgumentParser
import PlatformFoundation
public import PostcardImaging
public import PostcardLibrary
public import PostcardMemes

extension Settings.Name: ExpressibleByArgument {}

extension SharedPositions: ExpressibleByArgument {}

extension GalleryOptions.Originals: ExpressibleByArgument {}

extension Shard: ExpressibleByArgument {
    /// Parses the value of an option.
    package init?(argument: String) { self.init(argument) }
}

extension Resize.Fit.Name: ExpressibleByArgument {}

extension ResampleFilter: ExpressibleByArgument {}

extension Focus: ExpressibleByArgument {}

extension ResultPlan.Pairs: ExpressibleByArgument {}

extension Metadata.Kept: ExpressibleByArgument {
    /// Parses names, separated by commas.
    public init?(argument: String) {
        self.init(names: argument.split(separator: ",", omittingEmptySubsequences: false))
    }

    /// The description of the default value, which keeps no metadata.
    public var defaultValueDescription: String { "none" }
}

extension UnitBox: ExpressibleByArgument {
    /// Parses `0.5,0.1,0.4,0.3`: the left and top edges, and the width and height, as fractions of the picture. Numbers that look like
    /// pixels are rejected.
    public init?(argument: String) {
        guard let values = [Double](list: argument, count: 4, in: -20...20), values[2] > 0, values[3] > 0 else {
            return nil
        }
        self.init(x: values[0], y: values[1], width: values[2], height: values[3])
    }
}

extension PictureLayout: ExpressibleByArgument {}

extension LetterCase: ExpressibleByArgument {}

extension Caption.Appearance: ExpressibleByArgument {}

extension Caption.HorizontalAlignment: ExpressibleByArgument {}

extension Caption.VerticalAlignment: ExpressibleByArgument {}

extension Caption.Avoidance: ExpressibleByArgument {}

extension Color: ExpressibleByArgument {
    /// Parses a color in CSS notation. The # can be omitted.
    public init?(argument: String) { self.init(css: argument) }

    /// The color in CSS notation.
    public var defaultValueDescription: String { css }
}

extension ResizeBox: ExpressibleByArgument {
    /// Parses `800`, `1200x630`, `800x` or `x630`, optionally with `px` at the end.
    package init?(argument: String) {
        self.init(argument.lowercased().hasSuffix("px") ? argument.dropLast(2) : argument[...])
        if percent != nil { return nil }
    }
}

extension Array where Element: LosslessStringConvertible & Comparable {
    /// Parses `count` numbers in a range, separated by commas.
    init?(list text: some StringProtocol, count: Int, in range: ClosedRange<Element>? = nil) {
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        self = words.compactMap { Element(String($0)) }
        guard words.count == count, self.count == count, allSatisfy({ range?.contains($0) ?? true }) else { return nil }
    }
}

extension DayOrMoment: ExpressibleByArgument {
    /// Parses a day or moment as typed. Days are in local time.
    package init?(argument: String) { self.init(typed: argument) }
}

extension WallTime: ExpressibleByArgument {
    /// Parses `2024-06-09`, `2024-06-09 21:14`, `9.6.2024`, `yesterday` or `3 days ago`.
    public init?(argument: String) {
        if let time = WallTime(argument) {
            self = time
        } else if let time = DayOrMoment(typed: argument) {
            let minute = time.start.localMinute
            self.init(time.start == time.end ? minute : String(minute.prefix(10)))
        } else {
            return nil
        }
    }
}

extension Date {
    /// The local day, hour and minute, for people.
    var localMinute: String {
        WallTime(self, secondsFromUTC: LocalTime.secondsFromUTC(self))?.minute ?? formatted(.iso8601)
    }
}
