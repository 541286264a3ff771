extension DecodingError {
    /// What is wrong, and where in the file.
    package var explanation: String {
        let context =
            switch self {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                context
            @unknown default: Context(codingPath: [], debugDescription: "\(self)")
            }
        let place = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        return place.isEmpty ? context.debugDescription : "at \(place.drop { $0 == "." }): \(context.debugDescription)"
    }
}
