import PostcardCore
import PostcardImaging
import PostcardLibrary

/// The information about a picture for imgproxy's `info`, without anything that identifies the location or the individual camera.
struct PictureFacts: Sendable {
    /// The hash of the picture's file.
    let hash: BlobHash
    /// The information, under imgproxy's names.
    let json: JSONValue

    /// The side in pixels of the box to which the picture is scaled down before its palette is computed.
    static let paletteSide = 64

    /// Decodes a picture, scaled down for its palette. Runs within `ImageWork`.
    ///
    /// - Parameters:
    ///   - limits: the decoding limits.
    /// - Throws: `ImageError`.
    init(_ picture: OpenedPicture, limits: DecodingLimits) throws {
        let header = picture.header
        let options = DecodingOptions(
            resize: Resize(into: .square(Self.paletteSide)), resamplingSpace: .sRGB, limits: limits)
        let frames = try picture.animation(for: .gif, options: options)?.frameCount ?? 1
        let palette = Palette(of: try Image(decoding: picture, options: options)).colors.map { color -> JSONValue in
            ["color": .text(color.color.css), "share": .number((color.share * 1_000).rounded() / 1_000)]
        }
        hash = BlobHash(of: picture.bytes)
        json = [
            "format": .text(header.format.rawValue), "mime_type": .text(header.format.mediaType),
            "size": .integer(picture.bytes.count), "width": .integer(header.size.width),
            "height": .integer(header.size.height),
            "orientation": .integer(header.orientation.rawValue), "frames": .integer(frames),
            "exif": Self.exif(header.metadata), "palette": .array(palette), "hashsums": ["sha256": .text("\(hash)")],
        ]
    }

    private static func exif(_ metadata: Metadata) -> JSONValue {
        let texts: [NameKey: String?] = [
            "dateTime": metadata.dateTaken, "make": metadata.make, "model": metadata.model, "title": metadata.title,
            "artist": metadata.artist, "copyright": metadata.copyright,
        ]
        return JSONValue(texts.compactMapValues { $0.map { .text($0) } })
    }

    static let schema = Schema.record([
        "format": Schema.string, "mime_type": Schema.string, "size": Schema.integer, "width": Schema.integer,
        "height": Schema.integer, "orientation": Schema.integer, "frames": Schema.integer,
        "exif": Schema.anyObject,
        "palette": Schema.array(of: Schema.record(["color": Schema.string, "share": Schema.number])),
        "hashsums": Schema.record(["sha256": Schema.string]),
    ])
}

// MARK: Palette

/// The most common colors of a picture, at most six.
struct Palette {
    /// The colors with their shares of the opaque pixels, most common first.
    private(set) var colors: [(color: Color, share: Double)] = []

    private static let maximumCount = 6
    /// The minimum difference between two colors of a palette, in levels summed over the channels.
    private static let minimumDistance = 72

    /// Counts the pixels in color cubes with 16 levels per side, except pixels that are mostly transparent.
    init(of image: Image) {
        var cubes: [Int: SIMD4<Int>] = [:]
        for y in 0..<image.size.height {
            for x in 0..<image.size.width {
                let pixel = image[x, y]
                guard pixel.alpha >= 128 else { continue }
                let channels = SIMD4(Int(pixel.red), Int(pixel.green), Int(pixel.blue), 1)
                let cube = (channels[0] >> 4) << 8 | (channels[1] >> 4) << 4 | (channels[2] >> 4)
                cubes[cube, default: .zero] &+= channels
            }
        }
        let total = cubes.values.reduce(0) { $0 + $1[3] }
        // Equally common cubes are sorted by color, so a picture always has the same palette.
        let common = cubes.sorted { ($0.value[3], $1.key) > ($1.value[3], $0.key) }.map(\.value)
        var sums: [SIMD4<Int>] = []
        for cube in common {
            if let near = sums.firstIndex(where: { Self.distance($0, cube) < Self.minimumDistance }) {
                sums[near] &+= cube
            } else if sums.count < Self.maximumCount {
                sums.append(cube)
            }
        }
        colors = sums.sorted { $0[3] > $1[3] }.map { sum in
            func mean(_ index: Int) -> UInt8 { UInt8(clamping: (sum[index] + sum[3] / 2) / sum[3]) }
            return (Color(red: mean(0), green: mean(1), blue: mean(2)), Double(sum[3]) / Double(total))
        }
    }

    private static func distance(_ one: SIMD4<Int>, _ other: SIMD4<Int>) -> Int {
        (0..<3).reduce(0) { $0 + abs(one[$1] / one[3] - other[$1] / other[3]) }
    }
}
