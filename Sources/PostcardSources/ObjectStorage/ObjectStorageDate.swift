import PlatformFoundation

/// Converts the dates that object storage uses.
enum ObjectStorageDate {
    /// Returns a time, given in seconds since 1970, in the form `20130524T000000Z`.
    static func text(_ seconds: Double) -> String {
        Date(timeIntervalSince1970: seconds).formatted(
            .iso8601.year().month().day().dateSeparator(.omitted).time(includingFractionalSeconds: false)
                .timeSeparator(.omitted).dateTimeSeparator(.standard).timeZone(separator: .omitted))
    }

    /// Returns the seconds since 1970 for a date such as `2026-11-23T00:13:23Z`, with or without fractions of a second; `nil` for other
    /// strings.
    static func seconds(_ text: String) -> Double? {
        let styles = [false, true].map { Date.ISO8601FormatStyle(includingFractionalSeconds: $0) }
        return styles.lazy.compactMap { try? $0.parse(text) }.first?.timeIntervalSince1970
    }
}
