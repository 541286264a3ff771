extension UnsafeRawBufferPointer {
    /// The first byte, as functions of C take it.
    var start: UnsafePointer<UInt8>? { baseAddress?.asBytes }
}

extension UnsafeRawPointer {
    /// The memory as bytes, as functions of C take it. Memory of any type may be read as bytes.
    var asBytes: UnsafePointer<UInt8> { assumingMemoryBound(to: UInt8.self) }
}

extension UnsafeMutableRawPointer {
    /// The memory as bytes, as functions of C take it. Memory of any trivial type, such as pixels, may be written as bytes.
    var asBytes: UnsafeMutablePointer<UInt8> { assumingMemoryBound(to: UInt8.self) }
}
