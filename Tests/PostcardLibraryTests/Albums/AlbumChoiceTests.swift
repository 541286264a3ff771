import Foundation
import PostcardCore
import PostcardPhotos
import PostcardTestSupport
import Testing

@testable import PostcardLibrary

/// The choice of photos for a collection.
@Suite struct AlbumChoiceTests {
    private let lab: JournalLab
    private let pin: Pin

    init() throws {
        lab = try JournalLab()
        pin = try lab.library.addPin(at: Coordinate(latitude: 48, longitude: 2))
    }

    private func ids(
        _ source: PhotoSourceStandIn, count: Int = 4, removed: [String] = [], current: [String] = [], seed: UInt64 = 1
    ) async throws -> [String] {
        let download = AlbumDownload(lab.library, of: pin, from: source, AlbumRequest(count: count)) { _ in }
        var random = SeededRandom(seed: seed)
        return try await download.candidates(
            removed: Set(removed.map { RemoteKey(PhotoSourceStandIn.photo($0)) }),
            current: Set(current.map { RemoteKey(PhotoSourceStandIn.photo($0)) }), random: &random
        ).map(\.id)
    }

    /// A page of photos whose ids start with `name`.
    private static func page(_ name: String, _ count: Int) -> [RemotePhoto] {
        (0..<count).map { PhotoSourceStandIn.photo("\(name)\($0)") }
    }

    @Test(arguments: [(1, 5), (4, 10), (10, 19), (24, 40)])
    func `half as many photos plus four are also chosen, to replace unavailable ones`(
        count: Int, expected: Int
    ) async throws {
        let source = PhotoSourceStandIn([Self.page("a", 60)])
        #expect(try await ids(source, count: count).count == expected)
    }

    @Test func `the same seed chooses the same photos, and another seed chooses others`() async throws {
        let source = PhotoSourceStandIn([Self.page("a", 40), Self.page("b", 40)])
        let first = try await ids(source, seed: 7)
        #expect(try await ids(source, seed: 7) == first)
        #expect(try await ids(source, seed: 8) != first)
    }

    @Test func `a removed photo is never chosen`() async throws {
        let source = PhotoSourceStandIn([Self.page("a", 6)])
        let chosen = try await ids(source, count: 6, removed: ["a1", "a4"])
        #expect(Set(chosen) == ["a0", "a2", "a3", "a5"])
    }

    @Test func `photos already in the album come last`() async throws {
        let source = PhotoSourceStandIn([Self.page("a", 6)])
        let chosen = try await ids(source, count: 6, current: ["a0", "a1", "a2"])
        #expect(Set(chosen.prefix(3)) == ["a3", "a4", "a5"])
        #expect(Set(chosen.suffix(3)) == ["a0", "a1", "a2"])
    }

    @Test func `a photo on two pages is chosen once`() async throws {
        let source = PhotoSourceStandIn([Self.page("a", 5), Self.page("a", 5)])
        #expect(try await ids(source, count: 24).sorted() == ["a0", "a1", "a2", "a3", "a4"])
    }

    @Test func `no more pages are requested than needed`() async throws {
        let source = PhotoSourceStandIn((0..<30).map { Self.page("\($0)-", 10) })
        _ = try await ids(source, count: 4)
        // The first page states the number of pages, and is read even if it is not chosen.
        #expect(source.searches.count <= 2)
        #expect(source.searches[0].page == 1)
    }

    @Test func `at most ten pages are read, each once`() async throws {
        let source = PhotoSourceStandIn((0..<30).map { Self.page("\($0)-", 1) })
        #expect(try await ids(source, count: 100).count == 10)
        let pages = source.searches.map(\.page)
        #expect(pages.count == Set(pages).count)
        #expect(pages.count <= 11)
        // The pages are not always the first ones, which are often by one photographer.
        #expect(Set(pages) != Set(1...10))
    }

    @Test(arguments: [[[RemotePhoto]](), [[]], [[], []]])
    func `a source without photos returns an empty choice`(pages: [[RemotePhoto]]) async throws {
        #expect(try await ids(PhotoSourceStandIn(pages)).isEmpty)
    }

    @Test func `the source gets the criteria of the request`() async throws {
        let source = PhotoSourceStandIn(["a"])
        let request = AlbumRequest(
            count: 3, radius: 500, text: "tower", licenses: [.cc0], since: noon, safeSearch: .moderate)
        let download = AlbumDownload(lab.library, of: pin, from: source, request) { _ in }
        var random = SeededRandom(seed: 1)
        _ = try await download.candidates(removed: [], current: [], random: &random)
        let expected = PhotoQuery(
            center: pin.coordinate, radius: 500, text: "tower", licenses: [.cc0], since: noon, safeSearch: .moderate)
        #expect(source.searches.map(\.query) == [expected])
    }
}
