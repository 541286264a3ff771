import ArgumentParser

/// A time in a video: `12.5`, `1:02` or `1:00:02.5`.
struct ClipTime: ExpressibleByArgument {
    let seconds: Double
    /// The text as typed.
    let text: String

    init?(argument: String) {
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
        var seconds = 0.0
        for (index, part) in parts.enumerated() {
            guard let part, part.isFinite, part >= 0, index == 0 || part < 60 else { return nil }
            seconds = seconds * 60 + part
        }
        guard 1...3 ~= parts.count, seconds <= 1e6 else { return nil }
        self.seconds = seconds
        text = argument
    }
}
