import Foundation
import NIOCore
import NIOPosix
import PostcardImaging
import PostcardSources
import PostcardTestSupport

@testable import PostcardServer

extension Results {
    /// Returns results for the images in a folder, without a cache or fetching.
    static func of(
        _ folder: TemporaryFolder, renderingLimit: Duration, now: @escaping @Sendable () -> ContinuousClock.Instant,
        pixels: Int = 10_000_000, isolation: Isolation? = nil
    ) throws -> Results {
        func admission(_ total: Int) -> WeightedSemaphore {
            WeightedSemaphore(total: total, of: .pixels, queueLimit: 100, timeout: .seconds(3_600))
        }
        func calls(_ folder: String) -> FolderCalls { FolderCalls(in: folder, on: .singleton) }
        let source = SourcePictures(
            origins: [.folder(try PictureFolder(folder.url.path, calls: calls))],
            remote: RemotePictures(
                web: GuardedFetcher(
                    policy: .init(hosts: [], maximumBytes: 1 << 20, timeout: .seconds(3_600)),
                    resolver: SystemHostResolver(threads: .singleton), userAgent: "test"),
                objects: ObjectFetcher(
                    storage: ObjectStorage(userAgent: UserAgent(value: "test")), maximumBytes: 1 << 20,
                    timeout: .seconds(3_600)),
                fetching: admission(8), bytes: admission(1 << 24),
                fetched: FetchedPictures(
                    cache: nil, memoryBytes: 1 << 20, lifetimes: .init(web: .seconds(60)), now: now,
                    secondsSince1970: { 0 }), metrics: ServerMetrics(), now: now),
            maximumBytes: 1 << 20, admission: admission(1 << 24),
            library: LibraryPictures(library: nil, calls: calls("")))
        let workshop = Workshop(
            limits: DecodingLimits(pixels: pixels, bytes: 1 << 20, isolation: isolation), pixels: admission(pixels),
            decoders: admission(System.coreCount * (320 << 20)), sheets: admission(pixels / 4), threads: .singleton,
            metrics: ServerMetrics(),
            renderingLimit: renderingLimit, now: now)
        return Results(
            source: source, workshop: workshop, memoryBytes: 0, disk: nil, shared: nil, preferredFormats: [.webp])
    }
}
