import Foundation
import PostcardPhotos
import Testing

struct LicenseTests {
    @Test(arguments: [("by", "4.0", "CC BY 4.0", true), ("by-nc-nd", "2.0", "CC BY-NC-ND 2.0", false)])
    func `a Creative Commons license has its name, its URL and its conditions`(
        elements: String, version: String, name: String, allowsDerivatives: Bool
    ) {
        let license = License.creativeCommons(elements, version)
        #expect(license.id == "cc-\(elements)-\(version)")
        #expect(license.name == name)
        #expect(license.url?.absoluteString == "https://creativecommons.org/licenses/\(elements)/\(version)/")
        #expect(license.allowsDerivatives == allowsDerivatives)
        #expect(license.requiresAttribution)
        #expect(License.matching(license.id) == [license])
    }

    @Test func `a custom license is read back unchanged`() throws {
        let license = License(
            id: "city-archive", name: "Terms of the City Archive", url: URL(string: "https://example.org/terms"),
            allowsDerivatives: true, requiresAttribution: false)
        #expect(try JSONDecoder().decode(License.self, from: JSONEncoder().encode(license)) == license)
        #expect(license.url?.host() == "example.org")
        #expect(License(id: "own", name: "Own", allowsDerivatives: false, requiresAttribution: true).url == nil)
    }
}
