import PostcardMemes

/// An overlay's picture and its box or the number of its slot: `sticker.png@0.7,0.1,0.25,0.25` or `cat.jpg@7`.
struct OverlayArgument {
    let picture: String
    let box: UnitBox?
    /// The number of the slot, from 1; `nil` for the next empty slot.
    var slot: Int?

    init(_ text: String) throws {
        if let at = text.lastIndex(of: "@"), let number = Int(text[at...].dropFirst()),
            !MemeSource.isExistingPath(text)
        {
            (picture, box, slot) = (String(text[..<at]), nil, number)
            return
        }
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
