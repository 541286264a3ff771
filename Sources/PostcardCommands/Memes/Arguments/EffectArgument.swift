import ArgumentParser
import PostcardMemes

/// A list of effects on the text or the whole picture, separated by commas.
struct EffectArgument: ExpressibleByArgument {
    private(set) var textEffects: Set<Caption.Effect> = []
    private(set) var picture: Meme.Effect?

    init?(argument: String) {
        for name in argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            if let effect = Caption.Effect(rawValue: name) {
                textEffects.insert(effect)
            } else if let effect = Meme.Effect(rawValue: name) {
                picture = effect
            } else {
                return nil
            }
        }
    }

    static let allValueStrings = Caption.Effect.allCases.map(\.rawValue) + Meme.Effect.allCases.map(\.rawValue)
}
