/// A number that goes into every ETag and cache key. It is raised when the same request gives other bytes than before.
enum RendererVersion {
    static let current = "5"
}
