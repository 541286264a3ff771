extension Meme {
    /// Paths and URLs of overlays whose bytes are still to be put in their places, each once.
    public var overlayNames: [String] {
        var known: Set<String> = []
        return overlays.compactMap { overlay in
            guard case .named(let name)? = overlay.picture, known.insert(name).inserted else { return nil }
            return name
        }
    }

    /// Puts bytes in the places of names.
    ///
    /// - Parameter pictures: the picture file for each name; names without one stay.
    public mutating func fillOverlays(_ pictures: [String: [UInt8]]) {
        for index in overlays.indices {
            guard case .named(let name)? = overlays[index].picture, let bytes = pictures[name] else { continue }
            overlays[index].picture = .bytes(bytes)
        }
    }
}
