import ArgumentParser
import PostcardImaging

/// Parts of a picture's metadata, written `copyright` or `copyright,position`.
struct KeepList: ExpressibleByArgument {
    let kept: Metadata.Kept
    let defaultValueDescription: String

    static let none = KeepList(kept: [], text: "none")

    private init(kept: Metadata.Kept, text: String) {
        self.kept = kept
        defaultValueDescription = text
    }

    init?(argument: String) {
        var kept: Metadata.Kept = []
        for name in argument.split(separator: ",", omittingEmptySubsequences: false) {
            guard let part = Metadata.Kept(name: String(name)) else { return nil }
            kept.formUnion(part)
        }
        self.init(kept: kept, text: argument)
    }
}
