import PostcardTestSupport
import Testing

@testable import PostcardImaging

/// Both decoders return rows with the same meaning.
struct ReducedJPEGChoiceTests {
    private struct Delivery: Equatable {
        let size: PixelSize
        let extent: PixelExtent
        let layout: PixelLayout
        let isGray: Bool
        var pixels: [Int32]

        init(_ reader: any RowReader) throws {
            (size, extent, layout, isGray) = (reader.size, reader.extent, reader.layout, reader.isGray)
            pixels = Array(repeating: -1, count: size.area)
            let width = size.width
            try pixels.withUnsafeMutableBufferPointer { pixels in
                let start = try #require(pixels.baseAddress)
                for y in 0..<reader.size.height { try reader.read(y, into: start + y * width) }
            }
            try reader.finish()
        }
    }

    @Test(arguments: JPEGSpecimen.Colors.allCases, JPEGSpecimen.Scans.allCases)
    func `both decoders return the same rows`(_ colors: JPEGSpecimen.Colors, _ scans: JPEGSpecimen.Scans) throws {
        for (width, height) in [(163, 121), (400, 80)] {
            let file = JPEGSpecimen(
                width: width, height: height, colors: colors, sampling: colors == .yCbCr ? [(2, 2)] : [], scans: scans,
                isCoarse: true
            ).encoded()
            for wanted in [PixelSize(width: 8, height: 6), PixelSize(width: 27, height: 6)] {
                try expectSame(file, wanted: wanted)
                guard colors == .cmyk else { continue }
                // Writers that omit Adobe's segment also invert inks.
                let adobe = try #require(file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xEE })
                var plain = file
                plain[adobe + 1] = 0xEC
                try expectSame(plain, wanted: wanted)
            }
        }
    }

    private func expectSame(_ file: [UInt8], wanted: PixelSize) throws {
        try file.withUnsafeBytes { bytes in
            let file = try JPEGFile(bytes)
            let ours = try file.reader(wanted: wanted, options: DecodingOptions())
            #expect(ours is BufferReader)
            let theirs = try JPEGReader(file, wanted: wanted, options: DecodingOptions())
            #expect(try Delivery(ours) == Delivery(theirs))
        }
    }
}
