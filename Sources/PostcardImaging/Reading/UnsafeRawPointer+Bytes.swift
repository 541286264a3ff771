extension UnsafeRawBufferPointer {
    /// A pointer to the first byte for C functions.
    var start: UnsafePointer<UInt8>? { baseAddress?.asBytes }
}

extension UnsafeRawPointer {
    /// The memory as bytes for C functions. Memory of any type can be read as bytes.
    var asBytes: UnsafePointer<UInt8> { assumingMemoryBound(to: UInt8.self) }
}

extension UnsafeMutableRawPointer {
    /// The memory as bytes for C functions. Memory of any trivial type, such as pixels, can be written as bytes.
    var asBytes: UnsafeMutablePointer<UInt8> { assumingMemoryBound(to: UInt8.self) }
}
