/// The limits that requests can exceed. A request that exceeds a limit gets a response with status 503 or 429.
enum Overload: String, CaseIterable {
    case pixels, decoders, sheets, fetches, videos, library, places, shares, jobs, memory, rate
    case sourceBytes = "source_bytes"
    case fetchedBytes = "fetched_bytes"
    case uploadBytes = "upload_bytes"
    case responseBytes = "response_bytes"
    case openFiles = "open_files"
}
