import PostcardDisk

import Foundation
import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Synchronization
import SystemPackage
import Testing

@testable import PostcardFiles

@Suite struct ResizeBatchTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> FilePath { FilePath(folder.path(name)) }

    private func item(_ name: String, side: Int = 16, to output: String? = nil) -> ResizeBatch.Item {
        ResizeBatch.Item(
            input: .file(path("in/\(name)")),
            versions: [
                (resize: Resize(into: .square(side)), encoding: .png, output: path(output ?? "out/\(name)"))
            ])
    }

    private func run(_ items: [ResizeBatch.Item], _ batch: ResizeBatch = ResizeBatch(), isRecorded: Bool = true)
        async throws -> [String]
    {
        var outcomes: [String] = []
        let store = try ResultWriter(folder: isRecorded ? path("out") : nil)
        await batch.run(items, in: store, workers: 2) { item, outcome in
            let name = item.versions.last?.output.lastComponent?.string ?? ""
            switch outcome {
            case .success(let report):
                let sizes = report.results.compactMap { $0.map { "\($0.size)" } }
                outcomes.append("\(name) \(sizes.isEmpty ? "up to date" : "made \(sizes.joined(separator: " "))")")
            case .failure(let error):
                outcomes.append("\(name) failed \((error as? FileError)?.code.rawValue ?? "\(error)")")
            }
        }
        return outcomes.sorted()
    }

    @Test func `results are made once, and again when the recipe changes`() async throws {
        try folder.write(TestPicture.jpeg(), as: "in/a.jpg")
        try await expectEqual(run([item("a.jpg")]), ["a.jpg made 16 × 12"])
        try await expectEqual(run([item("a.jpg")]), ["a.jpg up to date"])
        try await expectEqual(run([item("a.jpg", side: 8)]), ["a.jpg made 8 × 6"])
        var batch = ResizeBatch(edits: [.filter(.grayscale())])
        #expect(try await run([item("a.jpg", side: 8)], batch) == ["a.jpg made 8 × 6"])
        batch.keep = .copyright
        #expect(try await run([item("a.jpg", side: 8)], batch) == ["a.jpg made 8 × 6"])
    }

    @Test func `work on a picture ends when the task is canceled`() async throws {
        let fixture = Fixture.small("tiff-lzw.tif")
        try folder.write(fixture.bytes, as: "in/a.tif")
        let (begins, begun) = AsyncStream.makeStream(of: Void.self)
        var limits = DecodingLimits.default
        limits.isolation = Isolation { (_, _) throws(ImageError) in
            begun.finish()
            // The work behaves like a decoder process that never ends.
            while true { try ImageWork.checkpoint() }
        }
        let batch = ResizeBatch(decoding: DecodingOptions(limits: limits))
        let work = Task { try await run([item("a.tif")], batch) }
        for await _ in begins {}
        work.cancel()
        #expect(try await work.value == [])
    }

    @Test func `a different watermark changes the recipe`() async throws {
        try folder.write(TestPicture.jpeg(), as: "in/a.jpg")
        for fill in [Color.white, .black] {
            let mark = Watermark(try Image(size: .square(4), fill: fill))
            let batch = ResizeBatch(edits: [.watermark(mark)])
            #expect(try await run([item("a.jpg")], batch) == ["a.jpg made 16 × 12"])
            #expect(try await run([item("a.jpg")], batch) == ["a.jpg up to date"])
        }
    }

    @Test func `recipes are the same in every run`() throws {
        let box = PixelSize(width: 3, height: 4)
        let fits: [Resize.Fit] = [.inside, .exact, .cover, .cover(.detail), .cover(.point(x: 0, y: 1)), .pad(.white)]
        let resizes = fits.map { Resize(into: box, fit: $0) } + [Resize(scaledBy: 0.5)]
        let edits: [Edit] =
            resizes.map { .resize($0) } + [
                .crop(PixelRect(x: 0, y: 0, width: 1, height: 1)), .rotate(degrees: 1, fill: .white),
                .orient(.downMirrored),
                .blur(sigma: 1), .sharpen(), .filter(.grayscale()), .roundCorners(radius: 1),
                .watermark(Watermark(try Image(size: .square(4), fill: .white))),
            ]
        let encodings: [EncodingOptions] = [.jpeg(), .png, .webp(), .webp(quality: nil), .avif(), .gif]
        let filters: [ResampleFilter] = [.box, .lanczos3]
        let recipes =
            edits.map(\.recipe) + resizes.map(\.recipe) + encodings.map(\.recipe) + filters.map(\.rawValue)
        // Descriptions by reflection contain addresses of private types.
        for recipe in recipes { #expect(!recipe.contains("unknown context") && !recipe.contains("0x"), "\(recipe)") }
        #expect(Set(recipes).count == recipes.count)
    }

    @Test func `a moved source is recognized`() async throws {
        try folder.write(TestPicture.jpeg(), as: "in/a.jpg")
        _ = try await run([item("a.jpg")])
        try FileManager.default.moveItem(atPath: folder.path("in/a.jpg"), toPath: folder.path("in/b.jpg"))
        #expect(try await run([item("b.jpg", to: "out/a.jpg")]) == ["a.jpg up to date"])
    }

    @Test func `a result that is empty after a power failure is made again`() async throws {
        try folder.write(TestPicture.jpeg(), as: "in/a.jpg")
        _ = try await run([item("a.jpg")])
        try folder.write([], as: "out/a.jpg")
        #expect(try await run([item("a.jpg")]) == ["a.jpg made 16 × 12"])
    }

    @Test func `a failing picture does not stop the others`() async throws {
        try folder.write(TestPicture.jpeg(), as: "in/a.jpg")
        try folder.write([1], as: "in/b.jpg")
        try folder.write([9], as: "out/c.jpg")
        try folder.write(TestPicture.jpeg(), as: "in/c.jpg")
        let outcomes = try await run([item("gone.jpg"), item("b.jpg"), item("c.jpg"), item("a.jpg")])
        #expect(outcomes.contains("a.jpg made 16 × 12"))
        #expect(outcomes.contains("gone.jpg failed notFound"))
        #expect(outcomes.contains("c.jpg failed exists"))
        #expect(outcomes.count == 4)
        #expect(try folder.read("out/c.jpg") == [9])
    }

    @Test func `without a folder no file is treated as a result`() async throws {
        try folder.write(TestPicture.jpeg(), as: "in/a.jpg")
        try FileManager.default.createDirectory(atPath: folder.path("out"), withIntermediateDirectories: true)
        try await expectEqual(run([item("a.jpg")], isRecorded: false), ["a.jpg made 16 × 12"])
        try await expectEqual(run([item("a.jpg")], isRecorded: false), ["a.jpg failed exists"])
        try expectEqual(folder.files(), ["in/a.jpg", "out/a.jpg"])
    }

    @Test func `pictures at URLs are fetched once`() async throws {
        let bytes = try TestPicture.jpeg()
        let fetches = Counter()
        let item = ResizeBatch.Item(
            input: .address("http://host/a.jpg"),
            versions: [(resize: Resize(into: .square(16)), encoding: .png, output: path("out/a.jpg"))])
        let version = Shared<String?>("\"one\"")
        let batch = ResizeBatch { _, _, known in
            let present = version.value
            if known != nil, known == present { return nil }
            fetches.count()
            return (bytes, present)
        }
        try await expectEqual(run([item], batch), ["a.jpg made 16 × 12"])
        try await expectEqual(run([item], batch), ["a.jpg up to date"])
        expectEqual(fetches.value, 1)
        version.change { $0 = "\"two\"" }
        try await expectEqual(run([item], batch), ["a.jpg made 16 × 12"])
        try await expectEqual(run([item], batch), ["a.jpg up to date"])
        expectEqual(fetches.value, 2)
        // A picture without a version may have changed.
        version.change { $0 = nil }
        for _ in 0..<2 { try await expectEqual(run([item], batch), ["a.jpg made 16 × 12"]) }
        expectEqual(fetches.value, 4)
    }

    @Test func `a listed object is processed again when its time changes`() async throws {
        let bytes = try TestPicture.jpeg()
        func item(_ modified: Double) -> ResizeBatch.Item {
            ResizeBatch.Item(
                input: .address("s3://bucket/a.jpg"),
                versions: [(resize: Resize(into: .square(16)), encoding: .png, output: path("out/a.jpg"))],
                modified: modified)
        }
        let batch = ResizeBatch { _, _, _ in (bytes, "\"one\"") }
        try await expectEqual(run([item(5)], batch), ["a.jpg made 16 × 12"])
        try await expectEqual(run([item(5)], batch), ["a.jpg up to date"])
        try await expectEqual(run([item(6)], batch), ["a.jpg made 16 × 12"])
    }

    @Test func `a stopped run starts no more pictures`() async throws {
        let names = (0..<20).map { "\($0).jpg" }
        for name in names { try folder.write(TestPicture.jpeg(), as: "in/\(name)") }
        let (batch, items) = (ResizeBatch(), names.map { item($0) })
        let outcomes = try await Task {
            var outcomes = 0
            await batch.run(items, in: try ResultWriter(folder: path("out")), workers: 1) { _, outcome in
                if case .success = outcome { outcomes += 1 }
                withUnsafeCurrentTask { $0?.cancel() }
            }
            return outcomes
        }.value
        #expect(outcomes == 1)
        #expect(try folder.files().filter { $0.hasPrefix("out/") && $0.hasSuffix(".jpg") }.count == 1)
        // The next run makes the remaining thumbnails.
        #expect(try await run(items).filter { $0.contains("made") }.count == 19)
    }

    @Test func `warnings are returned with the result`() async throws {
        let whole = try TestPicture.jpeg(400, 300)
        try folder.write(Array(whole.prefix(whole.count * 3 / 4)), as: "in/a.jpg")
        var warnings: [String] = []
        let batch = ResizeBatch(decoding: DecodingOptions(toleratesDamage: true))
        await batch.run([item("a.jpg")], in: try ResultWriter(folder: path("out")), workers: 1) { _, outcome in
            warnings = (try? outcome.get().warnings) ?? []
        }
        #expect(warnings.count == 1, "\(warnings)")
        #expect(try await run([item("a.jpg", to: "out/b.jpg")]).first?.contains("failed") == true)
    }

    @Test(arguments: [1, 2, 7])
    func `with any number of workers, each picture gets its own result`(workers: Int) async throws {
        let names = (0..<9).map { "\($0).jpg" }
        for (number, name) in names.enumerated() {
            try folder.write(TestPicture.jpeg(40 + number, 30), as: "in/\(name)")
        }
        var made: [String: PixelSize] = [:]
        await ResizeBatch().run(
            names.map { item($0) }, in: try ResultWriter(folder: path("out")), workers: workers
        ) { item, outcome in
            if let size = try? outcome.get().results[0]?.size {
                made[item.versions[0].output.lastComponent?.string ?? ""] = size
            }
        }
        for name in names {
            let options = DecodingOptions(resize: Resize(into: .square(16)))
            let expected = try Image(decoding: folder.read("in/\(name)"), options: options)
            #expect(made[name] == expected.size)
            #expect(
                try Image(decoding: folder.read("out/\(name)")).encoded(as: .png) == expected.encoded(as: .png),
                "\(name)")
        }
    }

    @Test func `nothing is written for a picture if one version fails`() async throws {
        try folder.write(TestPicture.jpeg(), as: "in/a.jpg")
        try folder.write([9], as: "out/2.jpg")
        let item = ResizeBatch.Item(
            input: .file(path("in/a.jpg")),
            versions: ["out/1.jpg", "out/2.jpg"].map {
                (resize: Resize(into: .square(16)), encoding: .jpeg(), output: path($0))
            })
        #expect(try await run([item]) == ["2.jpg failed exists"])
        #expect(try folder.files().filter { !$0.contains(".postcard") } == ["in/a.jpg", "out/2.jpg"])
    }

    @Test func `several sizes come from one decoding and stay animated GIFs`() throws {
        var encoder = try AnimationEncoder(size: PixelSize(width: 40, height: 20))
        for _ in 0..<3 { try encoder.append(TestPicture.gradient(40, 20), delay: 50) }
        let made = try PictureConversion().results(
            of: OpenedPicture(encoder.finish()),
            versions: [nil, Resize(into: .square(20))].map { .init(resize: $0, encoding: .gif) })
        #expect(made.results.map(\.size) == [PixelSize(width: 40, height: 20), PixelSize(width: 20, height: 10)])
        for result in made.results { #expect(try AnimatedImage(decoding: result.bytes).frameCount == 3) }
    }
}

private final class Counter: Sendable {
    private let number = Atomic(0)

    var value: Int { number.load(ordering: .relaxed) }

    func count() { number.add(1, ordering: .relaxed) }
}
