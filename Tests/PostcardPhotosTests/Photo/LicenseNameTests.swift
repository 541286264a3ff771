import PostcardPhotos
import Testing

struct LicenseNameTests {
    @Test func `every name refers to a license`() {
        #expect(
            Set(["cc-by", "cc-by-4.0", "cc-by-nc-sa", "cc0", "public-domain", "derivatives"]).isSubset(
                of: License.names))
        for name in License.names { #expect(!License.matching(name).isEmpty, "\(name)") }
    }

    @Test(arguments: [("cc-by", 5), ("CC-BY-4.0", 1), ("cc-by-9.9", 0), ("cc", 0), ("all-rights", 0), ("", 0)])
    func `a name without a version refers to all versions`(name: String, count: Int) {
        #expect(License.matching(name).count == count)
    }
}
