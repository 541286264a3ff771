internal import CPostcardShims

/// libgd, opened when its first function is looked up: a process that calls none does not pay for the forty-one libraries
/// behind it.
enum LibGD {
    /// A function by its C name; `nil` when libgd is not installed or is of another version than the headers.
    ///
    /// - Parameter type: the function's own `@convention(c)` type, as `gd.h` declares it.
    static func function<Function>(_ name: String, as type: Function.Type) -> Function? {
        // why: dlsym knows no types
        postcard_gd_function(name).map { unsafeBitCast($0, to: type) }
    }
}
