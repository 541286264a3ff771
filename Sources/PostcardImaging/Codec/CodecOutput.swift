internal import CPostcardShims

/// What the C encoders give back, as Swift's own.
enum CodecOutput {
    /// - Parameters:
    ///   - format: its name, for the error.
    ///   - encode: gets 200 bytes for a message.
    static func bytes(
        of format: String, _ encode: (UnsafeMutablePointer<CChar>) -> postcard_bytes
    ) throws(ImageError) -> [UInt8] {
        var text = ""
        let output = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 200) { buffer -> postcard_bytes in
            buffer.initialize(repeating: 0)
            guard let message = buffer.baseAddress else { return postcard_bytes() }
            let output = encode(message)
            text = String(cString: message)
            return output
        }
        defer { postcard_bytes_free(output) }
        guard let data = output.data else {
            throw ImageError(.encodingFailed, "The picture cannot be written as \(format): \(text).")
        }
        return Array(UnsafeBufferPointer(start: data, count: output.count))
    }
}
