import CCodecs

/// The results of C encoders as Swift's own.
enum CodecOutput {
    /// `format` is named in the error. `encode` gets 200 bytes for a message.
    static func bytes(
        of format: String, _ encode: (UnsafeMutablePointer<CChar>) -> postcard_bytes
    ) throws(ImageError) -> [UInt8] {
        var output = postcard_bytes()
        let text = message { output = encode($0) }
        defer { free(output.data) }
        guard let data = output.data else {
            try ImageWork.checkpoint()
            throw ImageError(.encodingFailed, "The picture cannot be written as \(format): \(text).")
        }
        return Array(UnsafeBufferPointer(start: data, count: output.count))
    }

    /// The text that `body` writes into the 200 bytes that it gets.
    static func message(_ body: (UnsafeMutablePointer<CChar>) -> Void) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 200) { buffer in
            buffer.initialize(repeating: 0)
            guard let message = buffer.baseAddress else { return "" }
            body(message)
            return String(cString: message)
        }
    }
}
