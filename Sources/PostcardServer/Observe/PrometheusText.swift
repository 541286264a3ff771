/// Formats numbers for Prometheus's text format.
enum PrometheusText {
    /// Returns the text for a number, without a fraction for integers.
    static func number(_ value: Double) -> String {
        Int(exactly: value).map { "\($0)" } ?? "\(value)"
    }
}
