import PostcardCore

extension Library {
    /// The types of all kinds of records. A kind precedes the kinds that refer to it.
    private static let recordTypes: KeyValuePairs<RecordKind, any CheckedRecord.Type> = [
        .settings: Settings.self, .mapView: MapView.self, .pin: Pin.self, .album: Album.self, .photo: Photo.self,
        .journal: Journal.self, .place: JournalPlace.self, .note: Note.self, .entry: Entry.self, .meme: MemeRecord.self,
    ]

    /// The kinds of records in an export. A kind precedes the kinds that refer to it.
    static let exportedKinds = recordTypes.map(\.key)

    /// Returns the value of a record of any kind.
    ///
    /// - Throws: `FileError` with code `invalidRecord` if the record does not match its type, or `newerFormat` for an unknown kind.
    static func value(of record: Record) throws(FileError) -> any CheckedRecord {
        guard let (_, type) = recordTypes.first(where: { $0.key == record.key.kind }) else {
            // This error keeps `compact` from removing the pictures of such records.
            throw FileError(
                .newerFormat,
                "The library contains \(record.key.kind) records, which this version of Postcard does not support.")
        }
        return try record.decode(type)
    }
}

extension Pin: CheckedRecord {
    package var summary: String { name.isEmpty ? "\(coordinate)" : name }

    package func validationError(in key: String) -> String? { RecordCheck.ownID(id, in: key) }
}

extension MapView: CheckedRecord {
    package func validationError(in key: String) -> String? {
        RecordCheck.that(key == "last", "the id of the map view must be \"last\"")
            ?? RecordCheck.that(
                latitudeSpan > 0 && latitudeSpan <= 180, "the latitude span is \(latitudeSpan) degrees")
            ?? RecordCheck.that(
                longitudeSpan > 0 && longitudeSpan <= 360, "the longitude span is \(longitudeSpan) degrees")
    }
}

extension Settings: CheckedRecord {
    package func validationError(in key: String) -> String? {
        let own = RecordKey.settings.id
        return RecordCheck.that(key == own, "the id of the settings record must be \"\(own)\"")
            ?? Name.allCases.first { changing($0, to: self[$0]) == nil }
            .map { "\($0.rawValue) is \(self[$0]), not \($0.values)" }
    }
}

extension Album: CheckedRecord {
    package func validationError(in key: String) -> String? {
        RecordCheck.ownID(id, in: key) ?? RecordCheck.all(photos) { RecordCheck.id($0) }
            ?? pending?.validationError
    }
}

extension Album.Collection {
    fileprivate var validationError: String? {
        let numbers = 0...1_000_000
        return RecordCheck.that(numbers ~= count, "the number of photos to download is \(count)")
            ?? RecordCheck.that(numbers ~= request.count, "the requested number of photos is \(request.count)")
            ?? RecordCheck.that(0...Double(Int32.max) ~= request.radius, "the radius is \(request.radius) m")
            ?? RecordCheck.pixels(max(1, request.longEdge))
    }
}

extension Photo: CheckedRecord {
    package var blobs: [BlobReference] { [reference] }
    package var summary: String { credit }

    package func validationError(in key: String) -> String? {
        RecordCheck.ownID(id, in: key) ?? RecordCheck.id(album) ?? RecordCheck.bytes(bytes)
            ?? RecordCheck.pixels(width, height)
    }
}

extension Journal: CheckedRecord {
    package var blobs: [BlobReference] { (tracks ?? []).map(\.reference) }
    package var summary: String { name }

    package func validationError(in key: String) -> String? {
        RecordCheck.ownID(id, in: key) ?? RecordCheck.all(tracks ?? []) { RecordCheck.bytes($0.bytes) }
    }
}

extension JournalPlace: CheckedRecord {
    package var summary: String { displayName }

    package func validationError(in key: String) -> String? {
        RecordCheck.ownID(id, in: key) ?? RecordCheck.id(journal)
            ?? RecordCheck.id(pin)
    }
}

extension Note: CheckedRecord {
    package var summary: String { text }

