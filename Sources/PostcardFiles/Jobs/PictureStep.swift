import PostcardImaging
import PostcardMemes

/// An edit or a meme with all its pictures and fonts.
enum PictureStep: Sendable {
    case edit(Edit)
    case meme(Meme)
}

extension [PictureStep] {
    /// Applies the steps in order.
    ///
    /// - Returns: the warnings of memes, such as characters that no font has.
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

    /// Returns the steps with all captions that avoid detail at fixed positions, which suit all frames.
    ///
    /// - Parameters:
    ///   - pictures: returns frames of an animation before any step; called only if a caption avoids detail.
    ///   - limits: the limits for a step.
    /// - Throws: the errors of `pictures` and of the steps.
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
