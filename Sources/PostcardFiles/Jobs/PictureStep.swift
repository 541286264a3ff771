package import PostcardImaging
import PostcardMemes

/// A change to a picture, with all that it needs read.
enum PictureStep: Sendable {
    case edit(Edit)
    case meme(Meme)
}

extension [PictureStep] {
    /// Does one step after the other.
    ///
    /// - Returns: the warnings of memes, such as letters that no font has.
    func apply(to image: inout Image, limits: DecodingLimits) throws -> [String] {
        var warnings: [String] = []
        for step in self {
            switch step {
            case .edit(let edit): image = try image.edited([edit], limits: limits)
            case .meme(let meme):
                let (picture, reports) = try meme.render(onto: image, pixelLimit: limits.pixels)
                image = picture
                warnings += reports.flatMap(\.warnings)
            }
        }
        return warnings
    }

    /// The steps with the captions of memes off the detail of pictures, in one place for all.
    ///
    /// - Parameters:
    ///   - pictures: frames of an animation, before any step; only asked for where a caption avoids detail.
    ///   - limits: what a step may cost.
    /// - Returns: the steps, in which no caption avoids anything any more.
    /// - Throws: what `pictures` and the steps throw.
    func avoidingDetail(of pictures: () throws -> [Image], limits: DecodingLimits) throws -> [PictureStep] {
        func avoids(_ step: PictureStep) -> Bool {
            if case .meme(let meme) = step { meme.avoidsDetail } else { false }
        }
        guard let last = lastIndex(where: avoids) else { return self }
        var pictures = try pictures()
        var steps = self
        for index in 0...last {
            if case .meme(let meme) = steps[index], let size = pictures.first?.size {
                steps[index] = .meme(try meme.avoidingDetail(of: pictures, on: size))
            }
            guard index < last else { break }
            for picture in pictures.indices {
                _ = try [steps[index]].apply(to: &pictures[picture], limits: limits)
            }
        }
        return steps
    }
}

extension EditRequest {
    /// Reads the picture of a watermark, or the fonts of a meme.
    ///
    /// - Throws: `ImageError`, `MemeError`, or `LibraryError` for a file that cannot be read.
    func step(
        limits: DecodingLimits, watermarks: WatermarkCache? = nil, fetch: PictureSource.Fetch
    ) async throws -> PictureStep {
        switch kind {
        case .edit(let edit): return .edit(edit)
        case .meme(var meme):
            try meme.readFontFiles()
            return .meme(meme)
        case .watermark(let watermark):
            let bytes = try await watermark.picture.bytes(maximumBytes: limits.bytes, fetch: fetch)
            let image =
                if let watermarks {
                    try watermarks.image(of: bytes, limits: limits)
                } else {
                    try DecodedImage(bytes, options: DecodingOptions(limits: limits)).image
                }
            return .edit(.watermark(watermark.watermark(image)))
        }
    }
}

extension [EditRequest] {
    /// The edits, with the pictures of watermarks read; memes are left out.
    ///
    /// - Throws: `ImageError` or `LibraryError` for a watermark that cannot be read.
    package func edits(
        limits: DecodingLimits, fetch: PictureSource.Fetch = PictureSource.refuseAddress
    ) async throws -> [Edit] {
        var edits: [Edit] = []
        for request in self {
            if case .edit(let edit) = try await request.step(limits: limits, fetch: fetch) { edits.append(edit) }
        }
        return edits
    }
}
