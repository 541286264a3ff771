import ArgumentParser
import PostcardImaging

/// The color of the text outline; `nil` for `none`.
struct OutlineArgument: ExpressibleByArgument {
    let color: Color?

    init?(argument: String) {
        color = Color(css: argument)
        guard color != nil || argument == "none" else { return nil }
    }
}
