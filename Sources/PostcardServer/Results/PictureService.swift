import HTTPTypes
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import Synchronization

/// The service that makes pictures of recipes, from caches where possible, and with one rendering for simultaneous requests.
struct PictureService: Sendable {
    /// A result for a response.
    struct Result: Sendable {
        let key: ResultKey
        let choice: FormatChoice
        /// The stamps by which changes of the sources are noticed; `nil` when one of them has none.
        let stamps: [SourcePictures.Stamp]?
        /// The addresses of the sources that came over the network.
        let remote: [String]
        /// The file; `nil` when the client has it already.
        var file: ResultFile?
        var origin: ResultOrigin?
    }

    private static let fetchesAtOnce = 2
    private static let changed = HTTPError(
        .serviceUnavailable, "The picture changed while it was read. Try again.", retryAfter: 1)
    var source: SourcePictures
    let results: ResultCache
    let workshop: Workshop
    /// The permits for pixels of contact sheets that wait for their pictures. They are separate from those of the workshop, since holding one permit
    /// while awaiting another of the same kind deadlocks.
    let sheets: WeightedSemaphore
    /// The formats for clients that name them in `Accept`, the best first.
    let preferredFormats: [ImageFormat]
    private let formats = BoundedMemory<BlobHash, ImageFormat>()
    private var metrics: ServerMetrics { workshop.metrics }

    /// Returns the picture of a recipe, from a cache or newly made.
    ///
    /// - Parameters:
    ///   - accept: the formats that the client accepts.
    ///   - known: the entity tags that the client has.
    ///   - isShared: true if replicas share the result.
    func picture(
        _ recipe: any PictureRecipe, accept: AcceptHeader, ifNoneMatch known: String?, isShared: Bool = false
    ) async throws -> Result {
        // If the shared store may have the result, only the versions of sources are read, and not their files.
        let isThereAlready = isShared && results.shared?.isReachable == true
        var sources = try await metrics.measure(.source) {
            try await find(recipe, isThereAlready ? .identity : .usual)
        }
        let choice = FormatChoice(
            explicit: recipe.format, source: recipe.format ?? recipe.usualFormat ?? sources.format ?? .jpeg,
            accept: accept, preferred: preferredFormats)
        let key = ResultKey(sources: sources.hashes, operations: recipe.operations, format: choice.format)
        var result = Result(
            key: key, choice: choice, stamps: sources.stamps, remote: sources.found.compactMap(\.remote?.record.key))
        guard !EntityTags.matches(known, key.entityTag) else { return result }
        // While others make the same result, its files are released.
        let files = results.isBeingMade(key) ? nil : sources.files
        sources.files = nil
        let keeping: ResultCache.Keeping =
            !sources.found.allSatisfy { $0.remote?.record.terms.mayBeKept ?? true } ? .none : isShared ? .shared : .here
        let made = try await results.value(
            for: key, of: (recipe.sources.first, sources.hashes), as: choice.format, keeping
        ) { try await make(recipe, as: choice.format, of: files) }
        // A source that changed in between may come from a place outside of this request's scopes, if another request with other scopes made the
        // result.
        guard made.sources == sources.hashes || source.scopes.isEmpty else { throw Self.changed }
        let origin = made.origin == .disk && sources.found.contains(where: \.isStale) ? .stale : made.origin
        (result.file, result.origin) = (made.file, origin)
        metrics.count(origin)
        RequestTrace.current?.set("postcard.result", origin.rawValue)
        return result
    }

    /// Makes the picture of a recipe without looking into caches.
    ///
    /// - Parameters:
    ///   - format: the format of the result.
    ///   - files: the files of the sources, where they are in memory already.
    /// - Returns: the file, and the hashes of its sources.
    /// - Throws: the errors of decoding, drawing and encoding.
    func make(
        _ recipe: any PictureRecipe, as format: ImageFormat, of files: SourcePictures.Files? = nil
    ) async throws -> (bytes: [UInt8], sources: [BlobHash]) {
        switch recipe.steps {
        case .sheet(let plan): return try await make(plan, as: format)
        case .rendered(let renderer):
            let files =
                if let files { files } else {
                    try await metrics.measure(.source) { try await source.files(recipe.sources) }
                }
            defer { withExtendedLifetime(files) {} }
            let picture = try await workshop.make(renderer, of: files.pictures.map(\.bytes), as: format)
            return (picture.bytes, files.pictures.map(\.hash))
        }
    }
}

extension PictureService {
    /// The sources of a result with their hashes.
    private struct Sources {
        let found: [SourcePictures.Found]
        var hashes: [BlobHash]
        /// The format of the first source, where the result's format depends on it.
        var format: ImageFormat?
        /// The files; `nil` when they did not have to be read.
        var files: SourcePictures.Files?

        var stamps: [SourcePictures.Stamp]? {
            let stamps = found.compactMap(\.stamp)
            return stamps.count == found.count ? stamps : nil
        }
    }

