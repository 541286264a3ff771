import PlatformLibc
package import SystemPackage

extension FilePath {
    /// The bytes of the path without the final NUL. The bytes are not always UTF-8.
    package var bytes: [UInt8] {
        withPlatformString { Array(UnsafeRawBufferPointer(start: $0, count: length)) }
    }

    /// Makes a path from the bytes before the first NUL.
    package init(bytes: some Sequence<UInt8>) {
        var text = bytes.prefix { $0 != 0 }.map { CInterop.PlatformChar(bitPattern: $0) }
        text.append(0)
        self = text.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { FilePath(platformString: $0) } ?? FilePath()
        }
    }

    /// The absolute and normalized path. A relative path is resolved against the current folder.
    package var absolute: FilePath {
        isAbsolute ? lexicallyNormalized() : FileSystem.currentDirectory.pushing(self).lexicallyNormalized()
    }

    /// The path without its file extension.
    package var withoutExtension: FilePath {
        var path = self
        path.extension = nil
        return path
    }

    /// Returns the components of this path relative to `folder`; `nil` if the path is not inside that folder. Both paths must be absolute.
    package func below(_ folder: FilePath) -> FilePath? {
        guard starts(with: folder), components.count > folder.components.count else { return nil }
        return FilePath(root: nil, components.dropFirst(folder.components.count))
    }

    /// Returns the relative path from `folder` to this path, with `..` where needed. Both paths must be absolute and normalized.
    package func relative(to folder: FilePath) -> FilePath {
        let common = zip(components, folder.components).prefix { $0 == $1 }.count
        let parent: FilePath.Component = ".."
        let up = Array(repeating: parent, count: folder.components.count - common)
        return FilePath(root: nil, up + components.dropFirst(common))
    }
}

// MARK: - StableHash

extension FilePath.Component {
    /// The bytes of the name. The bytes are not always UTF-8.
    package var bytes: [UInt8] {
        withPlatformString { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
}
