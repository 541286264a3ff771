import PostcardImaging
import Testing

/// Raw files with the layouts of cameras, for previews and EXIF only: a large and a small JPEG, and sensor data that is never read. The
/// picture is red on the left and blue on the right, and must be rotated clockwise.
struct RAWSpecimen: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]

    static let previewSize = PixelSize(width: 96, height: 64)
    static let preview = jpeg(previewSize)
    private static let small = jpeg(PixelSize(width: 24, height: 16))
    private static let sensorData = [UInt8](repeating: 0x5A, count: 400)
    /// A lossless JPEG (SOF3) larger than the preview, like the sensor data in CR2 and DNG files.
    private static let losslessJPEG: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xC3, 0, 11, 14, 2, 0, 2, 0, 1, 1, 0x11, 0, 0xFF, 0xD9] + sensorData

    typealias Field = (Int, TIFFSpecimen.Value)

    static func jpeg(_ size: PixelSize) -> [UInt8] {
        guard var image = try? Image(size: size, fill: Color(red: 230, green: 20, blue: 20)) else { return [] }
        for y in 0..<size.height {
            for x in size.width / 2..<size.width {
                guard (try? image.setColor(Color(red: 20, green: 20, blue: 230), x: x, y: y)) != nil else { return [] }
            }
        }
        return (try? image.encoded(as: .jpeg(quality: 90))) ?? []
    }

    private static func main(make: String) -> [Field] {
        [
            (0x10F, TIFFSpecimen.ascii(make)), (0x110, TIFFSpecimen.ascii("Model 1")), (0x112, TIFFSpecimen.short(6)),
            (0x8769, .directory(type: TIFFSpecimen.long, [(0x9003, TIFFSpecimen.ascii("2024:06:09 21:14:03"))])),
        ]
    }

    private static func interchange(_ jpeg: [UInt8]) -> [Field] {
        [(0x201, .offsets(of: [jpeg])), (0x202, TIFFSpecimen.long(jpeg.count))]
    }

    private static func strip(_ data: [UInt8], compression: Int, photometric: Int) -> [Field] {
        [
            (0xFE, TIFFSpecimen.long(compression == 7 && photometric == 6 ? 1 : 0)),
            (0x100, TIFFSpecimen.long(600)), (0x101, TIFFSpecimen.long(400)),
            (0x103, TIFFSpecimen.short(compression)), (0x106, TIFFSpecimen.short(photometric)),
            (0x111, .offsets(of: [data])), (0x117, TIFFSpecimen.long(data.count)),
        ]
    }

    /// A small uncompressed picture, with which NEF and DNG files start.
    private static var thumbnail: [Field] {
        [
            (0xFE, TIFFSpecimen.long(1)), (0x100, TIFFSpecimen.long(8)), (0x101, TIFFSpecimen.long(6)),
            (0x102, TIFFSpecimen.short(8, 8, 8)), (0x103, TIFFSpecimen.short(1)), (0x106, TIFFSpecimen.short(2)),
            (0x111, .offsets(of: [[UInt8](repeating: 99, count: 144)])), (0x115, TIFFSpecimen.short(3)),
            (0x116, TIFFSpecimen.long(6)), (0x117, TIFFSpecimen.long(144)),
        ]
    }

    private static let cfa = 32803

    static let cr2: [UInt8] = {
        let specimen = TIFFSpecimen(head: Array("CR".utf8) + [2, 0, 0, 0, 0, 0])
        let preview = strip(Self.preview, compression: 6, photometric: 6).filter { $0.0 != 0xFE }
        return specimen.file([
            main(make: "Canon") + preview, interchange(small),
            strip(losslessJPEG, compression: 6, photometric: cfa).filter { $0.0 != 0x106 },
        ])
    }()

    static let nef = TIFFSpecimen(isBigEndian: true).file([
        main(make: "NIKON CORPORATION") + thumbnail + [
            (0x14A, .directories([interchange(preview), strip(sensorData, compression: 34713, photometric: cfa)]))
        ]
    ])

    static let arw = TIFFSpecimen().file([
        main(make: "SONY") + interchange(preview) + [
            (0x103, TIFFSpecimen.short(6)),
            (0x14A, .directories([strip(sensorData, compression: 32767, photometric: cfa)])),
        ],
        interchange(small),
    ])

    static func dng(hasPreview: Bool) -> [UInt8] {
        let sensor = strip(losslessJPEG, compression: 7, photometric: cfa)
        let previews = hasPreview ? [strip(preview, compression: 7, photometric: 6)] : []
        return TIFFSpecimen().file([
            main(make: "Maker") + thumbnail + [
                (0xC612, .bytes(type: TIFFSpecimen.byte, [1, 4, 0, 0])), (0x14A, .directories([sensor] + previews)),
            ]
        ])
    }

    static let rw2 = TIFFSpecimen(magic: 0x55).file([
        main(make: "Panasonic") + [(0x2E, .bytes(type: TIFFSpecimen.undefined, preview))]
    ])

    static let orf: [UInt8] = {
        let specimen = TIFFSpecimen()
        func entry(_ tag: Int, _ type: Int, _ value: Int) -> [UInt8] {
            specimen.number(tag, 2) + specimen.number(type, 2) + specimen.number(1, 4) + specimen.number(value, 4)
        }
        // Offsets are relative to the note: the directory is at 12, the settings at 30, the preview at 60.
        var note = Array("OLYMPUS\0II".utf8) + [3, 0]
        note += specimen.number(1, 2) + entry(0x2020, 13, 30) + specimen.number(0, 4)
        note += specimen.number(2, 2) + entry(0x101, 4, 60) + entry(0x102, 4, preview.count) + specimen.number(0, 4)
        note += preview
        let exif: [Field] = [
            (0x9003, TIFFSpecimen.ascii("2024:06:09 21:14:03")),
            (0x927C, .bytes(type: TIFFSpecimen.undefined, note)),
        ]
        return TIFFSpecimen(magic: 0x4F52).file([
            main(make: "OLYMPUS CORPORATION").filter { $0.0 != 0x8769 } + [
                (0x8769, .directory(type: TIFFSpecimen.long, exif))
            ]
        ])
    }()

    static let raf: [UInt8] = {
        let exif = TIFFSpecimen(isBigEndian: true).file([main(make: "FUJIFILM")])
        let segment = Array("Exif\0\0".utf8) + exif
        let jpeg = preview[..<2] + [0xFF, 0xE1] + big(segment.count + 2, 2) + segment + preview[2...]
        var head = Array("FUJIFILMCCD-RAW 0201FF159501".utf8) + Array("X-T1".utf8)
        head += [UInt8](repeating: 0, count: 84 - head.count) + big(160, 4) + big(jpeg.count, 4)
        return head + [UInt8](repeating: 0, count: 160 - head.count) + jpeg + sensorData
    }()

    static let cr3: [UInt8] = {
        func exif(_ fields: [Field]) -> [UInt8] { TIFFSpecimen().file([fields]) }
        let canon: [UInt8] = [
            0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
        ]
        let previewBox: [UInt8] = [
            0xEA, 0xF4, 0x2B, 0x5E, 0x1C, 0x98, 0x4B, 0x88, 0xB9, 0xFB, 0xB7, 0xDC, 0x40, 0x6E, 0x4D, 0x16,
        ]
        let main = Self.main(make: "Canon").filter { $0.0 != 0x8769 }
        let names =
            box("CMT1", exif(main)) + box("CMT2", exif([(0x9003, TIFFSpecimen.ascii("2024:06:09 21:14:03"))]))
        func file(_ offset: Int) -> [UInt8] {
            // A visual sample entry with Canon's box, which marks the sample as a JPEG file.
            var entry = big(0, 6) + big(1, 2) + big(0, 16) + big(96, 2) + big(64, 2)
            entry += big(72 << 16, 4) + big(72 << 16, 4) + big(0, 4) + big(1, 2) + big(0, 32) + big(24, 2) + big(3, 2)
            let description = box("stsd", big(0, 4) + big(1, 4) + box("CRAW", entry + box("JPEG", big(0, 4))))
            let chunks = box("stsc", big(0, 4) + big(1, 4) + big(1, 4) + big(1, 4) + big(1, 4))
            let sizes = box("stsz", big(0, 4) + big(0, 4) + big(1, 4) + big(preview.count, 4))
            let offsets = box("co64", big(0, 4) + big(1, 4) + big(offset, 8))
            let table = box("stbl", description + chunks + sizes + offsets)
            let handler = box("hdlr", big(0, 8) + Array("vide".utf8) + big(0, 13))
            let track = box("trak", box("mdia", handler + box("minf", table)))
            let start =
                box("ftyp", Array("crx ".utf8) + big(1, 4) + Array("crx isom".utf8))
                + box("moov", box("uuid", canon + names) + track)
            let reduced = box(
                "PRVW", big(0, 4) + big(1, 2) + big(24, 2) + big(16, 2) + big(1, 2) + big(small.count, 4) + small)
            return start + box("uuid", previewBox + big(0, 4) + big(1, 4) + reduced) + box("mdat", preview + sensorData)
        }
        return file(file(0).count - preview.count - sensorData.count)
    }()

    private static func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
        big(body.count + 8, 4) + Array(name.utf8) + body
    }

    static let all = [
        RAWSpecimen(testDescription: "CR2", bytes: cr2), RAWSpecimen(testDescription: "CR3", bytes: cr3),
        RAWSpecimen(testDescription: "NEF", bytes: nef), RAWSpecimen(testDescription: "ARW", bytes: arw),
        RAWSpecimen(testDescription: "DNG", bytes: dng(hasPreview: true)),
        RAWSpecimen(testDescription: "RAF", bytes: raf),
        RAWSpecimen(testDescription: "ORF", bytes: orf), RAWSpecimen(testDescription: "RW2", bytes: rw2),
    ]
}
