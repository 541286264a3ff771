import PostcardMemes

/// An overlay's picture and box: `sticker.png@0.7,0.1,0.25,0.25`.
struct OverlayArgument {
    let picture: String
    let box: UnitBox?

    init(_ text: String) throws {
        // The name itself can contain an @.
        guard let at = text.lastIndex(of: "@"), [Double](list: text[at...].dropFirst(), count: 4) != nil else {
            (picture, box) = (text, nil)
            return
        }
        (picture, box) = (String(text[..<at]), UnitBox(argument: String(text[at...].dropFirst())))
        try require(
            box != nil, "--overlay \(text): the box needs fractions of the picture size, such as @0.7,0.1,0.25,0.25.")
    }
}
