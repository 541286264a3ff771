import ArgumentParser
import PostcardImaging
import PostcardMemes

/// Shapes that are drawn on the picture of a meme.
struct MemeShapeOptions: ParsableArguments {
    static let title = "Shapes on the picture, each as often as needed"

    @Option(
        name: .long, parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "An arrow to the second point; points are fractions of the picture: 0.2,0.8,0.5,0.5.", valueName: "x,y,x,y")
    )
    var arrow: [PointsArgument] = []

    @Option(
        name: .long, parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A line between two points.", valueName: "x,y,x,y"))
    var line: [PointsArgument] = []

    @Option(
        name: .long, parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A rectangle, in fractions of the picture.", valueName: "x,y,width,height"))
    var rectangle: [UnitBox] = []

    @Option(
        name: .long, parsing: .unconditionalSingleValue,
        help: ArgumentHelp("The ellipse in a rectangle.", valueName: "x,y,width,height"))
    var ellipse: [UnitBox] = []

    @Option(name: .long, help: "The colour of shapes: a name of CSS such as gold, or #ffdd00. (default: red)")
    var shapeColor: Color?

    @Option(name: .long, help: "The width of their lines: a part of the picture such as 2% or 0.02. (default: 1.2%)")
    var lineWidth: FractionArgument?

    @Flag(name: .long, help: "Fill rectangles and ellipses.")
    var filled = false

    func validate() throws {
        guard !isEmpty || shapeColor == nil && lineWidth == nil && !filled else {
            throw ValidationError(
                "--shape-color, --line-width and --filled are for shapes; add one with --arrow, --line, --rectangle or --ellipse."
            )
        }
        if let width = lineWidth?.value, !(0.0005...0.5).contains(width) {
            throw ValidationError("--line-width is \(width); it goes from 0.0005 to 0.5 of the picture.")
        }
    }

    var isEmpty: Bool { arrow.isEmpty && line.isEmpty && rectangle.isEmpty && ellipse.isEmpty }

    /// Areas first, so that arrows and lines are not covered by them.
    var shapes: [MemeShape] {
        let shapes =
            rectangle.map { MemeShape(.rectangle, in: $0) } + ellipse.map { MemeShape(.ellipse, in: $0) }
            + line.map { MemeShape(.line, from: $0.from, to: $0.to) }
            + arrow.map { MemeShape(.arrow, from: $0.from, to: $0.to) }
        return shapes.map { shape in
            var shape = shape
            shape.color = shapeColor ?? shape.color
            shape.lineWidth = lineWidth?.value ?? shape.lineWidth
            shape.isFilled = filled
            return shape
        }
    }
}

/// Two points, `0.2,0.8,0.5,0.5`.
struct PointsArgument: ExpressibleByArgument {
    let from: UnitPoint
    let to: UnitPoint

    init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false)
        let values = numbers.compactMap { Double($0) }
        guard numbers.count == 4, values.count == 4, values.allSatisfy({ (-10.0...10).contains($0) }) else {
            return nil
        }
        from = UnitPoint(x: values[0], y: values[1])
        to = UnitPoint(x: values[2], y: values[3])
    }
}
