import PostcardCore

extension Pin: CheckedRecord {
    package func validationError(in key: String) -> String? { RecordValidation(.pin, id: id, in: key).firstError }
}

extension MapView: CheckedRecord {
    package func validationError(in key: String) -> String? {
        var validation = RecordValidation()
        validation.require(key == "last", "there is one map, called last")
        validation.require(latitudeSpan > 0 && latitudeSpan <= 180, "a span of \(latitudeSpan) degrees of latitude")
        validation.require(longitudeSpan > 0 && longitudeSpan <= 360, "a span of \(longitudeSpan) degrees of longitude")
        return validation.firstError
    }
}

extension Settings: CheckedRecord {
    package func validationError(in key: String) -> String? {
        var validation = RecordValidation()
        validation.require(
            key == RecordKey.settings.id, "there is one record of settings, called \(RecordKey.settings.id)")
        for name in Name.allCases {
            validation.require(
                changing(name, to: self[name]) != nil, "\(name.rawValue) is \(self[name]), not \(name.values)")
        }
        return validation.firstError
    }
}

extension Album: CheckedRecord {
    package func validationError(in key: String) -> String? {
        var validation = RecordValidation(.pin, id: id, in: key)
        for photo in photos { validation.requireID(photo, of: .photo) }
        if let pending {
            let numbers = 0...1_000_000
            validation.require(numbers ~= pending.count, "\(pending.count) photos to come")
            validation.require(numbers ~= pending.request.count, "\(pending.request.count) photos were asked for")
            validation.require(
                0...Double(Int32.max) ~= pending.request.radius, "a radius of \(pending.request.radius) m")
            validation.requirePixels(max(1, pending.request.longEdge))
        }
        return validation.firstError
    }
}

extension Photo: CheckedRecord {
    package func validationError(in key: String) -> String? {
        var validation = RecordValidation(.photo, id: id, in: key)
        validation.requireID(album, of: .pin)
        validation.requireBytes(bytes)
        validation.requirePixels(width, height)
        return validation.firstError
    }
}

extension Journal: CheckedRecord {
    package func validationError(in key: String) -> String? { RecordValidation(.journal, id: id, in: key).firstError }
}

extension JournalPlace: CheckedRecord {
    package func validationError(in key: String) -> String? {
        var validation = RecordValidation(.place, id: id, in: key)
        validation.requireID(journal, of: .journal)
        validation.requireID(pin, of: .pin)
        return validation.firstError
    }
}

extension Note: CheckedRecord {
    package func validationError(in key: String) -> String? {
        var validation = RecordValidation(.note, id: id, in: key)
        validation.requireID(journal, of: .journal)
        validation.requireID(place, of: .place)
        return validation.firstError
    }
}

extension Entry: CheckedRecord {
    package func validationError(in key: String) -> String? {
        var validation = RecordValidation(.entry, id: id, in: key)
        validation.requireID(journal, of: .journal)
        validation.requireID(place, of: .place)
        for medium in media {
            validation.requireBytes(medium.bytes)
            validation.requireFormat(medium.format)
            validation.requirePixels(medium.width, medium.height)
            validation.requireID(medium.photo, of: .photo)
            if let duration = medium.duration {
                validation.require(0...1e9 ~= duration, "a video cannot last \(duration) seconds")
            }
        }
        return validation.firstError
    }
}

extension MemeRecord: CheckedRecord {
    package func validationError(in key: String) -> String? {
        var validation = RecordValidation(.meme, id: id, in: key)
        validation.requireID(photo, of: .photo)
        validation.requireID(pin, of: .pin)
        validation.requireFormat(format)
        validation.requirePixels(width, height)
        for part in parts { validation.requireBytes(part.size) }
        return validation.firstError
    }
}

extension Medium {
    /// Returns a Boolean value that indicates whether a text can be the format of a file, and so the end of a name:
    /// letters, digits, `-`, `_` and `+`, 16 at most.
    static func isFormat(_ text: String) -> Bool {
        1...16 ~= text.utf8.count && text.utf8.allSatisfy { $0.isASCIIAlphanumeric(or: "-_+") }
    }
}

extension RecordKey {
    /// Returns a Boolean value that indicates whether a text is an id as Postcard gives them to the records of a kind:
    /// `pin-` and up to 64 lower-case letters and digits. It can be a part of the name of a file.
    static func isID(_ text: String, of kind: RecordKind) -> Bool {
        guard text.hasPrefix("\(kind)-") else { return false }
        let rest = text.utf8.dropFirst(kind.rawValue.utf8.count + 1)
        return 1...64 ~= rest.count && rest.allSatisfy { 97...122 ~= $0 || 48...57 ~= $0 }
    }
}

/// Checks the members of a record, and keeps the first error.
struct RecordValidation {
    private(set) var firstError: String?

    /// `id` is the id that the record has as a member.
    init(_ kind: RecordKind, id: String, in key: String) {
        require(id == key, "its id is \(id)")
        require(RecordKey.isID(id, of: kind), "its id is none of a \(kind)")
    }

    init() {}

    mutating func require(_ isRight: Bool, _ error: @autoclosure () -> String) {
        if firstError == nil, !isRight { firstError = error() }
    }

    /// Checks the id of another record.
    mutating func requireID(_ id: String?, of kind: RecordKind) {
        if let id { require(RecordKey.isID(id, of: kind), "\(id) is no id of a \(kind)") }
    }

    /// Checks the length of a file in bytes.
    mutating func requireBytes(_ count: Int) {
        require(0...1 << 50 ~= count, "a file cannot have \(count) bytes")
    }

    /// Checks widths and heights in pixels, as far as they are known.
    mutating func requirePixels(_ counts: Int?...) {
        for case let count? in counts {
            require(1...Int(Int32.max) ~= count, "a picture cannot have \(count) pixels in a row")
        }
    }

    /// Checks the format of a file, which names of files end with.
    mutating func requireFormat(_ format: String) {
        require(Medium.isFormat(format), "\(format) is no format")
    }
}
