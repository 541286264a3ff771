import Foundation
import PostcardImaging
import PostcardMemes
import PostcardPhotos
import PostcardTestSupport
import Testing

@testable import PostcardLibrary

@Suite struct MemeFilterTests {
    let lab: JournalLab
    var library: Library { lab.library }

    init() throws { lab = try JournalLab() }

    @discardableResult
    private func record(_ top: String, _ origin: MemeOrigin = .file("a.jpg"), source: [UInt8]? = nil) throws
        -> MemeRecord
    {
        try library.addMeme(
            TestPicture.jpeg(), format: .jpeg, size: .init(width: 64, height: 48),
            meme: .classic(top: top, bottom: "below"), origin: origin, source: source)
    }

    private func found(_ change: (inout MemeFilter) -> Void) throws -> [String] {
        var filter = MemeFilter()
        change(&filter)
        return try library.memes(matching: filter).map { $0.texts[0] }
    }

    @Test(
        arguments: [
            (nil, ["two", "ONE", "one"]), ("one", ["ONE", "one"]), ("On", ["ONE", "one"]),
            ("BELOW", ["two", "ONE", "one"]),
            ("three", []), ("", ["two", "ONE", "one"]),
        ] as [(String?, [String])])
    func `text is found in any caption, ignoring case`(text: String?, expected: [String]) throws {
        for top in ["one", "ONE", "two"] { try record(top) }
        #expect(try found { $0.text = text } == expected)
    }

    @Test func `since is inclusive and until is exclusive`() throws {
        let records = try ["one", "two", "three"].map { try record($0) }
        #expect(try found { $0.since = records[1].created } == ["three", "two"])
        #expect(try found { $0.until = records[1].created } == ["one"])
        #expect(
            try found {
                $0.since = records[1].created
                $0.until = records[2].created
            } == ["two"])
    }

    @Test func `a template is found by its whole name`() throws {
        try record("one", .template(Template(name: "mine", title: "Mine", picture: "a.jpg")))
        try record("two", .template(Template(name: "mine-too", title: "Mine", picture: "a.jpg")))
        try record("three")
        #expect(try found { $0.template = "mine" } == ["one"])
        #expect(try found { $0.template = "Mine" } == [])
    }

    @Test(arguments: [(50.0, ["here"]), (200.0, ["near", "here"]), (500_000.0, ["far", "near", "here"])])
    func `memes are found by the position of their pictures`(distance: Double, expected: [String]) throws {
        // 0.001 degrees of latitude are 111 m.
        for (name, latitude) in [("here", 48.0), ("near", 48.001), ("far", 49.0)] {
            try record(name, source: TestPicture.jpeg(latitude: latitude, longitude: 2))
        }
        try record("nowhere")
        let center = try Coordinate(latitude: 48, longitude: 2)
        #expect(
            try found {
                $0.near = center
                $0.distance = distance
            } == expected)
    }

    @Test func `memes of a pin's photos are found wherever the photos were taken`() async throws {
        let pin = try library.addPin(at: Coordinate(latitude: 48, longitude: 2))
        let album = try await library.downloadAlbum(
            of: pin,
            from: PhotoSourceStandIn([
                [PhotoSourceStandIn.photo("a", coordinate: try Coordinate(latitude: -10, longitude: 100))]
            ])
        ).album
        try record("of the pin", .photo(try library.photo(named: album.photos[0].rawValue)))
        try record("beside it", source: TestPicture.jpeg(latitude: 48.001, longitude: 2))
        try record("elsewhere", source: TestPicture.jpeg(latitude: 10, longitude: 2))
        #expect(try found { $0.pin = pin.id } == ["of the pin"])
        #expect(
            try found {
                $0.pin = pin.id
                $0.near = pin.coordinate
            } == ["beside it", "of the pin"])
    }

    @Test func `all criteria must be met`() throws {
        let template = MemeOrigin.template(Template(name: "mine", title: "Mine", picture: "a.jpg"))
        try record("one", template)
        try record("two", template)
        try record("one")
        #expect(
            try found {
                $0.template = "mine"
                $0.text = "one"
            } == ["one"])
    }

    @Test(
        arguments: [
            (0, nil, ["five", "four", "three", "two", "one"]), (0, 2, ["five", "four"]), (2, 2, ["three", "two"]),
            (4, 2, ["one"]), (5, 2, []), (0, 0, []),
        ] as [(Int, Int?, [String])])
    func `pages are parts of the matches, newest first`(skipping: Int, limit: Int?, expected: [String]) throws {
        for name in ["one", "two", "three", "four", "five"] { try record(name) }
        let memes = try library.memes(matching: MemeFilter(), skipping: skipping, limit: limit)
        #expect(memes.map { $0.texts[0] } == expected)
    }

    @Test func `a page contains only matching memes`() throws {
        for name in ["a1", "b", "a2", "b", "a3"] { try record(name) }
        var filter = MemeFilter()
        filter.text = "A"
        #expect(try library.memes(matching: filter, skipping: 1, limit: 1).map { $0.texts[0] } == ["a2"])
        #expect(try library.memes(limit: 2).map { $0.texts[0] } == ["a3", "b"])
    }
}
