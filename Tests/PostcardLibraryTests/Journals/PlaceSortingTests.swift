import Foundation
import PostcardPhotos
import PostcardTestSupport
import Testing

@testable import PostcardLibrary

/// Photos that are sorted into a journal.
@Suite struct PlaceSortingTests {
    let lab: JournalLab
    let journal: Journal
    var library: Library { lab.library }

    init() throws {
        lab = try JournalLab()
        journal = try lab.library.addJournal(named: nil)
    }

    private func sort(_ sources: [MediumSource]) async throws -> [Entry] {
        try await library.sortMedia(sources, into: journal.id) { $0.latitude < 48.5 ? "South" : "North" }
    }

    /// Returns the day and name of each place, and the number of its entries.
    private func places() throws -> [String] {
        try library.contents(of: journal).stops.map { stop in
            "\(stop.place.map { "\($0.date.day) \($0.name)" } ?? "none") \(stop.entries.count)"
        }
    }

    // 0.001 degrees of latitude are 111 m.
    @Test func `photos make a place for each day and position, in any order`() async throws {
        let photos = try [
            lab.photo("2024-06-10 09:00:00", latitude: 48.001), lab.photo("2024-06-09 12:00:00", latitude: 48),
            lab.photo("2024-06-09 10:00:00", latitude: 48.005), lab.photo("2024-06-09 18:00:00", latitude: 48.9),
            lab.photo("2024-06-09 11:00:00"), lab.photo(nil, latitude: 48.9001),
        ]
        let expected = ["2024-06-09 South 2", "2024-06-09 North 2", "2024-06-10 South 1", "none 1"]
        for photo in photos { _ = try await sort([photo]) }
        #expect(try places() == expected)
        #expect(try library.contents(of: journal).stops.map { $0.place?.isFromPhoto } == [true, true, true, nil])
        #expect(try library.pins().isEmpty)
        // The same photos again.
        let again = try await sort(photos)
        #expect(try places() == expected)
        #expect(Set(again.map(\.id)) == Set(try library.entries().map(\.id)))
    }

    @Test func `positions in one city on one day are one place`() async throws {
        _ = try await sort([
            lab.photo("2024-06-09 09:00:00", latitude: 48), lab.photo("2024-06-09 10:00:00", latitude: 48.1),
            lab.photo("2024-06-09 11:00:00", latitude: 48.4),
        ])
        #expect(try places() == ["2024-06-09 South 2", "2024-06-09 South 1"])
    }

    @Test(arguments: [
        (["2024-06-09"], [48.0], "South, 9 June 2024"),
        (["2024-06-09", "2024-06-12"], [48.0], "South, 9 to 12 June 2024"),
        (["2024-06-09", "2024-07-01"], [48.0, 49], "South and North, 9 June to 1 July 2024"),
        (["2023-12-30", "2024-01-02"], [], "30 December 2023 to 2 January 2024"),
        ([], [48.0], "South"), ([], [], "New journal"),
    ])
    func `an unnamed journal is named after its places and days`(
        days: [String], latitudes: [Double], name: String
    ) async throws {
        for index in 0..<max(days.count, latitudes.count, 1) {
            let day = days.isEmpty ? nil : "\(days[min(index, days.count - 1)]) 10:00:00"
            let latitude = latitudes.isEmpty ? nil : latitudes[min(index, latitudes.count - 1)]
            _ = try await sort([lab.photo(day, latitude: latitude)])
        }
        #expect(try library.journals().map(\.name) == [name])
        _ = try library.updateJournal(journal.id, name: "Mine")
        _ = try await sort([lab.photo("2025-01-01 10:00:00", latitude: 49)])
        #expect(try library.journals().map(\.name) == ["Mine"])
    }

    @Test func `photos added concurrently make one place`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                let photo = try lab.photo("2024-06-09 10:00:0\(number)", latitude: 48)
                group.addTask { _ = try await sort([photo]) }
            }
            try await group.waitForAll()
        }
        #expect(try places() == ["2024-06-09 South 8"])
    }
}
