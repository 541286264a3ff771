public import PostcardImaging

extension Isolation {
    /// Returns the isolation that decodes each TIFF, HEIC, AVIF and JPEG XL file in a child process of this program.
    ///
    /// Call this method first in your program, before anything that has side effects. The child process is a new instance of your program,
    /// in which the call decodes a picture and does not return.
    ///
    /// ```swift
    /// // First in `main`: in a child process that decodes a picture, the call does not return.
    /// let limits = DecodingLimits(isolation: .prepare())
    /// ```
    ///
    /// The kernel limits the child's memory and processor time. Under the default pixel limit, a child gets at most 700 MB of memory and 8
    /// seconds of processor time; under a higher limit, the child gets proportionally more. On Linux, the only system calls that the child
    /// can make are for memory, threads and time. The child's memory contains no other pictures, and the child inherits neither other
    /// descriptors nor the environment of this process.
    ///
    /// If a child crashes or exceeds a limit, decoding its picture fails with an `ImageError`. A canceled task ends its child within 20
    /// milliseconds.
    ///
    /// Other formats are decoded in this process, by decoders that enforce `DecodingLimits` themselves.
    public static func prepare() -> Isolation {
        ChildProcess.decodeIfChild()
        return ChildProcess.isolation
    }
}
