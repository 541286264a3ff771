import PostcardImaging
import PostcardMemes
import Synchronization

extension PictureConversion {
    /// The crop, size and meme, if there are no other steps and the meme is last; otherwise `nil`.
    var framedMeme: (framing: MemeFile.Framing, meme: Meme)? {
        guard case .meme(let meme)? = steps.last else { return nil }
        var framing = MemeFile.Framing(resize: decoding.resize)
        for step in steps.dropLast() {
            switch step {
            case .edit(.crop(let rect)) where framing == MemeFile.Framing(): framing.crop = .rect(rect)
            case .edit(.resize(let resize)) where framing.resize == nil: framing.resize = resize
            default: return nil
            }
        }
        return (framing, meme)
    }

    /// Makes results that are memes, as `postcard meme` does. The picture is decoded once, or not at all if its blocks are kept.
    func results(
        of picture: OpenedPicture, versions: [Version], framing: MemeFile.Framing, meme: Meme
    ) throws -> Results {
        let sizes = versions.map { $0.resize ?? framing.resize }
        let decodedSizes = framing.crop == nil ? sizes : [nil]
        var made = Results()
        let decoded = Mutex<Still?>(nil)
        for (index, version) in versions.enumerated() {
            let metadata = picture.header.metadata.keeping(version.keep)
            var job = MemeFile.Job(
                meme, on: picture, framing: framing, encoding: version.encoding.withMetadata(metadata),
                keepsBlocks: version.keepsBlocks)
            job.framing.resize = sizes[index]
            job.transparentEncoding = version.transparent?.withMetadata(metadata)
            (job.limits, job.pixelLimit, job.recover) = (
                decoding.limits, decoding.limits.pixels, decoding.toleratesDamage
            )
            job.decoding = { _ in
                try decoded.withLock { decoded in
                    var still = try decoded ?? Still(of: picture, sizes: decodedSizes, options: decoding)
                    defer { decoded = still }
                    return try still.image(
                        of: framing.crop == nil ? sizes[index] : nil, isLast: index == versions.count - 1)
                }
            }
            let file = try job.run()
            made.add((decoded.withLock { $0?.warnings } ?? []) + file.reports.flatMap(\.warnings) + file.warnings)
            made.results.append(Result(bytes: file.bytes, size: file.size, format: file.format))
        }
        return made
    }

    /// Returns the steps with fixed positions for captions that avoid detail. The positions suit all frames of the animation.
    func stepsAvoidingDetail(of animation: AnimatedImage) throws -> [Step] {
        let last = steps.lastIndex { step in
            if case .meme(let meme) = step { meme.avoidsDetail } else { false }
        }
        guard let last else { return steps }
        var pictures = try animation.samples { $0 }
        var steps = steps
        for index in 0...last {
            if case .meme(let meme) = steps[index], let size = pictures.first?.size {
                steps[index] = .meme(try meme.avoidingDetail(of: pictures, on: size))
            }
            if index < last { pictures = try pictures.map { try edited($0, by: [steps[index]]).image } }
        }
        return steps
    }
}
