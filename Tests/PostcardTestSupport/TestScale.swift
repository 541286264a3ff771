#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
public import Testing

/// The number of samples that a test uses, depending on the environment variable `POSTCARD_TESTING`.
public enum TestScale {
    fileprivate static let isQuick = ProcessInfo.processInfo.environment["POSTCARD_TESTING"] == "quick"

    /// Returns `quick` in the test run that each change needs, and `all` in other runs.
    public static func count(quick: Int, all: Int) -> Int { isQuick ? quick : all }
}

extension Trait where Self == ConditionTrait {
    /// A slow test of code that other tests cover, too. It does not run in the test run that each change needs.
    public static var thorough: Self { .disabled(if: TestScale.isQuick, "slow, so they run with Scripts/test --all") }
}
