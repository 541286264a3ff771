internal import Synchronization

extension Library {
    /// The settings. They are read once; later changes that other processes make count from the next opening.
    ///
    /// - Throws: `LibraryError` when the index cannot be read.
    public func settings() throws(LibraryError) -> Settings {
        try knownSettings.withLock { known throws(LibraryError) in
            if let known { return known }
            let settings: Settings = try index.record(.settings)?.decode() ?? Settings()
            known = settings
            return settings
        }
    }

    /// Changes settings. If `body` throws, nothing is changed.
    ///
    /// - Throws: what `body` throws; `LibraryError` when they cannot be written.
    @discardableResult
    public func changeSettings(
        _ body: (inout Settings) throws(LibraryError) -> Void
    ) throws(LibraryError) -> Settings {
        let settings = try index.update(at: now) { (transaction) throws(LibraryError) in
            var settings: Settings = try transaction.record(.settings)?.decode() ?? Settings()
            try body(&settings)
            try transaction.put(settings, for: .settings)
            return settings
        }
        knownSettings.withLock { $0 = settings }
        return settings
    }
}
