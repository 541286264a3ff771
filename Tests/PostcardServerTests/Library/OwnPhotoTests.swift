import Foundation
import NIOHTTP1
import PostcardFixtures
import PostcardLibrary
import PostcardPhotos
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct OwnPhotoTests {
    @Test func `a photo is added to an album once, with the chosen id`() async throws {
        try await LibraryLab.run { lab in
            let pin = try lab.library.addPin(at: Coordinate(latitude: 48, longitude: 2))
            let address = "/library/pins/\(pin.id)/album/photos?id=photo-000000000001"
            let bytes = try TestPicture.jpeg(80, 60, latitude: 48, longitude: 2)
            for status in [201, 200] {
                let reply = try await lab.sendForm(.POST, address, [.file("a.jpg", bytes)])
                #expect(reply.status == status, "\(reply.text)")
            }
            #expect(try lab.library.album(of: pin.id)?.photos == ["photo-000000000001"])
            let columns = try await lab.send(.GET, "/library/pictures").object
            #expect(columns["positions"] as? [[Double]] == [[48, 2]])
        }
    }

    @Test(arguments: [(48.8584, 2.2945, "Paris"), (50.7127, -1.9872, "Bournemouth"), (0, -30, nil)])
    func `a place is named after the nearest large city or town`(
        latitude: Double, longitude: Double, name: String?
    ) throws {
        let places = CityNames.places(at: try Coordinate(latitude: latitude, longitude: longitude)).places
        #expect(places.map(\.place.name) == [name].compactMap(\.self))
    }

    @Test func `photos are sorted into pins named after cities`() async throws {
        try await LibraryLab.run { lab in
            let bytes = try TestPicture.jpeg(80, 60, latitude: 48.8584, longitude: 2.2945)
            let reply = try await lab.sendForm(.POST, "/library/photos", [.file("a.jpg", bytes)])
            #expect(reply.status == 201, "\(reply.text)")
            #expect(try lab.library.pins().map(\.name) == ["Paris"])
            let nowhere = try await lab.sendForm(
                .POST, "/library/photos", [.file("b.jpg", try TestPicture.jpeg(80, 60))])
            #expect(nowhere.status == 422)
            #expect(try nowhere.object["code"] as? String == "noPosition")
        }
    }
}
