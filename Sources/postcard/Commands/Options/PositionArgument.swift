import ArgumentParser
import PostcardMemes

/// Moves a box up or down the picture, as far from the edge as it is from the edge nearest to it.
struct PositionArgument: ExpressibleByArgument {
    private let alignment: Caption.VerticalAlignment

    init?(argument: String) {
        guard let alignment = Caption.VerticalAlignment(rawValue: argument) else { return nil }
        self.alignment = alignment
    }

    static let allValueStrings = Caption.VerticalAlignment.allCases.map(\.rawValue)

    func apply(to caption: inout Caption) {
        let rest = 1 - caption.box.height
        let edge = max(0, min(caption.box.y, rest - caption.box.y))
        caption.box.y =
            switch alignment {
            case .top: edge
            case .middle: rest / 2
            case .bottom: rest - edge
            }
        caption.verticalAlignment = alignment
    }
}
