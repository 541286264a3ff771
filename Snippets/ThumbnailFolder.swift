// Makes a thumbnail of every JPEG file in a folder: `swift run ThumbnailFolder PHOTOS THUMBNAILS`.

// snippet.hide
import Foundation
// snippet.show
import PostcardImaging

let photos = URL(filePath: CommandLine.arguments[1]), thumbnails = URL(filePath: CommandLine.arguments[2])
try FileManager.default.createDirectory(at: thumbnails, withIntermediateDirectories: true)
let files = try FileManager.default.contentsOfDirectory(at: photos, includingPropertiesForKeys: nil)
    .filter { $0.pathExtension == "jpg" }

// Only the parts of a file that 256 pixels need are decoded. Thumbnails are upright and contain no metadata.
let options = DecodingOptions(resize: Resize(into: .square(256)), limits: DecodingLimits(pixels: 50_000_000))
let batch = PictureBatch(files) { file in
    let photo = try OpenedPicture([UInt8](Data(contentsOf: file)))
    let thumbnail = try await photo.file(as: .jpeg(quality: 85), options: options)
    try Data(thumbnail.bytes).write(to: thumbnails.appending(path: file.lastPathComponent))
    return thumbnail.size
}
for await (file, result) in batch {
    switch result {
    case .success(let size): print("\(file.lastPathComponent): \(size)")
    case .failure(let error): print("\(file.lastPathComponent): \(error)")
    }
}
