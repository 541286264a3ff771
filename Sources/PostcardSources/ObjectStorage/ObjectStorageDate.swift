import PlatformFoundation

/// Converts dates of object storage.
enum ObjectStorageDate {
    /// Returns the form `20130524T000000Z` of a time in seconds since 1970.
    static func text(_ seconds: Double) -> String {
        Date(timeIntervalSince1970: seconds).formatted(
            .iso8601.year().month().day().dateSeparator(.omitted).time(includingFractionalSeconds: false)
                .timeSeparator(.omitted).dateTimeSeparator(.standard).timeZone(separator: .omitted))
    }

    /// Returns the seconds since 1970 of a date such as `2026-11-23T00:13:23Z`, with or without fractions of a second; `nil` for other texts.
    static func seconds(_ text: String) -> Double? {
        let styles = [false, true].map { Date.ISO8601FormatStyle(includingFractionalSeconds: $0) }
        return styles.lazy.compactMap { try? $0.parse(text) }.first?.timeIntervalSince1970
    }
}
