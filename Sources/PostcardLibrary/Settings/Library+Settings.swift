import PostcardDisk
import PostcardIndex
import Synchronization

extension Library {
    /// The settings as the index has them now, whichever process wrote them.
    ///
    /// - Throws: `LibraryError` when the index cannot be read.
    public func settings() throws(LibraryError) -> Settings {
        let status = try FileSystem.status(of: index.path)
        return try knownSettings.withLock { known throws(LibraryError) in
            if let known, known.status == status { return known.settings }
            let settings: Settings = try index.record(.settings).flatMap { index.value(of: $0) } ?? Settings()
            known = (status, settings)
            return settings
        }
    }

    /// Changes settings. If `body` throws, nothing is changed.
    ///
    /// - Parameters:
    ///   - condition: the condition that the change depends on.
    ///   - body: changes the settings.
    /// - Returns: the changed settings.
    /// - Throws: what `body` throws; `LibraryError` when they cannot be written, `preconditionFailed`.
    @discardableResult
    public func changeSettings(
        if condition: Condition? = nil, _ body: (inout Settings) throws(LibraryError) -> Void
    ) throws(LibraryError) -> Settings {
        try update(if: condition) { (transaction) throws(LibraryError) in
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
    }
}
