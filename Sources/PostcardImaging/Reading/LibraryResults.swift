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

extension UnsafeRawBufferPointer {
    /// The first byte, as functions of C take it.
    var start: UnsafePointer<UInt8>? { baseAddress?.asBytes }
}

extension UnsafeRawPointer {
    /// The memory as bytes, as functions of C take it. Memory of any type may be read as bytes.
    var asBytes: UnsafePointer<UInt8> { assumingMemoryBound(to: UInt8.self) }
}

extension UnsafeMutableRawPointer {
    /// The memory as bytes, as functions of C take it. Memory of any trivial type, such as pixels, may be written as bytes.
    var asBytes: UnsafeMutablePointer<UInt8> { assumingMemoryBound(to: UInt8.self) }
}

/// The reports of C libraries as errors that say what to do.
struct LibraryFailure {
    let format: ImageFormat
    /// The library's name and the package that has it.
    let library: String
    let byteCount: Int

    /// Calls a function of a library, which gets 200 bytes for a message. `rows` are as in ``error(_:_:rows:)``.
    func check(
        rows: (Int, of: Int)? = nil, _ call: (UnsafeMutablePointer<CChar>) -> postcard_status
    ) throws(ImageError) {
        var status = postcard_status_ok
        let message = CodecOutput.message { status = call($0) }
        if let error = error(status, message, rows: rows) { throw error }
    }

    /// `nil` when all went well. `rows` is the number of decoded rows, of those that there are.
    func error(_ status: postcard_status, _ message: String = "", rows: (Int, of: Int)? = nil) -> ImageError? {
        let name = format.displayName
        let reason = message.isEmpty ? "" : ": \(message)"
        let place = rows.map { $0.0 > 0 ? " in row \($0.0 + 1) of \($0.of)" : "" } ?? ""
        switch status {
        case postcard_status_ok: return nil
        case postcard_status_missing_library:
            return .unsupported("Reading \(name) pictures needs \(library). Install it, or convert the picture first.")
        case postcard_status_unsupported:
            return .unsupported("This kind of \(name) picture cannot be read\(reason).")
        case postcard_status_truncated:
            return .truncated(
                "The \(name) file ends early, after \(byteCount) bytes\(place). Copy it again from where it came.")
        case postcard_status_out_of_memory:
            return .outOfMemory("There is not enough memory to read the \(name) file.")
        case postcard_status_too_large:
            return ImageError(.limitExceeded, "The \(name) file asks for too much\(reason).")
        default: return .damaged("The \(name) file is damaged\(place)\(reason).")
        }
    }
}
