extension IPAddress: CustomStringConvertible {
    /// `192.0.2.1`, or eight groups of hexadecimal digits without abbreviation.
    var description: String {
        guard bytes.count == 16 else { return bytes.map(String.init).joined(separator: ".") }
        return stride(from: 0, to: 16, by: 2)
            .map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
            .joined(separator: ":")
    }
}
