#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension URL {
    /// The path of a file URL; `nil` for other URLs, whose path says nothing about this machine.
    package var filePath: String? { isFileURL ? path(percentEncoded: false) : nil }
}
