internal import Synchronization

extension Library {
    /// The settings. They are read once; later changes that other processes make count from the next opening,
    /// or from `forgetSettings`.
    ///
    /// - Throws: `LibraryError` when the index cannot be read.
    public func settings() throws(LibraryError) -> Settings {
        try knownSettings.withLock { known throws(LibraryError) in
            if let known { return known }
            let settings: Settings = try index.record(.settings).flatMap { index.value(of: $0) } ?? Settings()
            known = settings
            return settings
        }
    }

    /// Reads the settings anew the next time that they are asked for: what other processes changed counts from then on.
    public func forgetSettings() {
        knownSettings.withLock { $0 = nil }
    }

    /// Changes settings. If `body` throws, nothing is changed.
    ///
    /// - Throws: what `body` throws; `LibraryError` when they cannot be written.
    @discardableResult
    public func changeSettings(
        _ body: (inout Settings) throws(LibraryError) -> Void
    ) throws(LibraryError) -> Settings {
        let settings = try update { (transaction) throws(LibraryError) in
            let stored = try transaction.record(.settings)
            var settings = Settings()
            if let stored {
                if let value: Settings = index.value(of: stored) {
                    settings = value
                } else {
                    try transaction.delete(.settings)
                }
            }
            try body(&settings)
            try transaction.put(settings, for: .settings)
            return settings
        }
        knownSettings.withLock { $0 = settings }
        return settings
    }
}
