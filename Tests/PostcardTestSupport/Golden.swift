#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
public import PostcardImaging
public import Testing

/// Expects an image to look like the one recorded as `Goldens/<name>.png` next to the test's file.
///
/// If it does not, or nothing was recorded, the image and a map of the differences are written to `Failures/` next to the test's file.
/// Images are not recorded automatically: look at `Failures/<name>.actual.png` and, if it is correct, move it to `Goldens/<name>.png` and
/// commit it.
///
/// - Parameters:
///   - name: the recorded image's name, without extension.
///   - tolerance: the maximum difference of any channel of any pixel, 0 to 255. Alpha is compared too, but not the color of transparent
///     pixels.
public func expectImage(
    _ image: Image, matches name: String, tolerance: Int = 0, filePath: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let folder = GoldenFolder(besideTest: filePath)
    folder.removeFailures(name)
    guard let bytes = folder.golden(name) else {
        folder.write(image, to: "\(name).actual.png")
        Issue.record(
            "There is no Goldens/\(name).png. Look at \(folder.failures)/\(name).actual.png, and move it there if it is correct.",
            sourceLocation: sourceLocation)
        return
    }
    guard let golden = try? Image(decoding: bytes),
        let difference = try? GoldenDifference(between: image, and: golden)
    else {
        Issue.record("Can't read Goldens/\(name).png.", sourceLocation: sourceLocation)
        return
    }
    guard difference.largest > tolerance else { return }
    folder.write(image, to: "\(name).actual.png")
    if let map = difference.map { folder.write(map, to: "\(name).difference.png") }
    Issue.record(
        "\(name) differs from its golden image: \(difference). See \(folder.failures).",
        sourceLocation: sourceLocation)
}
