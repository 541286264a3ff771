import PlatformLibc
import PostcardImaging

/// The results of editing a shared image when there is no memory for a copy.
enum ShortMemory {
    static func printErrors() throws {
        let image = try Image(size: .square(3_000), fill: .white)
        let mark = try Image(size: .square(100), fill: Color(red: 255, green: 0, blue: 0, alpha: 128))
        let edits: [(String, (Image) throws -> Image)] = [
            ("setColor", { image in try changed(image) { try $0.setColor(.black, x: 0, y: 0) } }),
            ("lay", { image in try changed(image) { try $0.draw(mark, x: 5, y: 5) } }),
            ("filtered", { try $0.filtered(.saturate(by: 0.5, luma: .rec601)) }),
            ("blurred", { try $0.blurred(sigma: 2) }),
            ("blurred on a smaller copy", { try $0.blurred(sigma: 4) }),
            ("sharpened", { try $0.sharpened() }),
            ("rounded", { try $0.roundedCorners(radius: 40) }),
            ("turned", { try $0.oriented(.down) }),
            ("rotated", { try $0.rotated(byDegrees: 5) }),
            ("resized", { try $0.resized(Resize(into: .square(2_990))) }),
        ]
        var results: [String] = []
        results.reserveCapacity(edits.count)
        // 8 MiB for rows and the allocator; a copy takes 36 MB.
        var memory = rlimit()
        getrlimit(CInt(RLIMIT_AS.rawValue), &memory)
        let limit = rlimit(rlim_cur: rlim_t(addressSpace() + 8 << 20), rlim_max: memory.rlim_max)
        guard withUnsafePointer(to: limit, { setrlimit(CInt(RLIMIT_AS.rawValue), $0) }) == 0 else {
            return print("no limit")
        }
        for (name, edit) in edits {
            do {
                _ = try edit(image)
                results.append("\(name) ok")
            } catch let error as ImageError {
                results.append("\(name) \(error.code)")
            }
        }
        _ = withUnsafePointer(to: memory) { setrlimit(CInt(RLIMIT_AS.rawValue), $0) }
        results.forEach { print($0) }
    }

    private static func changed(_ image: Image, _ change: (inout Image) throws -> Void) throws -> Image {
        var copy = image
        try change(&copy)
        return copy
    }

    /// The size of the process in bytes.
    private static func addressSpace() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 64)
        fgets(&line, 64, file)
        return atol(line) * sysconf(CInt(_SC_PAGESIZE))
    }
}
