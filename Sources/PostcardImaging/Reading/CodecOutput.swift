import CCodecs

/// Converts the results of C encoders to Swift values.
enum CodecOutput {
    /// Returns the file that `encode` writes. `encode` receives a buffer of 200 bytes for a message. The error contains `format`.
    static func bytes(
        of format: String, _ encode: (UnsafeMutablePointer<CChar>) -> postcard_bytes
    ) throws(ImageError) -> [UInt8] {
        var output = postcard_bytes()
        let text = message { output = encode($0) }
        defer { free(output.data) }
        guard let data = output.data else {
            try ImageWork.checkpoint()
            throw ImageError(.encodingFailed, "Can't write the picture as \(format): \(text).")
        }
        return Array(UnsafeBufferPointer(start: data, count: output.count))
    }

    /// Returns the text that `body` writes into a buffer of 200 bytes.
    static func message(_ body: (UnsafeMutablePointer<CChar>) -> Void) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 200) { buffer in
            buffer.initialize(repeating: 0)
            guard let message = buffer.baseAddress else { return "" }
            body(message)
            return String(cString: message)
        }
    }
}
