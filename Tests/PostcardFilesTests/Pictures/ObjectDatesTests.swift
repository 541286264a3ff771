import Testing

@testable import PostcardFiles

@Suite struct ObjectDatesTests {
    @Test(arguments: [0, 1, 65_536, 150_000])
    func `all objects of a list are known with their times, and no others`(count: Int) async throws {
        let page = 1_000
        let store = PictureStore(
            exists: { _ in false }, write: { _, _, _ in },
            list: { address, token in
                #expect(address == "s3://made/site/")
                let first = token.flatMap { Int($0) } ?? 0
                let entries = (first..<min(count, first + page)).map {
                    PictureStore.Entry(key: "site/\($0).jpg", modified: Double($0) / 4)
                }
                return (entries, first + page < count ? "\(first + page)" : nil)
            })
        let dates = try await ObjectDates(everythingIn: "s3://made/site/", store)
        #expect((0..<count).allSatisfy { dates["s3://made/site/\($0).jpg"] == Double($0) / 4 })
        #expect(dates["s3://made/site/\(count).jpg"] == nil)
        #expect(dates["s3://other/site/0.jpg"] == nil)
    }
}
