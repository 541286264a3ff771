import PlatformFoundation

/// A response of MediaWiki's Action API (`formatversion=2`): an error or data, both with HTTP status 200.
struct CommonsReply: Decodable {
    /// The error, instead of data.
    let error: Fault?
    /// The parameters that request the rest.
    let `continue`: [String: LenientText]?
    /// The data; missing where nothing was found.
    let query: Query?

    struct Fault: Decodable {
        let code: String
        let info: String?
    }

    struct Query: Decodable {
        let geosearch: LossyArray<Spot>?
        let pages: LossyArray<Page>?
    }

    /// A file with its place, nearest first.
    struct Spot: Decodable, Sendable {
        let pageid: Int
        let lat: Double
        let lon: Double
    }

    /// The page of a file.
    struct Page: Decodable {
        let pageid: Int
        let title: String
        let imageinfo: LossyArray<CommonsFile>?
    }

    /// Reads the body of an answer; `nil` when it is no such JSON, as the pages that proxies send.
    static func parse(_ body: [UInt8]) -> CommonsReply? {
        try? JSONDecoder().decode(CommonsReply.self, from: Data(body))
    }
}
