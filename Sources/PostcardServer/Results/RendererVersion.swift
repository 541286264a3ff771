/// The version of the renderer, which is a part of every entity tag and cache key. It is raised when a request gives other bytes than before.
enum RendererVersion {
    static let current = "5"
}
