internal import CGD

extension Image {
    /// Lets functions of libgd, found by `LibGD`, draw on the picture, which is made this value's own before. They must not
    /// destroy it.
    mutating func withGD<Result: ~Copyable, Failure: Error>(
        _ body: (gdImagePtr) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        makeUnique()
        defer { isOpaque = hasOnlyOpaquePixels }
        let storage = storage
        return try withExtendedLifetime(storage) { () throws(Failure) in try body(storage.gd) }
    }
}
