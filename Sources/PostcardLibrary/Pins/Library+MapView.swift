extension Library {
    /// There is one map.
    private static let mapKey = RecordKey(.mapView, "last")

    /// What the map showed last; before it was ever set, all pins; `nil` when there is none either.
    ///
    /// - Throws: `LibraryError` when the index cannot be read.
    public func mapView() throws(LibraryError) -> MapView? {
        if let view: MapView = try index.record(Self.mapKey)?.decode() { return view }
        return MapView(showing: try pins().map(\.coordinate))
    }

    /// Remembers what the map shows; `nil` for all pins again.
    ///
    /// - Throws: `LibraryError` when it cannot be written.
    public func setMapView(_ view: MapView?) throws(LibraryError) {
        try index.update(at: now) { (transaction) throws(LibraryError) in
            if let view {
                try transaction.put(view, for: Self.mapKey)
            } else if try transaction.record(Self.mapKey) != nil {
                try transaction.delete(Self.mapKey)
            }
        }
    }
}
