import CJPEG
import PostcardCore
package import PostcardImaging

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A JPEG file to encode with libjpeg, with all variations that the reduced-size decoder supports.
package struct JPEGSpecimen: CustomStringConvertible, Sendable {
    package enum Colors: CaseIterable, Sendable { case grayscale, yCbCr, rgb, cmyk, ycck }
    package enum Scans: CaseIterable, Sendable { case interleaved, separate, progressive, spectral }

    package var width = 41
    package var height = 29
    package var colors = Colors.yCbCr
    /// The horizontal and vertical sampling factors of each component; missing ones are 1 × 1.
    package var sampling: [(Int32, Int32)] = []
    package var quality: Int32 = 85
    package var restartInterval: UInt32 = 0
    package var scans = Scans.interleaved
    package var hasOptimizedTables = false
    package var seed: UInt64 = 1
    /// True if all coefficients except the means are zero.
    package var isCoarse = false
    /// The image; `nil` for gradients, edges and noise.
    package var picture: Image?

    package init(
        width: Int = 41, height: Int = 29, colors: Colors = .yCbCr, sampling: [(Int32, Int32)] = [],
        quality: Int32 = 85, restartInterval: UInt32 = 0, scans: Scans = .interleaved,
        hasOptimizedTables: Bool = false, seed: UInt64 = 1, isCoarse: Bool = false
    ) {
        (self.width, self.height) = (width, height)
        self.colors = colors
        self.sampling = sampling
        self.quality = quality
        self.restartInterval = restartInterval
        self.scans = scans
        self.hasOptimizedTables = hasOptimizedTables
        self.seed = seed
        self.isCoarse = isCoarse
    }

    /// Returns a file with another image and the same encoding.
    package func showing(_ picture: Image) -> JPEGSpecimen {
        var result = self
        result.picture = picture
        (result.width, result.height) = (picture.size.width, picture.size.height)
        return result
    }

    package var description: String {
        "\(width)×\(height) \(colors) \(sampling) q\(quality) restart \(restartInterval) \(scans) "
            + "optimized \(hasOptimizedTables) seed \(seed) coarse \(isCoarse)"
    }

    package var componentCount: Int {
        switch colors {
        case .grayscale: 1
        case .yCbCr, .rgb: 3
        case .cmyk, .ycck: 4
        }
    }

    /// Encodes the image.
    package func encoded() -> [UInt8] {
        var errors = jpeg_error_mgr()
        var state = jpeg_compress_struct()
        var output: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        return withUnsafeMutablePointer(to: &errors) { errors in
            state.err = jpeg_std_error(errors)
            jpeg_CreateCompress(&state, JPEG_LIB_VERSION, MemoryLayout<jpeg_compress_struct>.size)
            jpeg_mem_dest(&state, &output, &count)
            configure(&state)
            jpeg_start_compress(&state, 1)
            var random = SeededRandom(seed: seed)
            for y in 0..<height {
                var row = self.row(y, &random)
                row.withUnsafeMutableBufferPointer { row in
                    var start = row.baseAddress
                    _ = jpeg_write_scanlines(&state, &start, 1)
                }
            }
            jpeg_finish_compress(&state)
            jpeg_destroy_compress(&state)
            defer { free(output) }
            return Array(UnsafeBufferPointer(start: output, count: Int(count)))
        }
    }

    private func row(_ y: Int, _ random: inout SeededRandom) -> [UInt8] {
        if let picture {
            return (0..<width).flatMap { x -> [UInt8] in
                let color = picture[x, y]
                return Array([color.red, color.green, color.blue].prefix(componentCount))
            }
        }
        let isRough = seed % 3 == 0
        return (0..<width * componentCount).map { index in
            let (x, component) = (index / componentCount, index % componentCount)
            if isCoarse { return UInt8(abs((x + y * (component + 1)) % 240 - 120) / 3 + 60 * component) }
            let slope = (x * (3 + component) + y * (5 - component)) & 255
            let edge = (x / 7 + y / 5 + component) % 3 == 0 ? 90 : 0
            let noise = Int(truncatingIfNeeded: random.next() & (isRough ? 255 : 15))
            return UInt8((isRough ? noise : slope / 2 + edge + noise) & 255)
        }
    }

    private func configure(_ state: inout jpeg_compress_struct) {
        state.image_width = UInt32(width)
        state.image_height = UInt32(height)
        state.input_components = Int32(componentCount)
        let (input, stored): (J_COLOR_SPACE, J_COLOR_SPACE) =
            switch colors {
            case .grayscale: (JCS_GRAYSCALE, JCS_GRAYSCALE)
            case .yCbCr: (JCS_RGB, JCS_YCbCr)
            case .rgb: (JCS_RGB, JCS_RGB)
            case .cmyk: (JCS_CMYK, JCS_CMYK)
            case .ycck: (JCS_CMYK, JCS_YCCK)
            }
        state.in_color_space = input
        jpeg_set_defaults(&state)
        jpeg_set_colorspace(&state, stored)
        jpeg_set_quality(&state, quality, 1)
        if isCoarse {
            let steps: [UInt32] = [3] + Array(repeating: 255, count: 63)
            for table in 0..<2 { jpeg_add_quant_table(&state, Int32(table), steps, 100, 1) }
        }
        state.restart_interval = restartInterval
        state.optimize_coding = hasOptimizedTables ? 1 : 0
        for index in 0..<componentCount {
            let (horizontal, vertical) = index < sampling.count ? sampling[index] : (1, 1)
            state.comp_info[index].h_samp_factor = horizontal
            state.comp_info[index].v_samp_factor = vertical
        }
        switch scans {
        case .interleaved where !fitsOneUnit: setScans(&state, (0..<componentCount).map { ($0, 0, 63, 0, 0) })
        case .progressive where !fitsOneUnit: setScans(&state, spectralScans)
        case .interleaved: break
        case .progressive: jpeg_simple_progression(&state)
        case .separate: setScans(&state, (0..<componentCount).map { ($0, 0, 63, 0, 0) })
        case .spectral: setScans(&state, spectralScans)
        }
    }

    /// True if a scan can interleave all components: a unit can have ten blocks (T.81, B.2.3).
    private var fitsOneUnit: Bool {
        let blocks = (0..<componentCount).map { $0 < sampling.count ? sampling[$0].0 * sampling[$0].1 : 1 }
        return blocks.reduce(0, +) <= 10
    }

    /// The scans: separate DC scans, and bands that end between the coefficients that a reduced size needs.
    private var spectralScans: [(Int, Int32, Int32, Int32, Int32)] {
        (0..<componentCount).flatMap { component in
            [
                (component, 0, 0, 0, 2), (component, 1, 2, 0, 0), (component, 3, 10, 0, 3), (component, 11, 63, 0, 1),
                (component, 3, 10, 3, 2), (component, 0, 0, 2, 1), (component, 3, 10, 2, 1), (component, 3, 10, 1, 0),
                (component, 11, 63, 1, 0), (component, 0, 0, 1, 0),
            ]
        }
    }

    private func setScans(_ state: inout jpeg_compress_struct, _ scans: [(Int, Int32, Int32, Int32, Int32)]) {
        // libjpeg frees this memory with the rest of the image's pool.
        let bytes = scans.count * MemoryLayout<jpeg_scan_info>.stride
        let memory = withUnsafeMutablePointer(to: &state) { pointer in
            pointer.withMemoryRebound(to: jpeg_common_struct.self, capacity: 1) { common in
                common.pointee.mem.pointee.alloc_small(common, JPOOL_IMAGE, bytes)
            }
        }
        guard let list = memory?.bindMemory(to: jpeg_scan_info.self, capacity: scans.count) else { return }
        for (index, scan) in scans.enumerated() {
            list[index] = jpeg_scan_info(
                comps_in_scan: 1, component_index: (Int32(scan.0), 0, 0, 0), Ss: scan.1, Se: scan.2, Ah: scan.3,
                Al: scan.4)
        }
        state.scan_info = UnsafePointer(list)
        state.num_scans = Int32(scans.count)
    }
}
