// The examples in the documentation of PostcardImaging: `swift run ImagingExamples PHOTO ANIMATION`.

import Foundation
import PostcardImaging
import PostcardIsolation

func openedPicture(_ bytes: [UInt8]) throws {
    // snippet.OpenedPicture
    let picture = try OpenedPicture(bytes)
    print(picture.header.format.displayName, picture.header.size)
    let options = DecodingOptions(resize: Resize(into: .square(256)))
    let thumbnail = try DecodedImage(picture, options: options).image
    // snippet.end
    print(thumbnail.size)
}

func thumbnail(_ bytes: [UInt8]) throws {
    // snippet.thumbnail
    let thumbnail = try Image(decoding: bytes, options: DecodingOptions(resize: Resize(into: .square(256))))
    // snippet.end
    print(thumbnail.size)
}

func image(_ bytes: [UInt8]) throws {
    // snippet.Image
    var card = try Image(decoding: bytes, options: DecodingOptions(resize: Resize(into: .square(600))))
    card = try card.edited([.crop(PixelRect(x: 0, y: 0, width: 300, height: 200)), .sharpen(amount: 0.3)])
    let stamp = try Image(size: .square(40), fill: Color(red: 255, green: 214, blue: 10))
    try card.draw(stamp, x: 8, y: 8, opacity: 0.5)
    let file = try card.encoded(as: .png)
    // snippet.end
    print(file.count)
}

func decodingOptions(_ bytes: [UInt8]) throws {
    // snippet.DecodingOptions
    let box = PixelSize(width: 800, height: 600)
    let options = DecodingOptions(
        resize: Resize(into: box, fit: .cover), limits: DecodingLimits(pixels: 50_000_000, bytes: 16 << 20),
        toleratesDamage: true)
    let decoded = try DecodedImage(OpenedPicture(bytes), options: options)
    for warning in decoded.warnings { print(warning) }
    // snippet.end
}

func encodingOptions(_ picture: OpenedPicture) throws {
    let image = try DecodedImage(picture).image
    // snippet.EncodingOptions
    var encoding = EncodingOptions.webp(quality: 75)
    encoding.metadata = picture.header.metadata.keeping(.copyright)
    let small = try image.encoded(as: encoding)
    // Without a quality, WebP is lossless.
    let exact = try image.encoded(as: .webp(quality: nil))
    // snippet.end
    print(small.count, exact.count)
}

func animatedImage(_ bytes: [UInt8]) throws {
    // snippet.AnimatedImage
    let options = DecodingOptions(resize: Resize(into: .square(256)))
    let animation = try AnimatedImage(OpenedPicture(bytes), options: options)
    let thumbnail = try animation.encoded(as: .webp()) { _, _ in }
    let gray = try animation.encoded { image, _ in image = try image.filtered(.grayscale()) }
    // snippet.end
    print(animation.durations.count, animation.repetition, thumbnail.size, gray.bytes.count)
    // snippet.frames
    let small = try animation.encoded { image, _ in image = try image.resized(to: .square(64)) }.bytes
    // snippet.end
    print(small.count)
}

func animationEncoder(_ images: [Image], _ size: PixelSize) throws {
    // snippet.AnimationEncoder
    var encoder = try AnimationEncoder(size: size)
    for image in images { try encoder.append(image, duration: .milliseconds(100)) }
    let file = try encoder.finish()
    // snippet.end
    print(file.count)
}

func budget(_ bytes: [UInt8]) async throws {
    // snippet.MemoryBudget
    let budget = MemoryBudget(byteCount: 256 << 20, threads: 2)
    let gray = try await budget.run(64 << 20) {
        try Image(decoding: bytes).filtered(.grayscale()).encoded(as: .jpeg())
    }
    // snippet.end
    print(gray.count)
}

func sizes(_ picture: OpenedPicture, _ budget: MemoryBudget) async throws {
    // snippet.sizes
    let options = DecodingOptions(resize: Resize(into: .square(1_024)))
    let large = try await picture.image(options: options, budget: budget).image
    let files = try await budget.run(8 * large.size.area) {
        try [1_024, 256, 64].map { side in
            try large.resized(Resize(into: .square(side)), inLinearLight: true).encoded(as: .webp())
        }
    }
    // snippet.end
    print(files.map(\.count))
}

func batch(_ paths: [String], _ options: DecodingOptions) async throws {
    @Sendable func read(_ path: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: URL(filePath: path))) }
    // snippet.PictureBatch
    let batch = PictureBatch(paths) { path in
        try await OpenedPicture(read(path)).file(as: .webp(), options: options)
    }
    for await (path, result) in batch { print(path, try result.get().size) }
    // snippet.end
    try await interrupted(batch)
}

func interrupted(_ batch: PictureBatch<String, EncodedPicture>) async throws {
    // snippet.interrupt
    let work = Task {
        for await (path, result) in batch { print(path, try result.get().size) }
    }
    signal(SIGINT, SIG_IGN)
    let interrupt = DispatchSource.makeSignalSource(signal: SIGINT)
    interrupt.setEventHandler { work.cancel() }
    interrupt.resume()
    try await work.value
    // snippet.end
}

func isolated(_ bytes: [UInt8], _ isolation: Isolation) throws {
    // snippet.Isolation
    let limits = DecodingLimits(pixels: 50_000_000, isolation: isolation)
    let image = try DecodedImage(OpenedPicture(bytes), options: DecodingOptions(limits: limits)).image
    // snippet.end
    print(image.size)
}

// snippet.prepare
// First in `main`: in a child process that decodes a picture, the call does not return.
let limits = DecodingLimits(isolation: .prepare())
// snippet.end
guard CommandLine.arguments.count == 3 else {
    print("usage: ImagingExamples PHOTO ANIMATION")
    exit(64)
}
let photo = try [UInt8](Data(contentsOf: URL(filePath: CommandLine.arguments[1])))
let animation = try [UInt8](Data(contentsOf: URL(filePath: CommandLine.arguments[2])))
try openedPicture(photo)
try thumbnail(photo)
try image(photo)
try decodingOptions(photo)
try encodingOptions(OpenedPicture(photo))
try animatedImage(animation)
try animationEncoder([Image(size: .square(32)), Image(size: .square(32), fill: .white)], .square(32))
try await budget(photo)
try await sizes(OpenedPicture(photo), .shared)
try await batch(Array(CommandLine.arguments[1...2]), DecodingOptions(limits: limits))
if let isolation = limits.isolation { try isolated(photo, isolation) }
