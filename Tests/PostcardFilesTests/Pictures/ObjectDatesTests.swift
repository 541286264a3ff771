import PostcardCore
import Testing

@testable import PostcardFiles

@Suite struct ObjectDatesTests {
    @Test(arguments: [0, 1, 65_536, 150_000])
    func `exactly the listed objects have times`(count: Int) async throws {
        let dates = try await ObjectDates(everythingIn: "s3://made/site/", NumberedObjects(count: count))
        #expect((0..<count).allSatisfy { dates["s3://made/site/\($0).jpg"] == Double($0) / 4 })
        #expect(dates["s3://made/site/\(count).jpg"] == nil)
        #expect(dates["s3://other/site/0.jpg"] == nil)
    }
}

private struct NumberedObjects: ByteStore {
    let count: Int
    private static let page = 1_000

    func read(_ name: String, maximumBytes: Int) async throws -> [UInt8] { [] }
    func exists(_ name: String) async throws -> Bool { false }
    func write(_ bytes: [UInt8], as name: String, type: String) async throws {}

    func list(_ prefix: String, after token: String?) async throws -> (entries: [StoredName], next: String?) {
        #expect(prefix == "s3://made/site/")
        let first = token.flatMap { Int($0) } ?? 0
        let next = first + Self.page
        let entries = (first..<min(count, next)).map { StoredName("\(prefix)\($0).jpg", modified: Double($0) / 4) }
        return (entries, next < count ? "\(next)" : nil)
    }
}
