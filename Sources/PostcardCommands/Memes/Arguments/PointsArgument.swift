import ArgumentParser
import PostcardMemes

/// Two points in the picture, as fractions of the picture size: `0.2,0.8,0.5,0.5`.
struct PointsArgument: ExpressibleByArgument {
    let from: UnitPoint
    let to: UnitPoint

    init?(argument: String) {
        guard let values = [Double](list: argument, count: 4, in: -10...10) else { return nil }
        from = UnitPoint(x: values[0], y: values[1])
        to = UnitPoint(x: values[2], y: values[3])
    }
}
