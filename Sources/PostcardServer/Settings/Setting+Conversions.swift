// Properties that convert values to and from the form in settings.

extension Duration {
    /// The duration in whole seconds, rounded down.
    package var wholeSeconds: Int {
        get {
            let (seconds, attoseconds) = components
            return Int(attoseconds < 0 ? seconds - 1 : seconds)
        }
        set { self = .seconds(newValue) }
    }
}

extension String? {
    /// The string; an empty string for `nil`.
    package var orEmpty: String {
        get { self ?? "" }
        set { self = newValue.isEmpty ? nil : newValue }
    }
}
