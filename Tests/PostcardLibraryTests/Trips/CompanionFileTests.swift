import Foundation
import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

/// Files next to pictures: sidecars, and the videos of Live Photos.
@Suite struct CompanionFileTests {
    let lab: JournalLab

    init() throws { lab = try JournalLab() }

    private func metadata(of name: String) -> Metadata {
        var metadata = Metadata()
        metadata.fillGaps(fromSidecarsOf: FilePath(lab.folder.path(name)))
        return metadata
    }

    private static let takeout = """
        {"title": "IMG_1.jpg", "description": " The view ", "photoTakenTime": {"timestamp": "1717927200"},
         "geoData": {"latitude": 48.85, "longitude": 2.29, "altitude": 0}}
        """

    @Test(arguments: [
        ("IMG_1.jpg", "IMG_1.jpg.json"), ("IMG_1.jpg", "IMG_1.jpg.supplemental-metadata.json"),
        ("IMG_1(2).jpg", "IMG_1.jpg(2).json"), ("IMG_1(2).jpg", "IMG_1.jpg.supplemental-metadata(2).json"),
        ("IMG_1-edited.jpg", "IMG_1.jpg.json"),
        ("PXL_20240609_100000000.PORTRAIT.jpg", "PXL_20240609_100000000.PORTRAIT.jpg.supplement.json"),
    ])
    func `the JSON files of Google Takeout are found and read`(picture: String, sidecar: String) throws {
        try lab.folder.write(Array(Self.takeout.utf8), as: sidecar)
        let metadata = metadata(of: picture)
        expectEqual(metadata.dateTaken, "2024-06-09T10:00:00+00:00")
        expectEqual(metadata.title, "The view")
        #expect(metadata.position == Metadata.Position(latitude: 48.85, longitude: 2.29))
    }

    @Test(arguments: ["{", "[]", "{\"photoTakenTime\": 1}", #"{"dateTaken": "2024"}"#])
    func `other JSON files are ignored`(text: String) throws {
        try lab.folder.write(Array(text.utf8), as: "a.jpg.json")
        #expect(metadata(of: "a.jpg") == Metadata())
    }

    @Test(arguments: ["a.jpg.xmp", "a.xmp"])
    func `sidecars supply the date and title of photos in a journal`(sidecar: String) async throws {
        try lab.folder.write(TestPicture.jpeg(16, 16), as: "in/a.jpg")
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" \
            xmlns:dc="http://purl.org/dc/elements/1.1/" photoshop:DateCreated="2024-06-09T10:00:00">\
            <dc:title>Dawn</dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
            """
        try lab.folder.write(Array(packet.utf8), as: "in/\(sidecar)")
        _ = try await lab.library.importPictures(from: FilePath(lab.folder.path("in"))).value
        let medium = try #require(try lab.library.entries().first?.media.first)
        expectEqual(medium.dateTaken?.description, "2024-06-09T10:00:00")
        expectEqual(medium.title, "Dawn")
        expectEqual(medium.dateOrigin, nil)
    }

    @Test(arguments: [
        (["IMG_1.HEIC", "IMG_1.MOV"], ["IMG_1.MOV"]), (["IMG_1.jpg", "IMG_1.mp4"], ["IMG_1.mp4"]),
        (["PXL_1.MP.jpg", "PXL_1.MP"], ["PXL_1.MP"]), (["IMG_1.HEIC", "IMG_1.jpg", "IMG_1.MOV"], ["IMG_1.MOV"]),
        (["IMG_1.HEIC", "IMG_2.MOV"], []), (["IMG_1.png", "IMG_1.MOV"], []),
        (["a/IMG_1.HEIC", "b/IMG_1.MOV"], []),
    ])
    func `the video of a Live Photo has the name of its picture`(names: [String], videos: [String]) throws {
        for name in names {
            let isPicture = ["HEIC", "jpg", "png"].contains(FilePath(name).extension)
            try lab.folder.write(
                isPicture ? TestPicture.jpeg(8, 8) : Fixture.video("starts-black.mp4").bytes, as: name)
        }
        let found = LivePhotos.videos(of: names.map { FilePath(lab.folder.path($0)) })
        expectEqual(found.values.compactMap { $0.lastComponent?.string }, videos)
        #expect(found.keys.allSatisfy { $0.extension == (names.contains("IMG_1.HEIC") ? "HEIC" : "jpg") })
    }

    @Test func `a Live Photo is one entry with both files`() async throws {
        try lab.folder.write(TestPicture.jpeg(16, 16), as: "in/IMG_1.jpg")
        let video = Fixture.video("starts-black.mp4").bytes
        try lab.folder.write(video, as: "in/IMG_1.MOV")
        _ = try await lab.library.importPictures(from: FilePath(lab.folder.path("in"))).value
        let entries = try lab.library.entries()
        expectEqual(entries.map(\.media.count), [1])
        let motion = try #require(entries.first?.media.first?.motion)
        expectEqual(try lab.library.blobs.read(motion.hash, limit: 1 << 20), video)
        #expect(try lab.library.check(readsBlobs: true).isSound)
        let tree = try GalleryTree(below: FilePath(lab.folder.path("in")), skipping: FilePath(lab.folder.path("out")))
        expectEqual(tree.albums[0].items.count, 1)
    }
}
