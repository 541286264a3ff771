extension PositionEraser {
    /// The datasets of record 2 that name a place (IPTC IIM 4.2): content locations, city, sublocation, state, country.
    private static let places = [26, 27, 90, 92, 95, 100, 101]
    private static let marker = 0x1C

    /// Blanks the places of IPTC IIM, in Photoshop's resources and by itself.
    mutating func eraseIPTC() {
        forEach(Array("8BIM\u{4}\u{4}".utf8)) { eraser, found in
            // A name of an even length with its own length follows, then the size.
            guard let length = eraser.number(at: found + 6, 1) else { return }
            eraser.eraseDatasets(from: found + 6 + (length + 2) / 2 * 2 + 4)
        }
        // The version of record 2 begins what TIFF has without resources.
        forEach([0x1C, 2, 0, 0, 2]) { $0.eraseDatasets(from: $1) }
    }

    /// Blanks the places among datasets that follow one another.
    mutating func eraseDatasets(from start: Int) {
        var position = start
        while number(at: position, 1) == Self.marker, let record = number(at: position + 1, 1),
            let name = number(at: position + 2, 1), let length = number(at: position + 3, 2), length < 0x8000,
            position + 5 + length <= bytes.count
        {
            if record == 2, Self.places.contains(name) {
                fill(position + 5..<position + 5 + length, with: UInt8(ascii: " "))
            }
            position += 5 + length
        }
    }
}
