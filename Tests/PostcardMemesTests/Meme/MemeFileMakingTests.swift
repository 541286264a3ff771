import Foundation
import PostcardFixtures
import PostcardImaging
import Synchronization
import Testing

@testable import PostcardMemes

/// Memes made by `MemeFile.make`.
struct MemeFileMakingTests {
    private let meme = Meme.classic(top: "one", bottom: "two")

    private func job(_ fixture: String = "jpeg-420.jpg", as encoding: EncodingOptions = .jpeg()) throws -> MemeFile.Job
    {
        try MemeFile.Job(
            meme, on: OpenedPicture(Fixture.small(fixture).bytes), encoding: encoding,
            fonts: FontLibrary(usesSystemFonts: false))
    }

    @Test(arguments: [EncodingOptions.jpeg(), .gif, .webp()])
    func `the file is the same as from a job`(encoding: EncodingOptions) async throws {
        let job = try job(as: encoding)
        let file = try await MemeFile.make(job, budget: MemoryBudget(byteCount: 1))
        #expect(try file.bytes == job.run().bytes)
    }

    /// Noise in few colors, all of it or a few pixels changing, is hard for WebP.
    @Test(arguments: [1, 40])
    func `a WebP made from a GIF is at most as large as the GIF of the same meme`(step: Int) throws {
        var image = try Image(size: PixelSize(width: 160, height: 120), fill: .black)
        var encoder = try AnimationEncoder(size: image.size, encoding: .gif)
        var state: UInt64 = 7
        for frame in 0..<5 {
            for index in stride(from: frame, to: image.size.area, by: frame == 0 ? 1 : step) {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let color = Color(
                    red: UInt8(state >> 62) * 85, green: UInt8(state >> 60 & 3) * 85, blue: UInt8(state >> 58 & 1) * 255
                )
                try image.setColor(color, x: index % 160, y: index / 160)
            }
            try encoder.append(image, delay: 80)
        }
        let source = try encoder.finish()
        let gif = try MemeFile.Job(meme, on: source, encoding: .gif).run()
        let webp = try MemeFile.Job(meme, on: source, encoding: .webp(quality: 90)).run()
        #expect(webp.bytes.count <= gif.bytes.count)
        let (one, other) = (try AnimatedImage(decoding: webp.bytes), try AnimatedImage(decoding: gif.bytes))
        #expect(one.size == other.size && one.delays == other.delays && one.loopCount == other.loopCount)
    }

    @MainActor @Test func `no computation runs on the main thread`() async throws {
        let wasMain = Mutex<Bool?>(nil)
        var job = try job()
        job.decoding = { decode in
            wasMain.withLock { $0 = Thread.isMainThread }
            return try decode()
        }
        _ = try await MemeFile.make(job)
        #expect(wasMain.withLock(\.self) == false)
    }

    @Test func `a canceled task gets no file`() async throws {
        let job = try job()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await MemeFile.make(job)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `a result has at most as many pixels as the limits allow`() async throws {
        var job = try job(as: .png)
        job.limits.pixels = job.base.header.size.area
        job.meme.surround = Surround(margin: 1)
        let error = await #expect(throws: MemeError.self) { try await MemeFile.make(job) }
        #expect(error?.code == .invalidCaption)
    }

    @Test(arguments: [
        ("jpeg-420.jpg", EncodingOptions.jpeg(), ImageFormat.png), ("jpeg-420.jpg", .gif, .png),
        ("gif-transparent-loop-3.gif", .jpeg(), .gif), ("gif-disposal-1.gif", .png, .png),
    ])
    func `a destination gets a format that it accepts`(
        fixture: String, encoding: EncodingOptions, format: ImageFormat
    ) async throws {
        var job = try job(fixture, as: encoding)
        job.destination = MemeDestination(named: "discord-emoji")
        let file = try await MemeFile.make(job)
        #expect(file.format == format)
        #expect(file.size == .square(128))
        #expect(ImageFormat(sniffing: file.bytes.span.bytes) == format)
    }

    @Test func `overlays, surrounds and boxes are included in the memory`() throws {
        var job = try job()
        let plain = job.estimatedBytes
        #expect(plain >= 4 * job.base.header.size.area)
        job.meme.overlays = [Overlay(.bytes(Fixture.small("jpeg-420.jpg").bytes), in: .whole)]
        #expect(job.estimatedBytes == plain + 4 * job.base.header.size.area)
        job.meme.surround = Surround()
        #expect(job.estimatedBytes == plain + 12 * job.base.header.size.area)
        job.meme.overlays[0].box.width = .nan
        #expect(job.estimatedBytes >= plain)
    }
}
