import PostcardFixtures
import Synchronization
import Testing

@testable import PostcardImaging

struct EntryBudgetTests {
    @Test(arguments: [1, 1_000, 5_000])
    func `a budget allows only its number of entries`(count: Int) throws {
        let budget = EntryBudget(count)
        #expect((0..<count).allSatisfy { _ in budget.take() })
        try budget.check()
        #expect(!budget.take())
        let error = #expect(throws: ImageError.self) { try budget.check() }
        #expect(error?.code == .damaged)
        #expect(error?.message.contains("\(count) entries") == true)
    }

    @Test func `parsing stops within a thousand entries when the work is canceled`() throws {
        struct Canceled: Error {}
        let taken = Mutex(0)
        #expect(throws: Canceled.self) {
            try ImageWork.run(checkpoint: { if taken.withLock({ $0 }) >= 1_500 { throw Canceled() } }) {
                let budget = EntryBudget()
                while budget.take() { taken.withLock { $0 += 1 } }
                try budget.check()
            }
        }
        #expect(1_500...2_600 ~= taken.withLock { $0 })
    }

    @Test(arguments: [1, 2])
    func `directories share the budget of their file`(count: Int) throws {
        let file = Fixture.small("tiff-rgb.tif").bytes
        try file.withUnsafeBytes { bytes in
            let entries = try #require(TIFFDirectory.Reader(bytes)?.entryCount)
            let reader = try #require(TIFFDirectory.Reader(bytes, budget: EntryBudget(count * entries - 1)))
            for _ in 1..<count { _ = reader.directory(at: reader.firstDirectory) }
            try reader.budget.check()
            _ = reader.directory(at: reader.firstDirectory)
            #expect(throws: ImageError.self) { try reader.budget.check() }
        }
    }
}

extension TIFFDirectory.Reader {
    /// The number of entries in the first directory.
    fileprivate var entryCount: Int? { bytes.uint16(at: firstDirectory) }
}
