import ArgumentParser
import PostcardImaging

/// A colour as in CSS: a name, #RGB, #RRGGBB or #RRGGBBAA, also without the #.
struct HexColor: ExpressibleByArgument {
    let color: Color

    init(color: Color) { self.color = color }

    init?(argument: String) {
        guard let color = Color(css: argument) else { return nil }
        self.color = color
    }

    var defaultValueDescription: String { color.css }
}
