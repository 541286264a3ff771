import ArgumentParser
import PostcardImaging

/// The sizes of results, separated by commas: `320x200,50%`.
struct BoxList: ExpressibleByArgument {
    let boxes: [ResizeBox]

    init(_ side: Int) { boxes = [ResizeBox(width: side, height: side)] }

    init?(argument: String) {
        let texts = argument.split(separator: ",", omittingEmptySubsequences: false)
        boxes = texts.compactMap { ResizeBox($0.trimmingPrefix(while: \.isWhitespace)) }
        guard boxes.count == texts.count, boxes.allSatisfy({ $0.percent ?? 0 <= 1_000 }) else { return nil }
    }

    var defaultValueDescription: String { boxes.map(\.description).joined(separator: ",") }
}
