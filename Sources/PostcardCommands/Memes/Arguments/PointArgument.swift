import ArgumentParser
import PostcardMemes

/// A point in the picture, as fractions of the picture size: `0.4,0.6`.
struct PointArgument: ExpressibleByArgument {
    let point: UnitPoint

    init?(argument: String) {
        guard let values = [Double](list: argument, count: 2, in: -10...10) else { return nil }
        point = UnitPoint(x: values[0], y: values[1])
    }
}
