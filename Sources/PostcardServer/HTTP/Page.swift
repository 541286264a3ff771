import PlatformFoundation
import PostcardCore
import PostcardCrypto
import PostcardLibrary

/// A page of a list, and where the next one begins.
///
/// A cursor names the last item of the page before and its number, so that pages go on right when something is added or
/// removed in the meantime, even the item itself.
struct Page: Sendable {
    static let usual = 50
    static let maximum = 200

    private struct Cursor {
        let count: Int
        let id: String

        init?(_ text: String) {
            guard let bytes = Base64.urlSafe.decode(text), let decoded = String(validating: bytes, as: UTF8.self),
                let dot = decoded.firstIndex(of: "."), let count = Int(decoded[..<dot]), count > 0
            else { return nil }
            self.count = count
            id = String(decoded[decoded.index(after: dot)...])
        }

        static func text(count: Int, id: String) -> String { Base64.urlSafe.encode(Array("\(count).\(id)".utf8)) }
    }

    let limit: Int
    private let cursor: Cursor?

    /// - Throws: `HTTPError` for a cursor that no page gave.
    init(limit: Int?, cursor: String?) throws(HTTPError) {
        self.limit = limit ?? Self.usual
        self.cursor = cursor.flatMap(Cursor.init)
        if cursor != nil, self.cursor == nil {
            throw HTTPError.badRequest("The cursor is not one that a page of this service gave.")
        }
    }

    /// The items of this page, and the cursor of the next one.
    func items<Item: Identifiable<String>>(of all: [Item]) -> (items: ArraySlice<Item>, next: String?) {
        var start = 0
        if let cursor {
            let place = all.firstIndex { $0.id == cursor.id }
            start = place.map { $0 + 1 } ?? min(cursor.count, all.count)
        }
        let items = all[start...].prefix(limit)
        guard let last = items.last, items.endIndex < all.endIndex else { return (items, nil) }
        return (items, Cursor.text(count: items.endIndex, id: last.id))
    }
}

/// The body of a response and its version.
struct Representation: Sendable {
    let data: Data
    /// A strong ETag of RFC 9110, with its quotes.
    let tag: String

    /// A value as JSON.
    init(_ value: some Encodable) throws { self.init(try ListingEncoder.encode(value)) }

    init(_ data: Data) {
        self.data = data
        tag = "\"\(Base64.urlSafe.encode(Array(SHA256.hash(data: data).prefix(16))))\""
    }
}
