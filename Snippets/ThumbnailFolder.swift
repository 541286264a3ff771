// Makes a thumbnail of every JPEG file in a folder: `swift run ThumbnailFolder PHOTOS THUMBNAILS`.

// snippet.hide
import Foundation
// snippet.show
import PostcardImaging

guard CommandLine.arguments.count == 3 else {
    print("usage: ThumbnailFolder PHOTOS THUMBNAILS")
    exit(64)
}
let photos = URL(filePath: CommandLine.arguments[1]), thumbnails = URL(filePath: CommandLine.arguments[2])
try FileManager.default.createDirectory(at: thumbnails, withIntermediateDirectories: true)
let files = try FileManager.default.contentsOfDirectory(at: photos, includingPropertiesForKeys: nil)
    .filter { ImageFormat(fileExtension: $0.pathExtension) == .jpeg }

// Only the parts of a file that a 256-pixel thumbnail needs are decoded. Thumbnails are upright.
let options = DecodingOptions(resize: Resize(into: .square(256)), limits: DecodingLimits(pixels: 50_000_000))
let budget = MemoryBudget(byteCount: 256 << 20)
let batch = PictureBatch(files) { file in
    let photo = try OpenedPicture([UInt8](Data(contentsOf: file)))
    // The only metadata in a thumbnail is the artist and copyright.
    let thumbnail = try await photo.file(
        as: .jpeg(quality: 85), keeping: .copyright, options: options, budget: budget)
    try Data(thumbnail.bytes).write(to: thumbnails.appending(path: file.lastPathComponent))
    return thumbnail
}
for await (file, result) in batch {
    switch result {
    case .success(let thumbnail):
        print("\(file.lastPathComponent): \(thumbnail.size)")
        for warning in thumbnail.warnings { print("Note: \(warning)") }
    case .failure(let error): print("\(file.lastPathComponent): \(error)")
    }
}
