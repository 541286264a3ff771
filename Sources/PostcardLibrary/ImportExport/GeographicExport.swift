import PostcardCore
import PostcardPhotos

/// An export of pins and journal routes for map programs.
struct GeographicExport {
    let pins: [Pin]
    let journeys: [JournalContents]

    /// The export as GeoJSON (RFC 7946), with a point for each pin and place, and a line for each route.
    var geoJSON: String {
        var features: [String] = []
        for pin in pins {
            // The terms of place search services require an attribution next to the places.
            let notice = (pin.origin?.notice).map { [("attribution", $0)] } ?? []
            features.append(
                Self.feature(
                    Self.point(pin.coordinate), [("id", pin.id.rawValue), ("kind", "pin"), ("name", pin.name)] + notice)
            )
        }
        for journey in journeys {
            for place in journey.places {
                features.append(
                    Self.feature(
                        Self.point(place.coordinate),
                        [
                            ("id", place.id.rawValue), ("kind", "place"), ("name", place.name),
                            ("journal", journey.journal.name), ("date", place.date.description),
                        ]))
            }
            guard journey.places.count > 1 else { continue }
            features.append(
                Self.feature(
                    Self.line(journey.places.map(\.coordinate)),
                    [("id", journey.journal.id.rawValue), ("kind", "journey"), ("name", journey.journal.name)]))
        }
        return "{\"type\":\"FeatureCollection\",\"features\":[\n\(features.joined(separator: ",\n"))\n]}\n"
    }

    /// The export as GPX 1.1, with a waypoint for each pin, and a route for each journal.
    var gpx: String {
        var body = ""
        for pin in pins {
            let source = (pin.origin?.notice).map { "<src>\(Markup.escaped($0))</src>" } ?? ""
            body += "<wpt \(Self.attributes(pin.coordinate))><name>\(Markup.escaped(pin.name))</name>\(source)</wpt>\n"
        }
        for journey in journeys where !journey.places.isEmpty {
            body += "<rte><name>\(Markup.escaped(journey.journal.name))</name>\n"
            for place in journey.places {
                body += "<rtept \(Self.attributes(place.coordinate))>\(Self.time(place.date))"
                body += "<name>\(Markup.escaped(place.name))</name></rtept>\n"
            }
            body += "</rte>\n"
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Postcard" xmlns="http://www.topografix.com/GPX/1/1">
            \(body)</gpx>

            """
    }

    /// Returns the XML element for a time. Times without an offset from UTC are omitted, because GPX requires UTC.
    private static func time(_ date: WallTime) -> String {
        let text = date.description
        return text.utf8.count == 25 ? "<time>\(text.hasSuffix("+00:00") ? "\(text.prefix(19))Z" : text)</time>" : ""
    }

    private static func attributes(_ coordinate: Coordinate) -> String {
        "lat=\"\(coordinate.texts.latitude)\" lon=\"\(coordinate.texts.longitude)\""
    }

    /// Returns a GeoJSON position: longitude first.
    private static func position(_ coordinate: Coordinate) -> String {
        "[\(coordinate.texts.longitude),\(coordinate.texts.latitude)]"
    }

    /// Returns the geometry of a route. The line is cut where it crosses the antimeridian (RFC 7946, section 3.1.9).
    private static func line(_ coordinates: [Coordinate]) -> String {
        var parts: [[String]] = [[]]
        var last: Coordinate?
        for coordinate in coordinates {
            if let last, let latitude = latitudeAtAntimeridian(from: last, to: coordinate) {
                let side = last.longitude > 0 ? 180 : -180
                parts[parts.count - 1].append("[\(side),\(latitude)]")
                parts.append(["[\(-side),\(latitude)]"])
            }
            parts[parts.count - 1].append(position(coordinate))
            last = coordinate
        }
        let lines = parts.map { "[\($0.joined(separator: ","))]" }
        return lines.count == 1
            ? "{\"type\":\"LineString\",\"coordinates\":\(lines[0])}"
            : "{\"type\":\"MultiLineString\",\"coordinates\":[\(lines.joined(separator: ","))]}"
    }

    /// Returns the latitude at which the shorter path between two places crosses the antimeridian, in degrees with 6 decimal places; `nil`
    /// if the path does not cross it.
    private static func latitudeAtAntimeridian(from start: Coordinate, to end: Coordinate) -> Double? {
        guard abs(end.longitude - start.longitude) > 180 else { return nil }
        let turn: Double = start.longitude > 0 ? 360 : -360
        let part = (turn / 2 - start.longitude) / (end.longitude + turn - start.longitude)
        return ((start.latitude + part * (end.latitude - start.latitude)) * 1_000_000).rounded() / 1_000_000
    }

    private static func point(_ coordinate: Coordinate) -> String {
        "{\"type\":\"Point\",\"coordinates\":\(position(coordinate))}"
    }

    private static func feature(_ geometry: String, _ properties: [(String, String)]) -> String {
        let members = properties.map { "\(JSONValue.escaped($0)):\(JSONValue.escaped($1))" }.joined(separator: ",")
        return "{\"type\":\"Feature\",\"geometry\":\(geometry),\"properties\":{\(members)}}"
    }
}

extension Library {
    /// Returns all pins and the routes of all journals as GeoJSON (RFC 7946).
    ///
    /// - Throws: `FileError` if the index cannot be read.
    public func geoJSON() throws(FileError) -> String { try geographicExport().geoJSON }

    /// Returns all pins and the routes of all journals as GPX 1.1.
    ///
    /// - Throws: `FileError` if the index cannot be read.
    public func gpx() throws(FileError) -> String { try geographicExport().gpx }

    private func geographicExport() throws(FileError) -> GeographicExport {
        GeographicExport(pins: try pins(), journeys: try journalContents())
    }
}
