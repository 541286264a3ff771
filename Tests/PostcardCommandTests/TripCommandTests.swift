import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

/// `postcard trip`.
@Suite struct TripCommandTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    /// Writes an hour of a track with a point each minute, and a photo from a phone and one from a camera without positions.
    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        let points = (10..<60).map { minute in
            "<trkpt lat=\"47.0\(minute)\" lon=\"11\"><time>2026-06-09T08:\(minute):00Z</time></trkpt>"
        }
        let track = """
            <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>
            """
        try folder.write(Array(track.utf8), as: "day.gpx")
        var phone = EXIFBlock()
        phone.addText(0x0110, "Phone")
        phone.addEXIFText(0x9003, "2026:06:09 10:15:00")
        phone.addEXIFText(0x9011, "+02:00")
        phone.addPosition(latitude: 47.015, longitude: 11)
        var camera = EXIFBlock()
        camera.addText(0x0110, "CAM-1")
        camera.addEXIFText(0x9003, "2026:06:09 10:30:00")
        for (name, exif) in [("phone", phone), ("camera", camera)] {
            let picture = try TestPicture.gradient(9, 9).encoded(as: .jpeg())
            try folder.write(exif.inserted(intoJPEG: picture), as: "in/\(name).jpg")
        }
    }

    @Test func `assumed clocks are reported, and another offset does not change known files`() async throws {
        let first = try await postcard.run("trip", "in", "--gpx", "day.gpx")
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.errors.contains("Clock of CAM-1: assumed to be set to UTC+02:00"), "\(first.errors)")
        #expect(!first.errors.contains("Clock of Phone"))
        let again = try await postcard.run("trip", "in", "--gpx", "day.gpx", "--clock-offset", "-5m")
        #expect(again.status == 0, "\(again.errors)")
        for text in [
            "Clock of CAM-1: 5 min behind UTC+02:00, according to --clock-offset", "2 files already in the library",
            "--clock-offset does not change their dates and places.", "postcard library import --undo",
        ] { #expect(again.errors.contains(text), "\(text)\n\(again.errors)") }
    }
}
