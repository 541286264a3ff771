/// The words that a text is about, for finding what another one has to do with it: in small letters, without plurals and without
/// the words that every text has.
struct WordSet: Sendable, Equatable {
    /// English, as the names and keywords of templates are.
    private static let common: Set<String> = [
        "a", "about", "all", "am", "an", "and", "are", "as", "at", "be", "because", "been", "but", "by", "can", "did",
        "do",
        "does", "doing", "dont", "for", "from", "get", "got", "had", "has", "have", "he", "her", "here", "him", "his",
        "how", "i", "if", "im", "in", "into", "is", "it", "its", "just", "like", "me", "my", "not", "now", "of", "on",
        "one", "or", "our", "out", "she", "simply", "so", "some", "than", "that", "the", "their", "them", "then",
        "there",
        "they", "this", "to", "too", "up", "us", "was", "we", "were", "what", "when", "where", "which", "while", "who",
        "why", "will", "with", "you", "your",
    ]

    private let words: Set<String>

    init(_ texts: [String]) {
        var words: Set<String> = []
        for text in texts {
            // Those of "don't" stay together.
            let plain = text.lowercased().filter { $0 != "'" && $0 != "’" }
            for word in plain.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
                let word = String(word)
                if !Self.common.contains(word) { words.insert(Self.singular(word)) }
            }
        }
        self.words = words
    }

    /// The number of words in both.
    func shared(with other: WordSet) -> Int { words.intersection(other.words).count }

    private static func singular(_ word: String) -> String {
        word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
    }
}
