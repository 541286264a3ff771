// Texts that are the same for equal options only, to tell whether a result was made by the same ones. They are written out: a description
// by reflection costs a process two milliseconds, since it asks for conformances that no type has, and changes with any name.

extension Resize {
    /// A text that is the same for equal rules only.
    package var recipe: String {
        let way =
            switch fit.kind {
            case .inside: "inside"
            case .exact: "exact"
            case .cover(let focus): "cover \(focus.recipe)"
            case .pad(let color): "pad \(color.red) \(color.green) \(color.blue) \(color.alpha)"
            case .scaled(let factor): "scaled \(factor)"
            }
        return "\(box.width) \(box.height) \(way) \(enlarges)"
    }
}

extension EncodingOptions {
    /// A text that is the same for equal options only.
    package var recipe: String {
        let way =
            switch kind {
            case .jpeg(let quality): "jpeg \(quality)"
            case .png: "png"
            case .webp(let quality): "webp \(quality ?? -1)"
            case .avif(let quality): "avif \(quality)"
            case .gif: "gif"
            }
        return metadata == Metadata() ? way : "\(way) \(metadata)"
    }
}
