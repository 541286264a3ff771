extension License {
    /// The terms of a file in a local folder, whose use is up to its owner. `copyright` is the notice in the file,
    /// which then has to stay with the photo.
    static func localFile(copyright: String?) -> License {
        License(
            id: "local-file", name: copyright ?? "Local file", url: "", allowsDerivatives: true,
            requiresAttribution: copyright != nil)
    }
}
