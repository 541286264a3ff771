extension Int {
    /// The number with a noun, in its plural unless the number is 1: `1 photo`, `2 photos`. `plural` is the plural;
    /// otherwise the noun with an s.
    func counting(_ noun: String, _ plural: String? = nil) -> String {
        self == 1 ? "1 \(noun)" : "\(self) \(plural ?? "\(noun)s")"
    }
}
