import ArgumentParser
import PostcardImaging

/// Boxes in pixels, written `256`, `320x200` or `256,1024`.
struct BoxList: ExpressibleByArgument, CustomStringConvertible {
    let boxes: [Box]

    struct Box: CustomStringConvertible {
        let size: PixelSize

        var description: String { size.width == size.height ? "\(size.width)" : "\(size.width)x\(size.height)" }
    }

    init(_ side: Int) { boxes = [Box(size: .square(side))] }

    init?(argument: String) {
        var boxes: [Box] = []
        for text in argument.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = text.split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
            guard text.split(separator: "x", omittingEmptySubsequences: false).count == sides.count,
                (1...2).contains(sides.count), sides.allSatisfy({ 1...20_000 ~= $0 })
            else { return nil }
            boxes.append(Box(size: PixelSize(width: sides[0], height: sides[sides.count - 1])))
        }
        self.boxes = boxes
    }

    var description: String { boxes.map(\.description).joined(separator: ",") }
    var defaultValueDescription: String { description }
}
