/// The formatting of numbers in Prometheus's text format.
enum PrometheusText {
    /// Returns a number, without a fraction for integers.
    static func number(_ value: Double) -> String {
        Int(exactly: value).map { "\($0)" } ?? "\(value)"
    }
}
