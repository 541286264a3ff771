extension License {
    /// The terms of a file in somebody's own folder: what may be done with it is theirs to know.
    ///
    /// - Parameter copyright: The notice in the file, which then has to stay with the photo.
    static func localFile(copyright: String?) -> License {
        License(
            id: "local-file", name: copyright ?? "Local file", url: "", allowsDerivatives: true,
            requiresAttribution: copyright != nil)
    }
}
