import PlatformFoundation

extension JSONDecoder {
    /// Reads `formatted_address` as `formattedAddress`.
    static var snakeCase: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }
}
