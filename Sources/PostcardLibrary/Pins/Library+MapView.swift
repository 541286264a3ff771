public import PostcardSources

extension Library {
    /// There is one map.
    private static let mapKey = RecordKey(.mapView, "last")
    /// A few kilometres.
    private static let firstSpan = 0.05

    /// What the map showed last; before it was ever set, all pins; `nil` when there is none either.
    ///
    /// - Throws: `LibraryError` when the index cannot be read.
    public func mapView() throws(LibraryError) -> MapView? {
        if let view: MapView = try index.record(Self.mapKey).flatMap({ index.value(of: $0) }) { return view }
        return MapView(showing: try pins().map(\.coordinate))
    }

    /// Looks at another part of the map, and remembers it. What is `nil` stays as it is.
    ///
    /// - Parameters:
    ///   - center: the middle.
    ///   - latitudeSpan: degrees from the lower to the upper edge; 0.05 when the map showed nothing yet.
    ///   - longitudeSpan: degrees from the left to the right edge; the same.
    /// - Throws: `LibraryError` with code `invalidValue` when the map showed nothing yet and no middle is given.
    public func changeMapView(
        center: Coordinate? = nil, latitudeSpan: Double? = nil, longitudeSpan: Double? = nil
    ) throws(LibraryError) -> MapView {
        try update { (transaction) throws(LibraryError) in
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
    /// - Throws: `LibraryError` when it cannot be written.
    public func resetMapView() throws(LibraryError) {
        try update { (transaction) throws(LibraryError) in
            if try transaction.record(Self.mapKey) != nil { try transaction.delete(Self.mapKey) }
        }
    }
}
