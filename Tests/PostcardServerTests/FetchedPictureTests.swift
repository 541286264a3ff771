import HTTPTypes
import NIOHTTP1
import PostcardLibrary
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct FetchedPictureTests {
    private static let address = "http://pictures.test/a.jpg"
    private static let picture: [UInt8] = [1, 2, 3]

    private static func fetched(
        cache: DiskCache? = nil, stale: Duration = .zero, at seconds: Shared<Int>
    ) -> FetchedPictures {
        FetchedPictures(
            cache: cache, memoryBytes: 100, lifetimes: .init(web: .seconds(100), object: .seconds(20), stale: stale),
            now: { start + .seconds(seconds.value) }, secondsSince1970: { 1_000 + seconds.value })
    }
    private static let start = ContinuousClock().now

    @Test(
        arguments: [
            ([:], nil, true), (["Cache-Control": "max-age=60"], 60, true),
            (["Cache-Control": "max-age=60", "Age": "20"], 40, true),
            (["Cache-Control": "max-age=60", "Age": "99"], 0, true),
            (["Cache-Control": "max-age=60, s-maxage=5"], 5, true),
            (["Cache-Control": "no-cache, max-age=60"], 0, true),
            (["Cache-Control": "NO-STORE"], 0, false), (["Cache-Control": "max-age=-1"], 0, true),
            (["Cache-Control": "max-age=soon"], nil, true),
            (["Cache-Control": "max-age=99999999999999999999"], nil, true),
            (["Cache-Control": "max-age=1", "Age": "-9223372036854775808"], 1, true),
        ] as [([String: String], Int?, Bool)])
    func `the caching terms come from the headers`(fields: [String: String], seconds: Int?, mayBeKept: Bool) {
        let terms = OriginTerms(address: Self.address, headers: HTTPHeaders(fields.map { ($0.key, $0.value) }))
        #expect(terms.seconds == seconds)
        #expect(terms.mayBeKept == mayBeKept)
        #expect(!terms.canBeRevalidated)
    }

    @Test func `a picture is fresh for as long as its origin and the settings allow`() throws {
        let seconds = Shared(0)
        let fetched = Self.fetched(at: seconds)
        for (directives, last) in [("max-age=60", 59), ("max-age=600", 99), ("no-cache", 0)] {
            seconds.change { $0 = 0 }
            fetched.store(
                Self.picture, of: Self.address,
                on: OriginTerms(address: Self.address, headers: ["Cache-Control": directives, "ETag": "\"1\""]))
            seconds.change { $0 = last }
            #expect(fetched.usable(Self.address) != nil)
            #expect(fetched.identity(of: Self.address) != nil)
            seconds.change { $0 = last + 1 }
            #expect(fetched.usable(Self.address) == nil)
            #expect(fetched.identity(of: Self.address) == nil)
            let known = try #require(fetched.known(Self.address))
            #expect(fetched.picture(known.record)?.bytes == Self.picture)
        }
    }

    @Test func `objects have a separate lifetime`() {
        let seconds = Shared(0)
        let fetched = Self.fetched(at: seconds)
        fetched.store(Self.picture, of: "s3://b/a.jpg", on: OriginTerms(address: "s3://b/a.jpg", headers: [:]))
        seconds.change { $0 = 19 }
        #expect(fetched.usable("s3://b/a.jpg") != nil)
        seconds.change { $0 = 20 }
        #expect(fetched.usable("s3://b/a.jpg") == nil)
    }

    @Test(
        arguments: [
            ([:], 50), (["Cache-Control": "stale-if-error=30"], 30), (["Cache-Control": "stale-if-error=99"], 50),
        ]
            as [([String: String], Int)])
    func `while its origin is unreachable, a picture is used until its limit`(fields: [String: String], limit: Int) {
        let seconds = Shared(0)
        let fetched = Self.fetched(stale: .seconds(50), at: seconds)
        let headers = HTTPHeaders(fields.map { ($0.key, $0.value) })
        fetched.store(Self.picture, of: Self.address, on: OriginTerms(address: Self.address, headers: headers))
        seconds.change { $0 = 100 + limit - 1 }
        #expect(fetched.usable(Self.address) == nil)
        #expect(fetched.serveStale(Self.address)?.isStale == true)
        // The origin is not contacted again for a while, and clients retry soon.
        #expect(fetched.usable(Self.address)?.isStale == true)
        #expect(fetched.secondsLeft(of: Self.address) == 10)
        seconds.change { $0 += 10 }
        #expect(fetched.usable(Self.address) == nil)
        #expect(fetched.serveStale(Self.address) == nil)
    }

    @Test func `facts about pictures and their age outlive the process`() throws {
        let folder = try TemporaryFolder()
        let seconds = Shared(0)
        let terms = OriginTerms(address: Self.address, headers: ["ETag": "\"1\""])
        for (age, isFresh) in [(0, true), (99, true), (100, false), (-1, false)] {
            let cache = try DiskCache(folder: folder.path("cache"), byteLimit: 1 << 20)
            seconds.change { $0 = 0 }
            let before = Self.fetched(cache: cache, at: seconds).store(Self.picture, of: Self.address, on: terms)
            cache.unlock()
            let reopened = try DiskCache(folder: folder.path("cache"), byteLimit: 1 << 20)
            seconds.change { $0 = age }
            let fetched = Self.fetched(cache: reopened, at: seconds)
            #expect((fetched.usable(Self.address) != nil) == isFresh, "\(age)")
            let known = try #require(fetched.known(Self.address))
            expectEqual(known.record.identity, before.record.identity)
            expectEqual(known.record.terms, terms)
            expectEqual(fetched.picture(known.record)?.bytes, Self.picture)
            fetched.forget(Self.address)
            #expect(fetched.known(Self.address) == nil)
            reopened.unlock()
        }
    }

    @Test(
        arguments: [
            (["ETag": "\"1\""], true), (["ETag": "W/\"1\""], false), ([:], false),
            (["Last-Modified": "Sun, 01 Nov 2026 00:00:00 GMT"], false),
            (["ETag": "\"1\"", "Cache-Control": "no-store"], false),
        ] as [([String: String], Bool)])
    func `a strong ETag is enough to distinguish versions`(fields: [String: String], isEnough: Bool) {
        let fetched = Self.fetched(at: Shared(0))
        func terms(_ more: [String: String] = [:], address: String = Self.address) -> OriginTerms {
            OriginTerms(
                address: address, headers: HTTPHeaders(fields.merging(more) { $1 }.map { ($0.key, $0.value) }))
        }
        let entry = fetched.store(Self.picture, of: Self.address, on: terms())
        #expect((entry.record.identity == BlobHash(of: Self.picture)) == !isEnough)
        let start = fetched.store(start: [1], byteCount: 3, of: Self.address, on: terms())
        #expect(start?.record.identity == (isEnough ? entry.record.identity : nil))
        guard isEnough else { return }
        // Another version, another length, another picture behind the same URL, and the same tag at another URL.
        let others = [
            fetched.store(start: [1], byteCount: 3, of: Self.address, on: terms(["ETag": "\"2\""])),
            fetched.store(start: [1], byteCount: 4, of: Self.address, on: terms()),
            fetched.store(start: [1], byteCount: 3, of: Self.address, on: terms(address: Self.address + "l")),
            fetched.store(start: [1], byteCount: 3, of: Self.address + "l", on: terms()),
        ]
        #expect(Set(others.map { $0?.record.identity } + [entry.record.identity]).count == 5)
        #expect(
            fetched.store(
                start: [1], byteCount: 3, of: Self.address, on: terms(address: Self.address + "?signature=1"))?
                .record
                .identity == entry.record.identity)
    }

    @Test func `pictures that must not be stored are not written to the cache`() throws {
        let folder = try TemporaryFolder()
        let cache = try DiskCache(folder: folder.path("cache"), byteLimit: 1 << 20)
        let fetched = Self.fetched(cache: cache, at: Shared(0))
        fetched.store(
            Self.picture, of: Self.address,
            on: OriginTerms(address: Self.address, headers: ["Cache-Control": "no-store", "ETag": "\"1\""]))
        #expect(cache.byteCount == 0)
        #expect(fetched.known(Self.address)?.record.terms.canBeRevalidated == false)
        cache.unlock()
    }

    @Test(
        arguments: [
            ("There is a template cat already.", .replaceTemplate, "The request conflicts with existing data."),
            (
                "pin_1 belongs to jrn_1, which is deleted. Restore that first.", nil,
                "pin_1 belongs to jrn_1, which is deleted. Restore that first."
            ),
        ] as [(String, LibraryError.Suggestion?, String)])
    func `the error for a library conflict contains neither file names nor options`(
        message: String, suggestion: LibraryError.Suggestion?, detail: String
    ) {
        #expect(HTTPError(describing: LibraryError(.conflict, message, suggestion)).detail == detail)
        #expect(HTTPError(describing: FileError(.exists, "/srv/library/a.zip \(message)")) == .unknown)
    }
}
