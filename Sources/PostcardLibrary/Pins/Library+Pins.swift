public import PostcardSources

extension Library {
    /// Marks a place.
    ///
    /// - Parameters:
    ///   - coordinate: where it is.
    ///   - name: what to call it; may be empty.
    ///   - origin: the place that a search found there.
    /// - Throws: `LibraryError` when it cannot be written.
    public func dropPin(
        at coordinate: Coordinate, name: String = "", origin: Pin.Origin? = nil
    ) throws(LibraryError) -> Pin {
        let now = now
        let pin = Pin(id: makeID(.pin), name: name, coordinate: coordinate, created: now, origin: origin)
        try index.update(at: now) { (transaction) throws(LibraryError) in
            try transaction.add(pin, for: RecordKey(.pin, pin.id))
        }
        return pin
    }

    /// All pins, those changed last at the end.
    ///
    /// - Throws: `LibraryError` when the index cannot be read.
    public func pins() throws(LibraryError) -> [Pin] {
        try index.all(.pin)
    }

    /// The pin that `text` means: its id, the beginning of its id, or its name in any case.
    ///
    /// - Throws: `LibraryError` with code `notFound` when there is none, `conflict` when there are several.
    public func pin(named text: String) throws(LibraryError) -> Pin {
        let name = text.lowercased()
        return try find(.pin, text, list: "postcard pin list") { (pin: Pin) in pin.name.lowercased() == name }
    }

    /// Calls a pin something else.
    ///
    /// - Throws: `LibraryError` when it cannot be written; `notFound` when the pin has gone.
    public func renamePin(_ id: String, to name: String) throws(LibraryError) -> Pin {
        try changePin(id) { $0.name = name }
    }

    /// Moves a pin. Its album stays as it is until a new collection is asked for.
    ///
    /// - Throws: `LibraryError` when it cannot be written; `notFound` when the pin has gone.
    public func movePin(_ id: String, to coordinate: Coordinate) throws(LibraryError) -> Pin {
        try changePin(id) { pin in
            pin.coordinate = coordinate
            pin.origin = nil
        }
    }

    private func changePin(_ id: String, _ body: (inout Pin) -> Void) throws(LibraryError) -> Pin {
        try index.update(at: now) { (transaction) throws(LibraryError) in
            guard var pin: Pin = try transaction.record(RecordKey(.pin, id))?.decode() else {
                throw LibraryError(.notFound, "There is no pin \(id). See all with: postcard pin list")
            }
            body(&pin)
            try transaction.put(pin, for: RecordKey(.pin, id))
            return pin
        }
    }

    /// Deletes a pin with its album and photos, in one step.
    ///
    /// - Throws: `LibraryError` when it cannot be written; `notFound` when the pin has gone.
    public func deletePin(_ id: String) throws(LibraryError) {
        try index.update(at: now) { (transaction) throws(LibraryError) in
            guard try transaction.record(RecordKey(.pin, id)) != nil else {
                throw LibraryError(.notFound, "There is no pin \(id). See all with: postcard pin list")
            }
            try transaction.delete(RecordKey(.pin, id))
            guard try transaction.record(RecordKey(.album, id)) != nil else { return }
            try transaction.delete(RecordKey(.album, id))
            for photo in try self.index.all(.photo, as: Photo.self, where: RecordFilter("album", equals: id)) {
                try transaction.delete(RecordKey(.photo, photo.id))
            }
        }
    }
}