    package func validationError(in key: String) -> String? {
        RecordCheck.ownID(id, in: key) ?? RecordCheck.id(journal)
            ?? RecordCheck.id(place)
    }
}

extension Entry: CheckedRecord {
    package var blobs: [BlobReference] { media.flatMap(\.blobs) }
    package var summary: String { title }

    package func validationError(in key: String) -> String? {
        RecordCheck.ownID(id, in: key) ?? RecordCheck.id(journal)
            ?? RecordCheck.id(place) ?? RecordCheck.all(media, \.validationError)
    }
}

extension Medium {
    /// The file, and the video of a Live Photo.
    var blobs: [BlobReference] { [reference, motion].compactMap(\.self) }

    fileprivate var validationError: String? {
        RecordCheck.bytes(bytes) ?? RecordCheck.format(format) ?? RecordCheck.pixels(width, height)
            ?? RecordCheck.id(photo) ?? RecordCheck.bytes(motion?.size ?? 0)
            ?? seconds.flatMap { RecordCheck.that(0...1e9 ~= $0, "a video can't last \($0) seconds") }
    }

    /// Returns true if a string can be the format of a file, and therefore a file name extension: at most 16 letters, digits, `-`, `_` and
    /// `+`.
    static func isFormat(_ text: String) -> Bool {
        1...16 ~= text.utf8.count && text.utf8.allSatisfy { $0.isASCIIAlphanumeric(or: "-_+") }
    }
}

extension MemeRecord: CheckedRecord {
    package var summary: String { texts.joined(separator: " / ") }

    package func validationError(in key: String) -> String? {
        RecordCheck.ownID(id, in: key) ?? RecordCheck.id(photo) ?? RecordCheck.id(pin)
            ?? RecordCheck.format(formatName) ?? RecordCheck.pixels(width, height)
            ?? RecordCheck.all(blobs) { RecordCheck.bytes($0.size) }
    }
}

extension RecordKey {
    /// Returns true if a string is the id of a record of a kind: the kind, a hyphen, and up to 64 lowercase letters and digits. Such an id
    /// is safe as part of a file name.
    static func isID(_ text: String, of kind: RecordKind) -> Bool {
        guard text.hasPrefix("\(kind)-") else { return false }
        let rest = text.utf8.dropFirst(kind.rawValue.utf8.count + 1)
        return 1...64 ~= rest.count && rest.allSatisfy { 97...122 ~= $0 || 48...57 ~= $0 }
    }
}

/// Checks the members of records. Each function returns the error; `nil` if there is none.
enum RecordCheck {
    static func that(_ isRight: Bool, _ error: @autoclosure () -> String) -> String? { isRight ? nil : error() }

    /// Returns the first error in a list.
    static func all<Value>(_ values: [Value], _ check: (Value) -> String?) -> String? {
        values.lazy.compactMap(check).first
    }

    /// Checks the id that a record stores as a member.
    static func ownID<Value: LibraryRecord>(_ id: RecordID<Value>, in key: String) -> String? {
        that(id.rawValue == key, "its id is \(id)")
            ?? that(RecordKey.isID(id.rawValue, of: Value.kind), "its id is not a valid \(Value.kind) id")
    }

    /// Checks the id of another record.
    static func id<Value: LibraryRecord>(_ id: RecordID<Value>?) -> String? {
        id.flatMap { that(RecordKey.isID($0.rawValue, of: Value.kind), "\($0) is not a valid \(Value.kind) id") }
    }

    /// Checks the length of a file in bytes.
    static func bytes(_ count: Int) -> String? { that(0...1 << 50 ~= count, "a file can't have \(count) bytes") }

    /// Checks widths and heights in pixels; unknown sizes are accepted.
    static func pixels(_ counts: Int?...) -> String? {
        all(counts.compactMap(\.self)) { count in
            that(1...Int(Int32.max) ~= count, "a picture can't be \(count) pixels wide or high")
        }
    }

    /// Checks the format of a file, which is used as a file name extension.
    static func format(_ format: String) -> String? { that(Medium.isFormat(format), "\(format) is not a format") }
}
