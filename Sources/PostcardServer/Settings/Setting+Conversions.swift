extension Duration {
    /// The whole seconds, rounded down.
    package var wholeSeconds: Int {
        let (seconds, attoseconds) = components
        return Int(attoseconds < 0 ? seconds - 1 : seconds)
    }
}
