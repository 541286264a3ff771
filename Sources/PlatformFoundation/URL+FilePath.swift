#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension URL {
    /// The path of a file URL; `nil` for other URLs, because their paths don't refer to files on this machine.
    package var filePath: String? { isFileURL ? path(percentEncoded: false) : nil }
}
