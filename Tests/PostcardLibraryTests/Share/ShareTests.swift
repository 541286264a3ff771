import Foundation
import PostcardFixtures
import PostcardImaging
import PostcardLibrary
import PostcardPhotos
import PostcardTestSupport
import SystemPackage
import Testing

@Suite struct ShareTests {
    let lab: JournalLab
    var library: Library { lab.library }
    let journal: Journal

    init() async throws {
        lab = try JournalLab()
        journal = try lab.library.addJournal(named: "France & <Spain>")
        let place = try lab.library.addPlace(
            to: journal.id, at: Coordinate(latitude: 48.8584, longitude: 2.2945), name: "Tower")
        _ = try await lab.library.addEntry(
            text: "<script>alert(1)</script>", media: [lab.picture()], to: journal.id, at: place.id)
        let titled = try TestPicture.jpeg(80, 48, title: "A \"title\"", artist: "Ann")
        _ = try await lab.library.addMedia([.bytes(titled, name: "a.jpg")], to: journal.id, at: place.id)
    }

    @Test func `a page needs no network and runs no text as script`() async throws {
        let report = try await library.share([journal.id], to: .page(FilePath(lab.folder.path("a.html"))))
        #expect(report.items == 2)
        #expect(report.places == 1)
        let page = String(decoding: try lab.folder.read("a.html"), as: UTF8.self)
        #expect(page.contains("France &amp; &lt;Spain&gt;"))
        #expect(page.contains("&lt;script&gt;alert(1)"))
        #expect(!page.contains("<script>alert"))
        for attribute in ["src=\"http", "href=\"http", "url(", "@import"] { #expect(!page.contains(attribute)) }
        #expect(page.contains("<svg class=\"map\""))
    }

    @Test func `one picture of an entry is shared without the others and without the text`() async throws {
        let entry = try await library.addEntry(text: "secret", media: [lab.picture(70), lab.picture(66)])
        let page = FilePath(lab.folder.path("a.html"))
        let report = try await library.share(ids: ["\(entry.id)/2"], to: .page(page))
        #expect(report.items == 1)
        #expect(try !String(decoding: lab.folder.read("a.html"), as: UTF8.self).contains("secret"))
        #expect(try library.sharedItems(of: ["\(entry.id)/2"]).map(\.blob) == [entry.media[1].blob])
        for number in ["0", "3", "x"] {
            let error = #expect(throws: LibraryError.self) { try library.sharedItems(of: ["\(entry.id)/\(number)"]) }
            #expect(error?.code == .notFound)
        }
    }

    @Test func `the title of a page has the days of later photos`() async throws {
        let trip = try library.addJournal(named: nil)
        for (day, width) in [("2025-11-12", 60), ("2025-11-14", 66)] {
            let date = WallTime("\(day)T10:00:00")
            _ = try await library.addEntry(text: day, media: [lab.picture(width)], to: trip.id, date: date)
        }
        _ = try await library.share([trip.id], to: .page(FilePath(lab.folder.path("a.html"))))
        let page = String(decoding: try lab.folder.read("a.html"), as: UTF8.self)
        #expect(page.contains("<h1>12 to 14 November 2025</h1>"))
    }

    @Test func `entries without a place have a separate heading`() async throws {
        _ = try await library.addEntry(text: "loose", media: [lab.picture(66)], to: journal.id)
        _ = try await library.share([journal.id], to: .page(FilePath(lab.folder.path("a.html"))))
        let page = String(decoding: try lab.folder.read("a.html"), as: UTF8.self)
        let (place, more) = (
            try #require(page.range(of: ">Tower")), try #require(page.range(of: "<h2>Without a place</h2>"))
        )
        let loose = try #require(page.range(of: "loose"))
        #expect(place.upperBound < more.lowerBound)
        #expect(more.upperBound < loose.lowerBound)
    }

    @Test(.enabled(if: VideoLab.hasFFmpeg, "needs ffmpeg"), arguments: [("mp4", true), ("avi", false), ("mkv", false)])
    func `a page contains the videos that browsers play, and reports the others`(format: String, isPlayed: Bool)
        async throws
    {
        let clip = lab.folder.path("a.\(format)")
        try VideoLab.ffmpeg([
            "-f", "lavfi", "-i", "color=blue:size=176x144:rate=10:duration=1", "-c:v", "mpeg4", clip,
        ])
        let entry = try await library.addEntry(text: "video", media: [.file(FilePath(clip))])
        let report = try await library.share([entry.id], to: .page(FilePath(lab.folder.path("a.html"))))
        #expect(report.notEmbedded.count == (isPlayed ? 0 : 1))
        let page = String(decoding: try lab.folder.read("a.html"), as: UTF8.self)
        #expect(page.contains("data:video") == isPlayed)
        #expect(page.contains("is not included in this page") != isPlayed)
    }

    @Test func `settings are applied`() async throws {
        try library.changeSettings { settings in
            try settings.set(.background, to: "#102030")
            try settings.set(.scroll, to: "horizontal")
            try settings.set(.owner, to: "Ann")
        }
        _ = try await library.share([journal.id], to: .page(FilePath(lab.folder.path("a.html"))))
        let page = String(decoding: try lab.folder.read("a.html"), as: UTF8.self)
        #expect(page.contains("--page:#102030"))
        #expect(page.contains("<body class=\"horizontal\">"))
        #expect(page.contains("by Ann"))
    }

    @Test(
        arguments: [
            ("Ann", "CC BY 4.0", "Ann, CC BY 4.0"), ("Ann", "(c) Ann & Co", "(c) Ann &amp; Co"), ("Ann", nil, "Ann"),
            (nil, "CC BY 4.0", "CC BY 4.0"),
        ] as [(String?, String?, String)])
    func `a page shows the artist and the license of an imported file`(
        artist: String?, copyright: String?, expected: String
    ) async throws {
        let journal = try library.addJournal(named: "Credits")
        let bytes = try TestPicture.jpeg(80, 48, title: "Bridge", artist: artist, copyright: copyright)
        _ = try await library.addMedia([.bytes(bytes, name: "a.jpg")], to: journal.id)
        _ = try await library.share([journal.id], to: .page(FilePath(lab.folder.path("a.html"))))
        let page = String(decoding: try lab.folder.read("a.html"), as: UTF8.self)
        #expect(page.contains("<p><strong>Bridge</strong> · \(expected)</p>"))
    }

    @Test func `files contain their credit`() async throws {
        let folder = FilePath(lab.folder.path("out"))
        _ = try await library.share([journal.id], to: .folder(folder))
        let files = try lab.folder.files().filter { $0.hasPrefix("out/") }
        #expect(files.filter { $0.hasSuffix(".json") }.count == 2)
        #expect(files.contains("out/index.html"))
        let name = try #require(files.first { $0.contains("title") && $0.hasSuffix(".jpg") })
        let shared = try lab.folder.read(name)
        #expect(String(decoding: shared, as: UTF8.self).contains("<photoshop:Credit>Ann</photoshop:Credit>"))
        #expect(try TestPicture.header(of: shared).metadata.artist == "Ann")
        await #expect(throws: FileError.self) { _ = try await library.share([journal.id], to: .folder(folder)) }
    }

    @Test(arguments: SharedPositions.allCases)
    func `positions of pictures are shared only on request`(positions: SharedPositions) async throws {
        let home = try await library.addEntry(
            text: "home", media: [lab.picture(70, latitude: 48.1234, longitude: 2.2945)])
        let report = try await library.share(
            ids: [journal.id.rawValue, home.id.rawValue], to: .folder(FilePath(lab.folder.path("out"))),
            positions: positions)
        #expect(report.withheldPositions == (positions == .all ? 0 : 1))
        #expect(report.places == (positions == .none ? 0 : 1))
        let name = try #require(lab.folder.files().first { $0.hasSuffix("home.jpg") })
        #expect(try (TestPicture.header(of: lab.folder.read(name)).metadata.position != nil) == (positions == .all))
        let sidecar = String(decoding: try lab.folder.read(name + ".json"), as: UTF8.self)
        #expect(sidecar.contains("48.1234") == (positions == .all))
        let page = String(decoding: try lab.folder.read("out/index.html"), as: UTF8.self)
        #expect(page.contains("<svg class=\"map\"") == (positions != .none))
        #expect(!page.contains("48.1234"))
    }

    @Test(
        .enabled(if: VideoLab.hasFFmpeg, "needs ffmpeg"),
        arguments: ["mp4", "mov", "3gp"].prefix(TestScale.count(quick: 1, all: 3)))
    func `a shared video does not contain its position`(format: String) async throws {
        let clip = lab.folder.path("a.\(format)")
        try VideoLab.ffmpeg([
            "-f", "lavfi", "-i", "color=blue:size=176x144:rate=10:duration=1", "-c:v", "mpeg4", "-metadata",
            "location=+48.1234+002.2945/", clip,
        ])
        let entry = try await library.addEntry(text: "video", media: [.file(FilePath(clip))])
        #expect(entry.media[0].coordinate != nil)
        for target in ["out", "out.zip"] {
            _ = try await library.share([entry.id], to: ShareTarget(FilePath(lab.folder.path(target))))
        }
        let shared = FilePath(lab.folder.path("out/files/1-video.\(entry.media[0].format)"))
        let other = try JournalLab()
        let copy = try await other.library.addEntry(text: "copy", media: [.file(shared)])
        #expect(copy.media[0].coordinate == nil)
        #expect(copy.media[0].duration == entry.media[0].duration)
        #expect(try lab.folder.read("out.zip").contains(lab.folder.read("out/files/1-video.\(entry.media[0].format)")))
    }

    @Test func `sharing nothing causes an error`() async throws {
        let empty = try library.addJournal(named: "Empty")
        let page = ShareTarget.page(FilePath(lab.folder.path("a.html")))
        await #expect(throws: LibraryError.self) { _ = try await library.share([empty.id], to: page) }
        await #expect(throws: LibraryError.self) { _ = try await library.share(ids: ["nobody"], to: page) }
        #expect(!lab.folder.has("a.html"))
    }

    @Test func `an export is imported without loss`() throws {
        let first = try library.writeExport(to: FilePath(lab.folder.path("export")))
        let copy = try JournalLab.open(lab.folder.path("Copy"))
        #expect(try copy.readExport(from: FilePath(lab.folder.path("export"))).records == first.records)
        _ = try copy.writeExport(to: FilePath(lab.folder.path("again")))
        #expect(try lab.folder.read("export/library.json") == lab.folder.read("again/library.json"))
        #expect(try copy.check(readsBlobs: true).isSound)
        let twice = try copy.readExport(from: FilePath(lab.folder.path("export")))
        #expect(twice.records == 0)
        #expect(twice.kept == first.records)
    }

    @Test func `a folder becomes journals and places only once`() async throws {
        for (name, latitude) in [("a", 10.0), ("b", 10.001), ("c", 20.0)] {
            try lab.folder.write(TestPicture.jpeg(70, 40, latitude: latitude, longitude: 5), as: "in/\(name).jpg")
        }
        let fresh = try JournalLab.open(lab.folder.path("Fresh"))
        _ = try await fresh.importPictures(from: FilePath(lab.folder.path("in"))).value
        #expect(try fresh.entries().count == 3)
        _ = try await fresh.importPictures(from: FilePath(lab.folder.path("in"))).value
        #expect(try fresh.entries().count == 3)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "needs ffmpeg"))
    func `a video is upright and its poster is not black`() async throws {
        let turned = try await library.addEntry(
            text: "turned", media: [.file(FilePath(Fixture.video("rotated-by-metadata.mp4").path))])
        expectEqual(turned.media[0].width, 192)
        expectEqual(turned.media[0].height, 128)
        expectEqual(turned.media[0].duration, .seconds(2))
        let black = try await library.addEntry(
            text: "black", media: [.file(FilePath(Fixture.video("starts-black.mp4").path))])
        let poster = try await library.peek(of: black.id.rawValue)[0]
        #expect(poster.kind == .video)
        #expect(poster.id == black.id.rawValue)
        let image = try Image(decoding: PictureFile.read(poster.path, maximumBytes: 1 << 20))
        #expect(image[10, 10].red > 60)
    }
}