    /// Finds the sources of a recipe.
    ///
    /// Remote ones are fetched a few at a time, within one timeout. The files of a contact sheet are hashed one after the other. Where a hash or the
    /// format is unknown without reading, the files of all sources are read, and kept for the rendering.
    private func find(_ recipe: any PictureRecipe, _ need: RemotePictures.Need) async throws -> Sources {
        let names = recipe.sources
        @Sendable func find(_ index: Int) async throws -> SourcePictures.Found {
            do {
                let found = try await source.find(names[index], need)
                if case .sheet = recipe.steps { return try await source.known(found) }
                return found
            } catch {
                throw recipe.translate(error, of: index)
            }
        }
        var found: [SourcePictures.Found] = []
        if names.count(where: source.mayBeRemote) > 1 {
            found = try await withDeadline(fetchingLimit, "The pictures take too long to come.") {
                try await names.indices.concurrentlyMapped(width: Self.fetchesAtOnce, find)
            }
        } else {
            for index in names.indices { found.append(try await find(index)) }
        }
        var sources = Sources(found: found, hashes: found.compactMap(\.hash))
        let needsFormat = recipe.format == nil && recipe.usualFormat == nil && !found.isEmpty
        if needsFormat { sources.format = found[0].remote?.record.format ?? found[0].hash.flatMap { formats[$0] } }
        guard sources.hashes.count < found.count || (needsFormat && sources.format == nil) else { return sources }
        let files = try await source.read(found)
        sources.hashes = files.pictures.map(\.hash)
        if needsFormat, let first = files.pictures.first {
            sources.format = ImageFormat(sniffing: first.bytes.span.bytes)
            guard sources.format != nil else { throw PictureSniffing.unknownFormat }
            formats[first.hash] = sources.format
        }
        sources.files = files
        return sources
    }

    /// The timeout for all fetched sources of a result.
    private var fetchingLimit: Duration { source.remote.web.policy.timeout }

    private func make(
        _ plan: SheetPlan, as format: ImageFormat
    ) async throws -> (bytes: [UInt8], sources: [BlobHash]) {
        try await sheets.with(plan.size.area) {
            try await withDeadline(
                fetchingLimit + workshop.renderingLimit, "The pictures of the sheet take too long to come."
            ) {
                try await draw(plan, as: format)
            }
        }
    }

    /// Draws a contact sheet source by source.
    private func draw(
        _ plan: SheetPlan, as format: ImageFormat
    ) async throws -> (bytes: [UInt8], sources: [BlobHash]) {
        let time = workshop.renderingTime()
        let limits = workshop.limits
        let drawing = try await workshop.work(on: 1, within: time) {
            SheetDrawing(try plan.sheet.drawing(of: plan.items.count), limits: limits)
        }
        var hashes: [BlobHash] = []
        for (index, name) in plan.sources.enumerated() {
            do {
                let files = try await source.files([name])
                defer { withExtendedLifetime(files) {} }
                let bytes = files.pictures[0].bytes
                let pixels = try ImageHeader(of: bytes.span.bytes).size.area
                try await workshop.work(
                    on: pixels.addedClamped(plan.sheet.tileSize.area), decoding: [bytes], within: time
                ) {
                    try drawing.draw(
                        bytes, size: plan.sheet.tileSize, at: plan.tiles[index].map { ($0, plan.items[$0].caption) })
                }
                hashes.append(files.pictures[0].hash)
            } catch {
                throw plan.translate(error, of: index)
            }
        }
        // The pixels of the sheet itself have a permit already.
        let pixels = format.encodingPixels(of: plan.size) - plan.size.area
        return (try await workshop.work(on: pixels, within: time) { try drawing.encoded(as: format) }, hashes)
    }
}

/// A contact sheet during its drawing, on one thread at a time.
private final class SheetDrawing: Sendable {
    private static let quality = 85
    private let drawing: Mutex<ContactSheet.Drawing>
    private let limits: DecodingLimits

    init(_ drawing: ContactSheet.Drawing, limits: DecodingLimits) {
        self.drawing = Mutex(drawing)
        self.limits = limits
    }

    /// Draws the picture of a file on tiles of a size, with their captions.
    func draw(_ file: [UInt8], size: PixelSize, at tiles: [(index: Int, caption: String)]) throws {
        let picture = try Image(
            decoding: file, options: DecodingOptions(resize: Resize(into: size), limits: limits))
        for tile in tiles {
            try ImageWork.checkpoint()
            try drawing.withLock { try $0.draw(picture, caption: tile.caption, at: tile.index) }
        }
    }

    func encoded(as format: ImageFormat) throws -> [UInt8] {
        let image = drawing.withLock { $0.image }
        return try image.encoded(try EncodingOptions(format: format, quality: Self.quality))
    }
}
