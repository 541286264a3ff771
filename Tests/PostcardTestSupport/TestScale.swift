#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The number of samples that a test uses, depending on the environment variable `POSTCARD_TESTING`.
public enum TestScale {
    private static let isQuick = ProcessInfo.processInfo.environment["POSTCARD_TESTING"] == "quick"

    /// Returns `quick` in the test run that each change needs, and `all` in other runs.
    public static func count(quick: Int, all: Int) -> Int { isQuick ? quick : all }
}
