package import SystemPackage

extension FilePath {
    /// The bytes of the path, without the NUL at their end. Not every path is UTF-8.
    package var bytes: [UInt8] {
        withPlatformString { Array(UnsafeRawBufferPointer(start: $0, count: length)) }
    }

    /// The path that has these bytes, as far as the first NUL.
    package init(bytes: some Sequence<UInt8>) {
        var text = bytes.prefix { $0 != 0 }.map { CInterop.PlatformChar(bitPattern: $0) }
        text.append(0)
        self = text.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { FilePath(platformString: $0) } ?? FilePath()
        }
    }

    /// This path, seen from the current folder when it is relative.
    package var absolute: FilePath {
        isAbsolute ? lexicallyNormalized() : FileSystem.currentDirectory.pushing(self).lexicallyNormalized()
    }

    /// The components below `folder`; `nil` when the path does not lie there. Both must be absolute.
    package func below(_ folder: FilePath) -> FilePath? {
        guard starts(with: folder), components.count > folder.components.count else { return nil }
        return FilePath(root: nil, components.dropFirst(folder.components.count))
    }

    /// Returns the path that leads here from `folder`, both absolute and normalized: with `..` where it lies elsewhere.
    package func relative(to folder: FilePath) -> FilePath {
        let common = zip(components, folder.components).prefix { $0 == $1 }.count
        let parent: FilePath.Component = ".."
        let up = Array(repeating: parent, count: folder.components.count - common)
        return FilePath(root: nil, up + components.dropFirst(common))
    }
}

/// FNV-1a with 64 bits: the same in every run and on every machine, which `Hasher` is not.
package struct StableHash {
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package init(_ bytes: [UInt8]) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        // FNV's low bits depend on the last bytes alone; shards are made of them.
        value ^= value >> 32
    }
}
