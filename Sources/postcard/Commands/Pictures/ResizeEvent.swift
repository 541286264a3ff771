import PostcardImaging
import PostcardLibrary

/// A line of `thumbnail --json`: what became of one picture.
struct ResizeEvent: Encodable {
    struct Result: Encodable {
        let file: String
        let width: Int?
        let height: Int?
    }

    enum Status: String, Encodable { case made, upToDate, failed }

    let input: String
    let status: Status
    var results: [Result]?
    var message: String?
    var warnings: [String]?

    init(made item: ResizeBatch.Item, sizes: [PixelSize], warnings: [String]) {
        self.warnings = warnings.isEmpty ? nil : warnings
        input = "\(item.input)"
        status = .made
        results = zip(item.versions, sizes).map { Result(file: "\($0.output)", width: $1.width, height: $1.height) }
    }

    init(upToDate item: ResizeBatch.Item) {
        input = "\(item.input)"
        status = .upToDate
        results = item.versions.map { Result(file: "\($0.output)", width: nil, height: nil) }
    }

    init(failed input: String, message: String) {
        self.input = input
        status = .failed
        self.message = message
    }
}
