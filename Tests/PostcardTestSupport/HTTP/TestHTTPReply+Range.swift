extension TestHTTPReply {
    /// Returns the response of a server that supports ranges (RFC 9110, sections 13.1.5 and 14): only the requested bytes, if the client
    /// has this version of the file. For ranges other than `bytes=N-`, it is the whole file, as the standard allows.
    func continued(for request: TestHTTPRequest) -> TestHTTPReply {
        guard status == 200 else { return self }
        var reply = self
        // FNV-1a: two versions of a file must not have the same tag.
        let hash = body.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let tag = "\"\(String(hash, radix: 16))\""
        reply.headers += [("ETag", tag), ("Accept-Ranges", "bytes")]
        guard let range = request.headers["range"], range.hasPrefix("bytes="), range.hasSuffix("-"),
            let start = Int(range.dropFirst(6).dropLast()), request.headers["if-range"] ?? tag == tag
        else { return reply }
        guard start < body.count else {
            return TestHTTPReply(status: 416, headers: [("Content-Range", "bytes */\(body.count)")])
        }
        reply.status = 206
        reply.headers.append(("Content-Range", "bytes \(start)-\(body.count - 1)/\(body.count)"))
        reply.body = Array(body[start...])
        return reply
    }
}
