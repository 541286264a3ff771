import CIsolation
import PlatformLibc
import PostcardLibrary
import SystemPackage

/// The arguments of the process. File names can contain bytes that are not UTF-8. Such bytes are represented by private-use characters, and
/// converted back in paths.
enum CommandArguments {
    /// The first of 128 characters that represent the bytes 0x80 to 0xFF.
    private static let first: UInt32 = 0x10_FE80

    /// All arguments except the name of the program.
    static var all: [String] {
        var count: CInt = 0
        // `CommandLine` reads the arguments from /proc, and is empty if /proc is missing.
        guard let arguments = postcard_arguments(&count) else { return [] }
        return (1..<max(1, Int(count))).compactMap { index in
            arguments[index].map { argument in
                text(of: Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument))))
            }
        }
    }

    /// Returns the text that represents the bytes of an argument.
    static func text(of bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = String.UnicodeScalarView()
        var rest = bytes[...]
        while let byte = rest.first {
            let length = (1...4).first { String(validating: rest.prefix($0), as: UTF8.self) != nil } ?? 0
            if length > 0, rest.count >= length {
                text.append(contentsOf: String(decoding: rest.prefix(length), as: UTF8.self).unicodeScalars)
                rest = rest.dropFirst(length)
            } else {
                if let scalar = Unicode.Scalar(first + UInt32(byte) - 0x80) { text.append(scalar) }
                rest = rest.dropFirst()
            }
        }
        return String(text)
    }

    /// Returns the original bytes of an argument.
    static func bytes(of argument: String) -> [UInt8] {
        argument.unicodeScalars.flatMap { scalar in byte(for: scalar).map { [$0] } ?? Array(String(scalar).utf8) }
    }

    /// Returns the byte that a character represents; `nil` for other characters.
    static func byte(for scalar: Unicode.Scalar) -> UInt8? {
        guard (first..<first + 0x80).contains(scalar.value) else { return nil }
        return UInt8(scalar.value - first + 0x80)
    }
}

extension FilePath {
    /// Makes the path that an argument specifies, byte for byte.
    init(argument: String) { self.init(bytes: CommandArguments.bytes(of: argument)) }
}
