// The picture handler of a social server: `swift run UploadHandler FOLDER FILE…`.

// snippet.hide
import Foundation
// snippet.show
import PostcardImaging
import PostcardIsolation

/// The HTTP status and a message for the client, for a rejected upload.
struct Rejection: Error {
    let status: Int
    let message: String

    init(_ error: ImageError) {
        message = error.message
        status =
            switch error.code {
            case .unsupported: 415
            case .limitExceeded: 413
            case .damaged, .truncated, .emptyResult: 422
            case .outOfMemory: 503
            default: 500
            }
    }
}

struct UploadHandler: Sendable {
    let limits: DecodingLimits
    let budget = MemoryBudget(byteCount: 512 << 20)

    /// Returns the original without its location, two thumbnails and a peek.
    func store(_ upload: [UInt8]) async throws -> [String: EncodedPicture] {
        do {
            let picture = try OpenedPicture(upload)
            // Animations stay animated as WebP, and transparent parts stay transparent. A JPEG gets the first frame.
            async let large = resized(picture, to: 1_024, as: .webp())
            async let small = resized(picture, to: 256, as: .webp())
            async let peek = resized(picture, to: 64, as: .jpeg(quality: 60))
            async let original = withoutLocation(picture)
            return try await ["original": original, "large": large, "small": small, "peek": peek]
        } catch let error as ImageError {
            throw Rejection(error)
        }
    }

    func resized(_ picture: OpenedPicture, to side: Int, as encoding: EncodingOptions) async throws -> EncodedPicture {
        let options = DecodingOptions(resize: Resize(into: .square(side)), limits: limits)
        return try await picture.file(as: encoding, options: options, budget: budget)
    }

    /// Returns the file without private metadata. It is encoded again only if Postcard has no filter for its format, such as TIFF.
    func withoutLocation(_ picture: OpenedPicture) async throws -> EncodedPicture {
        if let bytes = picture.removingPrivateMetadata() {
            return EncodedPicture(bytes: bytes, format: picture.header.format, size: picture.header.size)
        }
        return try await picture.file(
            as: .jpeg(quality: 92), keeping: [.copyright, .details], options: DecodingOptions(limits: limits),
            budget: budget)
    }
}

// In a child process that decodes a picture, `prepare()` does not return.
let handler = UploadHandler(limits: DecodingLimits(bytes: 32 << 20, isolation: .prepare()))
let folder = URL(filePath: CommandLine.arguments[1])
for file in CommandLine.arguments.dropFirst(2).map({ URL(filePath: $0) }) {
    do {
        let stored = try await handler.store([UInt8](Data(contentsOf: file)))
        for (name, picture) in stored {
            let path = "\(file.lastPathComponent)-\(name).\(picture.format.fileExtension)"
            try Data(picture.bytes).write(to: folder.appending(path: path))
        }
        print("201 \(file.lastPathComponent)")
    } catch let rejection as Rejection {
        print("\(rejection.status) \(file.lastPathComponent): \(rejection.message)")
    }
}
