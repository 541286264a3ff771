import ArgumentParser
import PostcardImaging

/// Boxes in pixels, written `256`, `320x200`, `300x` or `x300` with one side free, or several with commas between them.
struct BoxList: ExpressibleByArgument, CustomStringConvertible {
    let boxes: [Box]

    struct Box: CustomStringConvertible {
        /// `nil` for a side that is left free.
        let width: Int?
        let height: Int?
        /// Of the picture's own size, instead of a width and a height.
        var percent: Double?

        /// No picture is as long as a side that is left free.
        var size: PixelSize { PixelSize(width: width ?? Int(Int32.max), height: height ?? Int(Int32.max)) }
        var isClosed: Bool { width != nil && height != nil }

        var description: String {
            if let percent { return percent == percent.rounded() ? "\(Int(percent))%" : "\(percent)%" }
            return width == height
                ? "\(size.width)" : "\(width.map(String.init) ?? "")x\(height.map(String.init) ?? "")"
        }
    }

    init(_ side: Int) { boxes = [Box(width: side, height: side)] }

    init?(argument: String) {
        var boxes: [Box] = []
        for text in argument.split(separator: ",", omittingEmptySubsequences: false) {
            if text.hasSuffix("%") {
                guard let percent = Double(text.dropLast()), percent > 0, percent <= 1000 else { return nil }
                boxes.append(Box(width: nil, height: nil, percent: percent))
                continue
            }
            let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
            guard (1...2).contains(sides.count), sides.contains(where: { !$0.isEmpty }) else { return nil }
            let numbers = sides.map { Int($0) }
            guard zip(sides, numbers).allSatisfy({ $0.isEmpty || $1.map { 1...20_000 ~= $0 } ?? false }) else {
                return nil
            }
            boxes.append(Box(width: numbers[0], height: numbers[numbers.count - 1]))
        }
        self.boxes = boxes
    }

    var description: String { boxes.map(\.description).joined(separator: ",") }
    var defaultValueDescription: String { description }
}
