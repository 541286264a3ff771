import PostcardTestSupport
import Testing

@testable import ReducedJPEG

struct ReducedJPEGHeaderTests {
    private static func decoder(_ file: [UInt8]) throws(ReducedJPEGError) -> ReducedJPEGDecoder {
        // Only the headers are read, and only while the bytes are valid.
        let result: Result<ReducedJPEGDecoder, ReducedJPEGError> = file.withUnsafeBytes { bytes in
            Result { () throws(ReducedJPEGError) in try ReducedJPEGDecoder(bytes) }
        }
        return try result.get()
    }

    private static func position(of marker: UInt8, in file: [UInt8]) throws -> Int {
        try #require(file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == marker })
    }

    @Test func `the header contains the size and components`() throws {
        let decoder = try Self.decoder(JPEGSpecimen(width: 300, height: 5, colors: .ycck).encoded())
        expectEqual(decoder.width, 300)
        expectEqual(decoder.height, 5)
        expectEqual(decoder.componentCount, 4)
        expectEqual(decoder.colorModel, .ycck)
    }

    @Test(
        arguments: zip(
            JPEGSpecimen.Colors.allCases, [.grayscale, .yCbCr, .rgb, .cmyk, .ycck] as [ColorModel]))
    func `markers determine the color model`(_ colors: JPEGSpecimen.Colors, _ model: ColorModel) throws {
        #expect(try Self.decoder(JPEGSpecimen(colors: colors).encoded()).colorModel == model)
    }

    @Test func `identifiers determine the color model without markers`() throws {
        var file = JPEGSpecimen(colors: .rgb).encoded()
        let adobe = try Self.position(of: 0xEE, in: file)
        file[adobe + 1] = 0xEC
        #expect(try Self.decoder(file).colorModel == .rgb)
        let frame = try Self.position(of: 0xC0, in: file)
        let scan = try Self.position(of: 0xDA, in: file)
        (file[frame + 10], file[scan + 5]) = (7, 7)
        #expect(try Self.decoder(file).colorModel == .yCbCr)
    }

    @Test(arguments: [
        (1, 1, ReducedJPEGDecoder.Scale.eighth), (500, 375, .eighth), (501, 375, .quarter), (500, 376, .quarter),
        (1000, 750, .quarter), (1024, 768, .half), (2000, 1500, .half),
    ])
    func `the smallest sufficient scale is chosen`(_ width: Int, _ height: Int, _ scale: ReducedJPEGDecoder.Scale)
        throws
    {
        var file = JPEGSpecimen(width: 8, height: 8).encoded()
        let frame = try Self.position(of: 0xC0, in: file)
        let size: [UInt8] = [0x0B, 0xB7, 0x0F, 0x9F]
        file.replaceSubrange(frame + 5..<frame + 9, with: size)
        #expect(try Self.decoder(file).frame.scale(for: (width, height)) == scale)
        #expect(try Self.decoder(file).frame.scale(for: (2001, 1)) == nil)
    }

    @Test(arguments: [0xC1, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF] as [UInt8])
    func `only Huffman-coded baseline, extended and progressive files are decoded`(_ marker: UInt8) throws {
        var file = JPEGSpecimen().encoded()
        file[try Self.position(of: 0xC0, in: file) + 1] = marker
        if marker == 0xC1 {
            #expect(try DecodedRows(file, scale: .eighth) == DecodedRows(libjpeg: file, scale: .eighth))
        } else {
            #expect(throws: ReducedJPEGError.self) { try Self.decoder(file) }
        }
    }

    /// Offsets from the frame header's marker, and values there that make the decoder leave the file to libjpeg.
    @Test(arguments: [(4, 12), (6, 0), (8, 0), (9, 2), (11, 0x50), (11, 0x01), (12, 4), (13, 1)] as [(Int, UInt8)])
    func `unusual frame headers are left to libjpeg`(_ offset: Int, _ value: UInt8) throws {
        var file = JPEGSpecimen(width: 40, height: 30).encoded()
        file[try Self.position(of: 0xC0, in: file) + offset] = value
        #expect(throws: ReducedJPEGError.self) { try Self.decoder(file) }
    }

    @Test func `sampling that is not a whole fraction is left to libjpeg`() throws {
        var file = JPEGSpecimen().encoded()
        let frame = try Self.position(of: 0xC0, in: file)
        (file[frame + 11], file[frame + 14]) = (0x31, 0x21)
        #expect(throws: ReducedJPEGError.unsupported("A component's sampling factor does not divide the maximum.")) {
            try Self.decoder(file)
        }
    }

    @Test func `quantization tables must exist and contain no zeros`() throws {
        let file = JPEGSpecimen(colors: .grayscale).encoded()
        let table = try Self.position(of: 0xDB, in: file)
        var missing = file
        missing[table + 4] = 1
        #expect(throws: ReducedJPEGError.damaged("A quantization table is missing.")) { try Self.decoder(missing) }
        var zero = file
        zero[table + 20] = 0
        #expect(throws: ReducedJPEGError.damaged("A quantization table contains a zero.")) { try Self.decoder(zero) }
    }
}
