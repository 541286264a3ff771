import ArgumentParser

/// A BCP 47 language tag, such as `tr` or `zh-Hant`.
struct LanguageArgument: ExpressibleByArgument {
    let tag: String

    init?(argument: String) {
        let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
        guard argument.utf8.count <= 35, 2...3 ~= parts[0].utf8.count,
            parts[0].allSatisfy({ $0.isASCII && $0.isLetter }),
            parts.dropFirst().allSatisfy({
                1...8 ~= $0.utf8.count && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            })
        else { return nil }
        tag = argument
    }
}
