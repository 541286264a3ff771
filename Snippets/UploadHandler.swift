// The picture handler of a social server: `swift run UploadHandler FOLDER FILE…`.

// snippet.hide
import Foundation
// snippet.show
import PostcardImaging
import PostcardIsolation

extension ImageError {
    /// The HTTP status of a rejected upload, and a sentence for the client. The message of the error is for the log.
    var response: (status: Int, sentence: String) {
        switch code {
        case .unsupported: (415, "Send a JPEG, PNG, GIF, WebP, HEIC or AVIF file.")
        case .limitExceeded: (413, "The picture is too large.")
        case .damaged, .truncated, .emptyResult: (422, "The file is damaged.")
        case .outOfMemory: (503, "Try again later.")
        default: (500, "The picture can't be stored.")
        }
    }
}

struct UploadHandler: Sendable {
    let limits: DecodingLimits
    let budget = MemoryBudget(byteCount: 512 << 20)

    /// Returns the original without its location, two sizes for pages, and a placeholder until they are loaded.
    func store(_ upload: [UInt8]) async throws -> [String: EncodedPicture] {
        let picture = try OpenedPicture(upload)
        // Animations stay animated as WebP, and transparent parts stay transparent. A JPEG gets the first frame.
        async let peek = resized(picture, to: 1_024, as: .webp())
        async let thumbnail = resized(picture, to: 256, as: .webp())
        async let placeholder = resized(picture, to: 64, as: .jpeg(quality: 60))
        async let original = withoutLocation(picture)
        return try await ["original": original, "peek": peek, "thumbnail": thumbnail, "placeholder": placeholder]
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
            as: .png, keeping: .allButPosition, options: DecodingOptions(limits: limits), budget: budget)
    }
}

// In a child process that decodes a picture, `prepare()` does not return.
let handler = UploadHandler(limits: DecodingLimits(bytes: 32 << 20, isolation: .prepare()))
guard CommandLine.arguments.count > 2 else {
    print("usage: UploadHandler FOLDER FILE…")
    exit(64)
}
let folder = URL(filePath: CommandLine.arguments[1])
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
for file in CommandLine.arguments.dropFirst(2).map({ URL(filePath: $0) }) {
    let (name, upload) = (file.lastPathComponent, try [UInt8](Data(contentsOf: file)))
    guard 1...handler.limits.bytes ~= upload.count else {
        print("\(upload.isEmpty ? 422 : 413) \(name): Send a file of 1 byte to 32 MiB.")
        continue
    }
    do {
        let stored = try await handler.store(upload)
        for (version, picture) in stored {
            let path = "\(name)-\(version).\(picture.format.fileExtension)"
            try Data(picture.bytes).write(to: folder.appending(path: path))
        }
        let warnings = Set(stored.values.flatMap(\.warnings)).sorted()
        print("201 \(name)" + warnings.map { ": \($0)" }.joined())
    } catch let error as ImageError {
        print("\(error.response.status) \(name): \(error.response.sentence) Log: \(error.message)")
    }
}
