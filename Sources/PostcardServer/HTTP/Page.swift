import PlatformFoundation
import PostcardCore
import PostcardCrypto
import PostcardLibrary

/// The position of a page in a list, by a limit and a cursor.
///
/// A cursor has the id of the last item of the page before and the number of items up to it. So pages go on right when items are added or removed in
/// the meantime, even the item itself.
struct Page: Sendable {
    static let usual = 50
    static let maximum = 200

    let limit: Int
    /// The number of items before the page, and the id of the last of them.
    private let cursor: (count: Int, id: String)?

    /// - Throws: `HTTPError` with status 400 for a cursor that no page gave.
    init(limit: Int?, cursor: String?) throws(HTTPError) {
        self.limit = limit ?? Self.usual
        self.cursor = try cursor.map(Self.read)
    }

    private static func read(_ cursor: String) throws(HTTPError) -> (count: Int, id: String) {
        guard let bytes = Base64.urlSafe.decode(cursor), let text = String(validating: bytes, as: UTF8.self),
            let dot = text.firstIndex(of: "."), let count = Int(text[..<dot]), count > 0
        else { throw .badRequest("The cursor is not one that a page of this service gave.") }
        return (count, String(text[text.index(after: dot)...]))
    }

    /// Returns the items of this page, and the cursor of the next one; `nil` for the last page.
    func items<Item: Identifiable<String>>(of all: [Item]) -> (items: ArraySlice<Item>, next: String?) {
        var start = 0
        if let cursor {
            let place = all.firstIndex { $0.id == cursor.id }
            start = place.map { $0 + 1 } ?? min(cursor.count, all.count)
        }
        let items = all[start...].prefix(limit)
        guard let last = items.last, items.endIndex < all.endIndex else { return (items, nil) }
        return (items, Base64.urlSafe.encode(Array("\(items.endIndex).\(last.id)".utf8)))
    }
}

/// The body of a response with its entity tag.
struct Representation: Sendable {
    let data: Data
    /// The strong entity tag of RFC 9110, with its quotes.
    let tag: String

    /// Encodes a value as JSON.
    init(_ value: some Encodable) throws { self.init(try ListingEncoder.encode(value)) }

    init(_ data: Data) {
        self.data = data
        tag = "\"\(Base64.urlSafe.encode(Array(SHA256.hash(data: data).prefix(16))))\""
    }
}
