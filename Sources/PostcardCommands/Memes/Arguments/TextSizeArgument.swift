import ArgumentParser
import PostcardMemes

/// The maximum text size, in pixels (`48px`) or as a fraction of the picture (`0.1` or `10%`).
struct TextSizeArgument: ExpressibleByArgument {
    let size: TextSize

    init?(argument: String) {
        // Without px, 48 would be 48 times the size of the picture.
        if let fraction = FractionArgument(argument: argument) {
            guard fraction.value > 0 else { return nil }
            size = .fraction(fraction.value)
        } else if let size = TextSize(pixels: argument) {
            self.size = size
        } else {
            return nil
        }
    }
}
