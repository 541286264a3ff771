import PostcardImaging

/// A job of a ``PictureRunner``: a picture to read, and the results to make of it.
package struct PictureTask<Store: ResultStore>: Sendable {
    /// A result: its place in the store, or `nil` if it is returned in the report, and its size and format.
    package typealias Output = (place: Store.Place?, version: PictureConversion.Version)

    let store: Store
    let outputs: [Output]
    /// True if all results are made again when one is missing.
    var makesAll = false
    /// True if the picture is read even if no result is missing. It is in the report.
    var readsAlways = false
    /// Reads the file of the picture with its version; returns `nil` if it still has the version `known`.
    let read: @Sendable (_ known: String?) async throws -> (bytes: [UInt8], version: String?)?
    /// Returns the conversion to the results.
    let conversion: @Sendable () async throws -> PictureConversion

    package init(
        store: Store, outputs: [Output],
        read: @escaping @Sendable (_ known: String?) async throws -> (bytes: [UInt8], version: String?)?,
        conversion: @escaping @Sendable () async throws -> PictureConversion
    ) {
        (self.store, self.outputs, self.read, self.conversion) = (store, outputs, read, conversion)
    }
}

extension PictureTask {
    /// A job whose picture is read.
    struct Ready: Sendable {
        /// The existing results; `nil` for missing ones.
        let existing: [PictureReport.Result?]
        /// The indices of the results that must be made.
        let missing: [Int]
        /// The picture; `nil` if it was not read.
        var picture: OpenedPicture?
        var version: String?
        /// The conversion; `nil` if no result is missing.
        var conversion: PictureConversion?
    }

    /// Finds the results that must be made, and reads the picture for them; returns `nil` if the picture still has the version that all results were
    /// made of.
    func ready() async throws -> Ready? {
        // All results are checked first: a job that fails writes nothing, and a job whose results exist decodes nothing.
        var states: [ResultState] = []
        for output in outputs {
            let state: ResultState = if let place = output.place { try await store.state(of: place) } else { .outdated }
            states.append(state)
        }
        var missing = states.indices.filter { states[$0].isOutdated }
        if makesAll, !missing.isEmpty { missing = Array(states.indices) }
        var ready = Ready(existing: states.map(\.existing), missing: missing)
        guard !missing.isEmpty || readsAlways else { return ready }
        // A known version counts only if all results are made of it.
        let known: String? =
            if case .made(let version)? = states.first, states.allSatisfy({ $0 == states[0] }) { version } else { nil }
        guard let (bytes, version) = try await read(known) else { return nil }
        (ready.picture, ready.version) = (try OpenedPicture(bytes), version)
        if !missing.isEmpty { ready.conversion = try await conversion() }
        return ready
    }
}
