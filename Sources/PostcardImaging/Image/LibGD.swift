import CGD
import CPostcardShims

/// libgd, opened when its first function is looked up: a process that calls none does not pay for the forty-one libraries
/// behind it.
enum LibGD {
    /// A function by its C name; `nil` when libgd is not installed or is of another version than the headers. `type` is
    /// the function's own `@convention(c)` type, as `gd.h` declares it.
    static func function<Function>(_ name: String, as type: Function.Type) -> Function? {
        // why: dlsym knows no types
        postcard_gd_function(name).map { unsafeBitCast($0, to: type) }
    }
}

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
