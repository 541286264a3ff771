import PostcardImaging

/// The arithmetic of sizes, and edits of a small picture with arbitrary numbers.
enum Sizes {
    static func feed(_ bytes: [UInt8]) {
        var numbers = Numbers(bytes)
        let size = PixelSize(width: max(1, numbers.integer()), height: max(1, numbers.integer()))
        let box = PixelSize(width: numbers.integer(), height: numbers.integer())
        let focus = Focus.point(x: numbers.real(), y: numbers.real())
        let color = Color(red: 9, green: 8, blue: 7, alpha: UInt8(numbers.byte()))
        for fit in [Resize.Fit.inside, .exact, .cover(focus), .cover(.detail), .pad(color)] {
            for enlarges in [false, true] {
                let resize = Resize(into: box, fit: fit, enlarges: enlarges)
                let result = resize.size(for: size)
                precondition(result.width > 0 && result.height > 0, "an empty size")
                precondition(result.area > 0, "an empty area")
                check(resize)
            }
        }
        edit(&numbers)
    }

    /// Resizes to small boxes, and checks that the result has the predicted size.
    private static func check(_ resize: Resize) {
        guard resize.box.width <= 64, resize.box.height <= 64 else { return }
        let picture = Carrier.picture
        guard let result = try? picture.resized(resize) else { fatalError("can't resize a small picture") }
        precondition(result.size == resize.size(for: picture.size), "not the predicted size")
    }

    private static func edit(_ numbers: inout Numbers) {
        var picture = Carrier.picture
        try? picture.draw(Carrier.picture, x: numbers.integer(), y: numbers.integer(), opacity: numbers.real())
        let part = PixelRect(
            x: numbers.integer(), y: numbers.integer(), width: numbers.integer(), height: numbers.integer())
        if let cropped = try? picture.cropped(to: part) {
            precondition(cropped.size.width > 0 && cropped.size.height > 0, "an empty crop")
        }
        let real = numbers.real()
        _ = try? picture.roundedCorners(radius: real)
        _ = try? picture.blurred(sigma: real)
        _ = try? picture.sharpened(sigma: numbers.real(), amount: real)
        _ = try? picture.rotated(byDegrees: real, fill: .clear)
    }
}
