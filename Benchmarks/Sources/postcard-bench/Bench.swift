import CReferenceDecoder
import Foundation
import PostcardImaging

/// Runs a job many times in this process, and prints the median CPU time of all threads together, in nanoseconds.
///
/// `postcard-bench thumbnail FILE SIDE RUNS`: decodes the file, and encodes a JPEG whose longer side is SIDE.
/// `postcard-bench libjpeg FILE EIGHTHS RUNS`: only decodes the file with libjpeg-turbo, at EIGHTHS/8 of its size.
@main
enum Bench {
    struct UsageError: Error {}

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let number = Int(arguments[3]), let runs = Int(arguments[4]), runs > 0 else {
            throw UsageError()
        }
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: arguments[2])))
        let job: () throws -> Void
        switch arguments[1] {
        case "thumbnail": job = { _ = try thumbnail(of: bytes, side: number) }
        case "libjpeg": job = { _ = reference_jpeg_decode(bytes, bytes.count, Int32(number)) }
        default: throw UsageError()
        }
        try job()
        let times = try (0..<runs).map { _ in
            let start = processTime()
            try job()
            return processTime() - start
        }
        print(times.sorted()[runs / 2])
    }

    private static func thumbnail(of bytes: [UInt8], side: Int) throws -> [UInt8] {
        let options = DecodingOptions(resize: Resize(into: .square(side)))
        return try Image(decoding: bytes, options: options).encoded(as: .jpeg(quality: 85))
    }

    private static func processTime() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
