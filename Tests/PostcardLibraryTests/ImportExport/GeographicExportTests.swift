import Foundation
import PostcardPhotos
import PostcardTestSupport
import Testing

@testable import PostcardLibrary

@Suite struct GeographicExportTests {
    let lab: JournalLab
    var library: Library { lab.library }

    init() throws { lab = try JournalLab() }

    private func drop(_ latitude: Double, _ longitude: Double, _ name: String, notice: String? = nil) throws -> Pin {
        let coordinate = try Coordinate(latitude: latitude, longitude: longitude)
        return try library.addPin(
            at: coordinate, name: name,
            origin: notice.map {
                Pin.Origin(Place(source: "a", id: "1", name: name, coordinate: coordinate), notice: $0)
            })
    }

    @discardableResult
    private func addJournal(_ places: [(Double, Double, String)], date: String = "2024-06-09T10:00:00+02:00") throws
        -> Journal
    {
        let journal = try library.addJournal(named: "A \"journey\" & more")
        for (latitude, longitude, name) in places {
            _ = try library.addPlace(
                to: journal.id, at: Coordinate(latitude: latitude, longitude: longitude), name: name,
                date: WallTime(date))
        }
        return journal
    }

    private func features() throws -> [[String: Any]] {
        let json = try JSONSerialization.jsonObject(with: Data(library.geoJSON().utf8)) as? [String: Any]
        #expect(json?["type"] as? String == "FeatureCollection")
        return try #require(json?["features"] as? [[String: Any]])
    }

    private func properties() throws -> [[String: String]] {
        try features().map { try #require($0["properties"] as? [String: String]) }
    }

    @Test func `an empty library gives an empty collection and an empty GPX file`() throws {
        #expect(try features().isEmpty)
        let gpx = try library.gpx()
        #expect(gpx.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx version=\"1.1\""))
        #expect(!gpx.contains("<wpt"))
    }

    @Test(arguments: [
        (
            [(35.0, 139.0), (21.0, -158.0)],
            [[[139.0, 35.0], [180.0, 25.888889]], [[-180.0, 25.888889], [-158.0, 21.0]]]
        ),
        (
            [(-17.0, -179.0), (-18.0, 178.0), (-17.0, -179.0)],
            [
                [[-179.0, -17.0], [-180.0, -17.333333]], [[180.0, -17.333333], [178.0, -18.0], [180.0, -17.333333]],
                [[-180.0, -17.333333], [-179.0, -17.0]],
            ]
        ),
        ([(10.0, 100.0), (10.0, -70.0)], [[[100.0, 10.0], [-70.0, 10.0]]]),
    ])
    func `a journey is cut at the antimeridian`(places: [(Double, Double)], lines: [[[Double]]]) throws {
        try addJournal(places.map { ($0.0, $0.1, "") })
        let geometry = try #require(
            try features().compactMap { $0["geometry"] as? [String: Any] }.first { $0["type"] as? String != "Point" })
        let coordinates = geometry["coordinates"]
        expectEqual(geometry["type"] as? String, lines.count == 1 ? "LineString" : "MultiLineString")
        expectEqual((coordinates as? [[[Double]]]) ?? [(coordinates as? [[Double]]) ?? []], lines)
    }

    @Test func `points start with the longitude, and names can contain any characters`() throws {
        let names = ["plain", "\"quoted\" \\ and\nbroken", "</name><b>", "日本"]
        for (index, name) in names.enumerated() { _ = try drop(Double(index), -10.5, name) }
        let geometry = try features().map { try #require($0["geometry"] as? [String: Any]) }
        #expect(geometry.map { $0["coordinates"] as? [Double] } == (0..<4).map { [-10.5, Double($0)] })
        #expect(try properties().map { $0["name"] } == names)
        #expect(try properties().allSatisfy { $0["kind"] == "pin" })
    }

    @Test func `a journey is a line from place to place`() throws {
        let journal = try addJournal([(1, 2, "A"), (3, 4, "B"), (5, 6, "C")])
        let line = try #require(try features().first { ($0["properties"] as? [String: String])?["kind"] == "journey" })
        let geometry = try #require(line["geometry"] as? [String: Any])
        expectEqual(geometry["type"] as? String, "LineString")
        expectEqual(geometry["coordinates"] as? [[Double]], [[2, 1], [4, 3], [6, 5]])
        try expectEqual(properties().last?["id"], journal.id.rawValue)
        try expectEqual(properties().map { $0["kind"] }, ["place", "place", "place", "journey"])
        try expectEqual(properties()[0]["date"], "2024-06-09T10:00:00+02:00")
    }

    @Test func `one place is not a route`() throws {
        try addJournal([(1, 2, "A")])
        #expect(try properties().map { $0["kind"] } == ["place"])
    }

    @Test func `the notice of a place search is exported with the places`() throws {
        _ = try drop(1, 2, "A", notice: "Data by <people> & others.")
        #expect(try properties().map { $0["attribution"] } == ["Data by <people> & others."])
        #expect(try library.gpx().contains("<src>Data by &lt;people&gt; &amp; others.</src>"))
    }

    @Test func `a GPX file is valid XML regardless of the names in it`() throws {
        _ = try drop(1.5, -2.25, "a <b> & \"c\"\u{1}")
        try addJournal([(1, 2, "<A>"), (3, 4, "B")])
        let gpx = try library.gpx()
        #expect(
            gpx.contains("<wpt lat=\"1.500000\" lon=\"-2.250000\"><name>a &lt;b&gt; &amp; &quot;c&quot;</name></wpt>"))
        #expect(gpx.contains("<rte><name>A &quot;journey&quot; &amp; more</name>"))
        #expect(gpx.components(separatedBy: "<rtept ").count == 3)
        #expect(!gpx.contains("\u{1}"))
    }

    @Test(arguments: [
        ("2024-06-09T10:00:00+02:00", "<time>2024-06-09T10:00:00+02:00</time>"),
        ("2024-06-09T10:00:00Z", "<time>2024-06-09T10:00:00Z</time>"), ("2024-06-09T10:00:00", nil), ("2024-06", nil),
    ])
    func `GPX contains only times with an offset from UTC`(date: String, expected: String?) throws {
        try addJournal([(1, 2, "A")], date: date)
        let gpx = try library.gpx()
        #expect(gpx.contains(expected ?? "><name>A</name></rtept>"))
        #expect(gpx.contains("<time>") == (expected != nil))
    }

    @Test func `a journal without places is not a route`() throws {
        try addJournal([])
        #expect(try !library.gpx().contains("<rte>"))
        #expect(try features().isEmpty)
    }
}
