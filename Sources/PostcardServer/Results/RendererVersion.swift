/// The version of the renderer, which is part of every entity tag and cache key. Increase the version if the bytes of any result change.
enum RendererVersion {
    static let current = "5"
}
