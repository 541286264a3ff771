public import PostcardSources

extension Library {
    /// There is one map.
    private static let mapKey = RecordKey(.mapView, "last")
    /// A few kilometres.
    private static let firstSpan = 0.05

    /// Returns the part of the map that was shown last; before one was ever set, the part with all pins; `nil` when
    /// there is no pin either.
    ///
    /// - Throws: `LibraryError` when the index cannot be read.
    public func mapView() throws(LibraryError) -> MapView? {
        if let view: MapView = try index.record(Self.mapKey).flatMap({ index.value(of: $0) }) { return view }
        return MapView(showing: try pins().map(\.coordinate))
    }

    /// Changes and records the part of the map that is shown. Arguments that are `nil` leave their values as they are.
    ///
    /// - Parameters:
    ///   - latitudeSpan: degrees from the lower to the upper edge; 0.05 when the map showed nothing yet.
    ///   - longitudeSpan: degrees from the left to the right edge; the same.
    ///   - condition: the condition that the change depends on.
    /// - Returns: the changed part.
    /// - Throws: `LibraryError` with code `invalidValue` when the map showed nothing yet and no middle is given,
    ///   `preconditionFailed`.
    public func changeMapView(
        center: Coordinate? = nil, latitudeSpan: Double? = nil, longitudeSpan: Double? = nil,
        if condition: Condition? = nil
    ) throws(LibraryError) -> MapView {
        try update(if: condition) { (transaction) throws(LibraryError) in
            let old = try mapView()
            guard let center = center ?? old?.center else {
                throw LibraryError(.invalidValue, "The map shows nothing yet. Say where its middle is.")
            }
            let view = MapView(
                center: center, latitudeSpan: latitudeSpan ?? old?.latitudeSpan ?? Self.firstSpan,
                longitudeSpan: longitudeSpan ?? old?.longitudeSpan ?? Self.firstSpan)
            if let stored = try transaction.record(Self.mapKey), index.value(of: stored, as: MapView.self) == nil {
                try transaction.delete(Self.mapKey)
            }
            try transaction.put(view, for: Self.mapKey)
            return view
        }
    }

    /// Shows all pins again.
    ///
    /// - Parameter condition: the condition that the change depends on.
    /// - Throws: `LibraryError` when it cannot be written; `preconditionFailed`.
    public func resetMapView(if condition: Condition? = nil) throws(LibraryError) {
        try update(if: condition) { (transaction) throws(LibraryError) in
            if try transaction.record(Self.mapKey) != nil { try transaction.delete(Self.mapKey) }
        }
    }
}
