import SystemPackage
import Testing

@testable import PostcardFiles

@Suite struct DatePatternTests {
    private static let date = "2024-06-09T21:14:03+02:00"

    @Test(arguments: [
        ("{date:%Y-%m}/{name}.{ext}", "2024-06/a.jpg"), ("{date}-{name}.{ext}", "trip/2024-06-09-a.jpg"),
        ("{date:%Y/%m/%d}/{name}.{ext}", "2024/06/09/a.jpg"), ("{dir}/{date:%H%M%S}_{name}.{ext}", "trip/211403_a.jpg"),
        ("{name}-{date:%Y}.{ext}", "trip/a-2024.jpg"),
    ])
    func `a pattern inserts parts of the date`(pattern: String, path: String) throws {
        let pattern = try #require(NamePattern(pattern))
        #expect(pattern.hasDatePlaceholder)
        #expect(pattern.path(of: "trip/a.png", size: "256", ext: "jpg", date: Self.date).string == path)
    }

    @Test(arguments: [nil, "", "2024", "2024-06-09", "0000:00:00", "../../../../x"])
    func `a picture is undated if its date is unknown or lacks a part of the pattern`(date: String?) throws {
        let pattern = try #require(NamePattern("{date:%Y-%m-%d %H}/{name}.{ext}"))
        #expect(pattern.path(of: "a.png", size: "", ext: "jpg", date: date) == "undated/a.jpg")
    }

    @Test(arguments: ["{date:}", "{date:%q}", "{date:%}", "{date:June}", "{dates}", "{date:%Y%}"])
    func `invalid date placeholders are rejected`(placeholder: String) {
        #expect(NamePattern("\(placeholder)/{name}.{ext}") == nil)
    }
}
