import CCodecs
import PostcardCore

/// A request to decode a picture in another process of the same program. The request is sent as text.
package struct IsolatedDecoding: Sendable {
    package let format: ImageFormat
    /// The size of the result.
    package let target: PixelSize
    /// The limits for the process: memory in bytes, and processor time in seconds.
    package let maximumMemory: Int
    package let maximumSeconds: Int
    private let filter: ResampleFilter
    private let linearLight: Bool
    private let recover: Bool
    private let limits: DecodingLimits

    /// The memory in bytes that libraries use regardless of the size of the picture.
    private static let baseMemory = 104 << 20
    private static let bytesPerResultPixel = 4
    /// The maximum memory under the default pixel limit, in bytes. The maximum increases in proportion to the pixel limit.
    private static let maximumMemory = 700_000_000
    /// The processor time in seconds under the default pixel limit. A lower pixel limit does not reduce this time.
    private static let seconds = 8

    init(of file: any ImageFile, target: PixelSize, options: DecodingOptions) {
        let header = file.header
        format = header.format
        self.target = target
        filter = options.filter
        linearLight = options.usesLinearLight(in: header.format)
        recover = options.toleratesDamage
        limits = options.limits
        func bytes(_ pixels: Int, _ each: Int) -> Int { min(pixels, 1 << 40) * each }
        let needed =
            Self.baseMemory + bytes(header.storedSize.area, file.bytesPerPixel)
            + bytes(target.area, 2 * Self.bytesPerResultPixel)
        // A higher pixel limit also lets a file take more memory than its size suggests.
        let share = max(1, min(1_000, Double(limits.pixels) / Double(DecodingLimits.default.pixels)))
        maximumMemory = Int(Double(min(needed, Self.maximumMemory)) * share)
        maximumSeconds = Int(min(100_000, Double(Self.seconds) * share))
    }

    /// The size of the result's pixels in bytes.
    package var pixelBytes: Int { target.area * Self.bytesPerResultPixel }

    package var text: String {
        [
            format.rawValue, filter.rawValue, linearLight ? "linear" : "sRGB", recover ? "recover" : "whole",
            "\(target.width)", "\(target.height)", "\(maximumMemory)", "\(maximumSeconds)", "\(limits.pixels)",
            "\(limits.bytes)", "\(limits.frames)", "\(limits.scans)",
        ].joined(separator: " ")
    }

    package init?(text: String) {
        let words = text.split(separator: " ").map(String.init)
        let numbers = words.dropFirst(4).compactMap { Int($0) }
        guard words.count == 12, numbers.count == 8, numbers.allSatisfy({ $0 > 0 }),
            let format = ImageFormat(rawValue: words[0]), let filter = ResampleFilter(rawValue: words[1])
        else { return nil }
        self.format = format
        self.filter = filter
        linearLight = words[2] == "linear"
        recover = words[3] == "recover"
        target = PixelSize(width: numbers[0], height: numbers[1])
        (maximumMemory, maximumSeconds) = (numbers[2], numbers[3])
        var limits = DecodingLimits(pixels: numbers[4], bytes: numbers[5], frames: numbers[6])
        limits.scans = numbers[7]
        self.limits = limits
    }

    /// Opens the libraries for the format, before the process loses the permission to open files.
    package func openLibraries() {
        _ = postcard_color_is_available()
        switch format {
        case .tiff: postcard_tiff_prepare()
        case .jxl: _ = postcard_jxl_is_available()
        default:
            postcard_heif_prepare()
            postcard_planes_prepare()
        }
    }

    /// Decodes the picture in the process that was started for it.
    ///
    /// - Parameter pixels: allocates ``pixelBytes`` of shared memory; returns `nil` if that fails.
    /// - Returns: the report for the waiting process.
    package func decode(_ bytes: UnsafeRawBufferPointer, into pixels: () -> UnsafeMutableRawPointer?) -> [UInt8] {
        do throws(ImageError) {
            let file = try ImageFormat.open(bytes)
            guard file.header.format == format else { throw noPicture }
            let options = DecodingOptions(
                filter: filter, resamplingSpace: linearLight ? .linear : .sRGB, limits: limits, toleratesDamage: recover
            )
            let reader = try file.reader(wanted: target, options: options)
            var (image, warnings) = try PictureAssembly.picture(
                from: reader, at: target, options, isLinear: linearLight)
            let isOpaque = image.isOpaque
            guard let pixels = pixels() else { throw .outOfMemory("") }
            try image.move(to: pixels)
            return Self.report(["isOpaque": .flag(isOpaque), "warnings": .array(warnings.map { .text($0) })])
        } catch {
            let error = error.code == .outOfMemory ? memoryError : error
            return Self.report([
                "error": .text(error.code.rawValue), "message": .text(error.message),
                "limit": .text(error.limit?.rawValue ?? ""),
            ])
        }
    }

    /// The first byte of each report, which separates the report from library output on the same descriptor (RFC 7464).
    private static let mark: UInt8 = 0x1E

    private static func report(_ value: JSONValue) -> [UInt8] { [mark] + value.bytes + [UInt8(ascii: "\n")] }

    /// Returns the picture that a finished process decoded, and the warnings about the picture.
    ///
    /// - Throws: the reported error, or `damaged` if there is no report.
    func image(of pixels: SharedPixels?, report: [UInt8]) throws(ImageError) -> (image: Image, warnings: [String]) {
        let text = report[(report.lastIndex(of: Self.mark).map { $0 + 1 } ?? report.count)...]
        guard let value = try? Array(text).withUnsafeBytes({ try JSONValue(parsing: $0) }) else { throw noPicture }
        if let name = value["error"]?.string, let message = value["message"]?.string {
            throw ImageError(
                ImageError.Code(rawValue: name) ?? .damaged, message,
                limit: value["limit"]?.string.flatMap { ImageError.Limit(rawValue: $0) })
        }
        guard case .scalar(let flag)? = value["isOpaque"] else { throw noPicture }
        let image = try Image(copying: pixels, size: target, isOpaque: flag == "true")
        return (image, value["warnings"]?.strings ?? [])
    }

    private var noPicture: ImageError {
        .damaged("The \(format.displayName) file is damaged: its decoder stopped without a result.")
    }

    /// The error for exceeding the memory limit. The code is `limitExceeded`, because a retry can't succeed.
    package var memoryError: ImageError {
        ImageError(
            .limitExceeded,
            "Decoding the \(format.displayName) file takes more than \(maximumMemory >> 20) MiB of memory. Raise the pixel limit, or convert the picture first.",
            limit: .pixels)
    }
}
