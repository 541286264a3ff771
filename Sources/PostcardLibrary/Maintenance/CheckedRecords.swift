extension Pin: CheckedRecord {
    package func fault(in key: String) -> String? { RecordFaults(.pin, id: id, in: key).first }
}

extension MapView: CheckedRecord {
    package func fault(in key: String) -> String? {
        var faults = RecordFaults()
        faults.require(key == "last", "there is one map, called last")
        faults.require(latitudeSpan > 0 && latitudeSpan <= 180, "a span of \(latitudeSpan) degrees of latitude")
        faults.require(longitudeSpan > 0 && longitudeSpan <= 360, "a span of \(longitudeSpan) degrees of longitude")
        return faults.first
    }
}

extension Settings: CheckedRecord {
    package func fault(in key: String) -> String? {
        var faults = RecordFaults()
        faults.require(key == RecordKey.settings.id, "there is one record of settings, called \(RecordKey.settings.id)")
        for name in Name.allCases {
            faults.require(
                changing(name, to: self[name]) != nil, "\(name.rawValue) is \(self[name]), not \(name.values)")
        }
        return faults.first
    }
}

extension Album: CheckedRecord {
    package func fault(in key: String) -> String? {
        var faults = RecordFaults(.pin, id: id, in: key)
        for photo in photos { faults.requireID(photo, of: .photo) }
        if let pending {
            let numbers = 0...1_000_000
            faults.require(numbers ~= pending.count, "\(pending.count) photos to come")
            faults.require(numbers ~= pending.request.count, "\(pending.request.count) photos were asked for")
            faults.require(0...Double(Int32.max) ~= pending.request.radius, "a radius of \(pending.request.radius) m")
            faults.requirePixels(max(1, pending.request.longEdge))
        }
        return faults.first
    }
}

extension Photo: CheckedRecord {
    package func fault(in key: String) -> String? {
        var faults = RecordFaults(.photo, id: id, in: key)
        faults.requireID(album, of: .pin)
        faults.requireBytes(bytes)
        faults.requirePixels(width)
        faults.requirePixels(height)
        return faults.first
    }
}

extension Journal: CheckedRecord {
    package func fault(in key: String) -> String? { RecordFaults(.journal, id: id, in: key).first }
}

extension JournalPlace: CheckedRecord {
    package func fault(in key: String) -> String? {
        var faults = RecordFaults(.place, id: id, in: key)
        faults.requireID(journal, of: .journal)
        faults.requireID(pin, of: .pin)
        return faults.first
    }
}

extension Note: CheckedRecord {
    package func fault(in key: String) -> String? {
        var faults = RecordFaults(.note, id: id, in: key)
        faults.requireID(journal, of: .journal)
        faults.requireID(place, of: .place)
        return faults.first
    }
}

extension Entry: CheckedRecord {
    package func fault(in key: String) -> String? {
        var faults = RecordFaults(.entry, id: id, in: key)
        faults.requireID(journal, of: .journal)
        faults.requireID(place, of: .place)
        for medium in media {
            faults.requireBytes(medium.bytes)
            faults.requireFormat(medium.format)
            faults.requirePixels(medium.width)
            faults.requirePixels(medium.height)
            faults.requireID(medium.photo, of: .photo)
            if let duration = medium.duration {
                faults.require(0...1e9 ~= duration, "a video cannot last \(duration) seconds")
            }
        }
        return faults.first
    }
}

extension MemeRecord: CheckedRecord {
    package func fault(in key: String) -> String? {
        var faults = RecordFaults(.meme, id: id, in: key)
        faults.requireID(photo, of: .photo)
        faults.requireID(pin, of: .pin)
        faults.requireFormat(format)
        faults.requirePixels(width)
        faults.requirePixels(height)
        for part in parts { faults.requireBytes(part.size) }
        return faults.first
    }
}

extension Medium {
    /// Returns a Boolean value that indicates whether a text can be the format of a file, and so the end of a name:
    /// letters, digits, `-`, `_` and `+`, 16 at most.
    static func isFormat(_ text: String) -> Bool {
        1...16 ~= text.utf8.count
            && text.utf8.allSatisfy {
                97...122 ~= $0 || 65...90 ~= $0 || 48...57 ~= $0 || "-_+".utf8.contains($0)
            }
    }
}
