import Foundation
import PostcardPhotos
import PostcardSources
import PostcardTestSupport
import Testing

struct LicenseTests {
    /// The number, the id, and true if captioned or cropped versions are allowed.
    @Test(arguments: [
        (0, "all-rights-reserved", false), (1, "cc-by-nc-sa-2.0", true), (2, "cc-by-nc-2.0", true),
        (3, "cc-by-nc-nd-2.0", false), (4, "cc-by-2.0", true), (5, "cc-by-sa-2.0", true), (6, "cc-by-nd-2.0", false),
        (7, "no-known-copyright-restrictions", true), (8, "us-government-work", true), (9, "cc0-1.0", true),
        (10, "pdm-1.0", true), (11, "cc-by-4.0", true), (12, "cc-by-sa-4.0", true), (13, "cc-by-nd-4.0", false),
        (14, "cc-by-nc-4.0", true), (15, "cc-by-nc-sa-4.0", true), (16, "cc-by-nc-nd-4.0", false),
    ])
    func `Flickr's numbers stand for these licenses`(number: Int, id: String, allowsDerivatives: Bool) async throws {
        var photo = FlickrStandInPhoto.around(count: 1)[0]
        photo.license = number
        try await FlickrLab.run(photos: [photo]) { lab in
            let license = try await lab.firstPhoto().license
            expectEqual(license.id, id)
            expectEqual(license.allowsDerivatives, allowsDerivatives)
            expectEqual(license.requiresAttribution, !(7...10).contains(number))
            #expect((license.url == nil) == (number == 0))
            #expect(license == License.allOnFlickr[number])
        }
    }

    @Test(arguments: [17, -1, 999])
    func `an unknown number allows nothing`(number: Int) async throws {
        var photo = FlickrStandInPhoto.around(count: 1)[0]
        photo.license = number
        try await FlickrLab.run(photos: [photo]) { lab in
            let license = try await lab.firstPhoto().license
            #expect(license.id == "unknown-flickr-\(number)")
            #expect(!license.allowsDerivatives)
            #expect(license.requiresAttribution)
        }
    }

    @Test func `a Creative Commons license has a name and a URL`() {
        #expect(License.allOnFlickr[16].name == "CC BY-NC-ND 4.0")
        #expect(License.allOnFlickr[16].url?.absoluteString == "https://creativecommons.org/licenses/by-nc-nd/4.0/")
    }

    @Test func `an encoded license decodes to the same license`() throws {
        for license in License.allOnFlickr {
            let data = try JSONEncoder().encode(license)
            #expect(try JSONDecoder().decode(License.self, from: data) == license)
        }
    }
}
