/// The version of the renderer, which is part of every entity tag and cache key. Raise it if the bytes of any result change.
enum RendererVersion {
    static let current = "5"
}
