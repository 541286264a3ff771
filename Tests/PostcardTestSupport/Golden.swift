#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
public import PostcardImaging
public import Testing

/// Expects a picture to look like the one recorded as `Goldens/<name>.png` beside the test's file.
///
/// When it does not, or nothing was recorded, the picture and a map of the differences are written to `Failures/` beside the
/// test's file. Nothing records by itself: look at `Failures/<name>.actual.png`, and if it is what it should be, move it by hand to
/// `Goldens/<name>.png` and commit it.
///
/// - Parameters:
///   - name: the recorded picture's name, without extension.
///   - tolerance: the largest difference of any channel of any pixel, 0 to 255. Alpha is compared too; where both
///     pixels are transparent, colour is not.
public func expectImage(
    _ image: Image, matches name: String, tolerance: Int = 0, filePath: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let folder = GoldenFolder(besideTest: filePath)
    folder.removeFailures(name)
    guard let bytes = folder.golden(name) else {
        folder.write(image, to: "\(name).actual.png")
        Issue.record(
            "There is no Goldens/\(name).png. Look at \(folder.failures)/\(name).actual.png and move it there if it is right.",
            sourceLocation: sourceLocation)
        return
    }
    guard let golden = try? Image(decoding: bytes),
        let difference = try? GoldenDifference(between: image, and: golden)
    else {
        Issue.record("Goldens/\(name).png cannot be read.", sourceLocation: sourceLocation)
        return
    }
    guard difference.largest > tolerance else { return }
    folder.write(image, to: "\(name).actual.png")
    if let map = difference.map { folder.write(map, to: "\(name).difference.png") }
    Issue.record(
        "\(name) differs from its golden picture: \(difference). See \(folder.failures).",
        sourceLocation: sourceLocation)
}
