import PostcardCore
import PostcardCrypto
package import PostcardImaging
package import SystemPackage

/// A search for identical and similar picture files outside a library.
package struct FolderDuplicates {
    /// A picture file.
    package struct File: Sendable {
        package let path: FilePath
        /// The size of the upright picture in pixels.
        package let size: PixelSize
        /// The length of the file in bytes, and the SHA-256 hash of the bytes in hexadecimal digits.
        package let bytes: Int
        package let sha256: String
        fileprivate let fingerprint: PictureFingerprint
        /// The damage in the file.
        fileprivate let warnings: [String]
    }

    /// Two or more files that show the same view, in the order of `paths`.
    package struct Group: Sendable {
        package let files: [File]
        /// True if all files have the same bytes.
        package var isIdentical: Bool { files.allSatisfy { $0.sha256 == files[0].sha256 } }
    }

    /// The maximum length of the longer side at which pictures are compared, in pixels.
    private static let side = 128

    private var files: [(number: Int, file: File)] = []

    /// Reads pictures on several cores.
    ///
    /// - Parameters:
    ///   - paths: the files. Each name of a file with several names is treated as a file.
    ///   - limits: the limits for the pictures.
    ///   - warn: receives the damage in files that are compared anyway.
    ///   - report: receives each file when the file is done, with an error if the file could not be read.
    /// - Throws: `CancellationError`.
    package init(
        of paths: [FilePath], limits: DecodingLimits, warn: (FilePath, String) -> Void = { _, _ in },
        report: (FilePath, (any Error)?) -> Void
    ) async throws {
        let options = DecodingOptions(
            resize: Resize(into: .square(Self.side)), limits: limits, toleratesDamage: true)
        let batch = PictureBatch(Array(paths.enumerated())) { _, path in
            let bytes = try PictureFile.read(path, maximumBytes: limits.bytes)
            let picture = try OpenedPicture(bytes)
            let decoded = try await picture.image(options: options)
            return File(
                path: path, size: picture.header.size, bytes: bytes.count,
                sha256: Hexadecimal.encode(SHA256.hash(data: bytes)),
                fingerprint: PictureFingerprint(of: decoded.image),
                warnings: decoded.warnings)
        }
        for await (item, result) in batch {
            switch result {
            case .success(let file):
                files.append((item.offset, file))
                for warning in file.warnings { warn(file.path, warning) }
                report(item.element, nil)
            case .failure(let error): report(item.element, error)
            }
        }
        try Task.checkCancellation()
        files.sort { $0.number < $1.number }
    }

    /// The groups of duplicates, in the order of their first files.
    package var groups: [Group] {
        PictureFingerprint.groups(of: files.map(\.file.fingerprint)).filter { $0.count > 1 }
            .map { Group(files: $0.map { files[$0].file }) }
    }
}
