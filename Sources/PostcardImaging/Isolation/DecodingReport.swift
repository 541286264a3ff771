import PostcardCore

/// The answer of a process that decoded a picture: JSON.
struct DecodingReport {
    let isOpaque: Bool
    let warnings: [String]

    /// Begins each report: what libraries print on the same descriptor stands before it (RFC 7464).
    private static let mark: UInt8 = 0x1E
}

extension DecodingReport {
    /// - Throws: the error that is reported, or `damaged` for what is no report.
    init(parsing bytes: [UInt8], of format: ImageFormat) throws(ImageError) {
        let text = bytes[(bytes.lastIndex(of: Self.mark).map { $0 + 1 } ?? bytes.count)...]
        guard let value = try? Array(text).withUnsafeBytes({ try JSONValue(parsing: $0) }) else {
            throw Self.garbage(format)
        }
        if let name = value["error"]?.string, let message = value["message"]?.string {
            throw ImageError(
                ImageError.Code(rawValue: name) ?? .damaged, message,
                limit: value["limit"]?.string.flatMap { ImageError.Limit(rawValue: $0) })
        }
        guard case .scalar(let flag)? = value["isOpaque"] else { throw Self.garbage(format) }
        isOpaque = flag == "true"
        warnings = value["warnings"]?.strings ?? []
    }

    var json: [UInt8] {
        Self.bytes(["isOpaque": .flag(isOpaque), "warnings": .array(warnings.map { .text($0) })])
    }

    static func json(of error: ImageError) -> [UInt8] {
        bytes([
            "error": .text(error.code.rawValue), "message": .text(error.message),
            "limit": .text(error.limit?.rawValue ?? ""),
        ])
    }

    private static func bytes(_ value: JSONValue) -> [UInt8] {
        [mark] + value.bytes + [UInt8(ascii: "\n")]
    }

    static func garbage(_ format: ImageFormat) -> ImageError {
        .damaged("The \(format.displayName) file is damaged: its decoder ended without a picture.")
    }
}
