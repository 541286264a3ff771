/// The head of an answer to a request for a picture or the rest of one (RFC 9110, sections 13.1.5 and 14).
struct PictureReply {
    /// The answer.
    let response: HTTPTransportResponse

    /// The partial file that the body continues; `nil` when it is the whole file.
    let part: PartialPicture?

    /// True if the rest was requested, and the response is neither that nor the whole file.
    let isRefusal: Bool

    /// The length of the whole file in bytes, if the server says it.
    let length: Int?

    /// Reads the head of an answer.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - part: What was there when the request was sent.
    init(_ response: HTTPTransportResponse, to part: PartialPicture?) {
        self.response = response
        let range = Self.contentRange(response.header("Content-Range"))
        let isContinued = response.status == 206 && part != nil && range?.start == part?.byteCount
        self.part = isContinued ? part : nil
        isRefusal = part != nil && (response.status == 416 || (response.status == 206 && !isContinued))
        length = isContinued ? range?.length : response.header("Content-Length").flatMap { Int($0) }
    }

    /// The event for the sink.
    func start(_ rendition: Rendition, _ format: PictureFormat) -> PictureStart {
        PictureStart(rendition: rendition, format: format, length: length, validator: part?.validator ?? validator)
    }

    /// The strong validator: an entity tag that is not weak, or else a date that lies well before that of the answer, so
    /// that the file cannot have changed twice in its second.
    private var validator: String? {
        guard response.header("Accept-Ranges") != "none" else { return nil }
        if let tag = response.header("ETag"), tag.hasPrefix("\"") { return tag }
        guard let modified = response.header("Last-Modified"), let date = response.header("Date"),
            let age = RetryAfter.delay(of: date, date: modified), age >= .seconds(60)
        else { return nil }
        return modified
    }

    /// First byte and whole length in `bytes 200-1023/146515`; the length may be `*`.
    private static func contentRange(_ value: String?) -> (start: Int, length: Int?)? {
        guard let value, value.hasPrefix("bytes ") else { return nil }
        let parts = value.dropFirst(6).split(separator: "/")
        guard parts.count == 2, let start = parts[0].split(separator: "-").first.flatMap({ Int($0) }) else {
            return nil
        }
        return (start, Int(parts[1]))
    }
}
