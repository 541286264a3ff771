import CCodecs

/// Converts the status codes of C libraries to errors that explain what to do.
struct LibraryFailure {
    let format: ImageFormat
    /// The name of the library to install.
    let library: String
    let byteCount: Int

    /// Calls a library function, which receives a buffer of 200 bytes for a message. For `rows`, see ``error(_:_:rows:)``.
    func check(
        rows: (Int, of: Int)? = nil, _ call: (UnsafeMutablePointer<CChar>) -> postcard_status
    ) throws(ImageError) {
        var status = postcard_status_ok
        let message = CodecOutput.message { status = call($0) }
        if let error = error(status, message, rows: rows) { throw error }
    }

    /// Returns the error for a status; `nil` for success. `rows` contains the number of decoded rows and the number of all rows.
    func error(_ status: postcard_status, _ message: String = "", rows: (Int, of: Int)? = nil) -> ImageError? {
        let name = format.displayName
        let reason = message.isEmpty ? "" : ": \(message)"
        let place = rows.map { $0.0 > 0 ? " in row \($0.0 + 1) of \($0.of)" : "" } ?? ""
        switch status {
        case postcard_status_ok: return nil
        case postcard_status_missing_library:
            return .unsupported("Reading \(name) pictures needs \(library). Install it, or convert the picture first.")
        case postcard_status_unsupported:
            return .unsupported("This kind of \(name) picture is not supported\(reason).")
        case postcard_status_truncated:
            return .truncated(
                "The \(name) file ends early, after \(byteCount) bytes\(place). Copy it again from its source.")
        case postcard_status_out_of_memory:
            return .outOfMemory("Not enough memory to read the \(name) file.")
        case postcard_status_too_large:
            return ImageError(.limitExceeded, "The \(name) file exceeds a limit\(reason).")
        default: return .damaged("The \(name) file is damaged\(place)\(reason).")
        }
    }
}
