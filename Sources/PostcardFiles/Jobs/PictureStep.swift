import PostcardImaging
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
