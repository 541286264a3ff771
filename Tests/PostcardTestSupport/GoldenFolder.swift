#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import PostcardImaging

/// The folders `Goldens` and `Failures` next to a test's file.
struct GoldenFolder {
    private let folder: String
    var failures: String { folder + "/Failures" }

    init(besideTest path: String) {
        folder = path.split(separator: "/").dropLast().reduce(into: "") { $0 += "/" + $1 }
    }

    func golden(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: "\(folder)/Goldens/\(name).png").map { [UInt8]($0) }
    }

    func removeFailures(_ name: String) {
        for kind in ["actual", "difference"] {
            // The file may be missing.
            try? FileManager.default.removeItem(atPath: "\(failures)/\(name).\(kind).png")
        }
    }

    func write(_ image: Image, to name: String) {
        do {
            try FileManager.default.createDirectory(atPath: failures, withIntermediateDirectories: true)
            try Data(image.encoded(as: .png)).write(to: URL(filePath: "\(failures)/\(name)"))
        } catch {
            print("can't write \(failures)/\(name): \(error)")
        }
    }
}
