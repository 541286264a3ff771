import ArgumentParser
import PostcardImaging

/// The options for fitting a picture into a box.
struct FitOptions: ParsableArguments {
    @Option(
        name: .long,
        help: "inside keeps all of a picture, cover fills the size and crops, pad adds bars, exact stretches.")
    var fit = Resize.Fit.Name.inside

    @Option(
        name: .long,
        help: "What cover keeps: center, detail (the part with most of it), or a point X,Y from 0,0 to 1,1.")
    var focus = Focus.center

    @Option(name: .long, help: "The colour of the bars of pad: a CSS colour name, or #RRGGBB.")
    var background = Color.black

    @Flag(name: .long, help: "Make small pictures larger.")
    var enlarge = false

    @Option(name: .long, help: "The resampling filter.")
    var filter = ResampleFilter.lanczos3

    @Flag(name: .long, help: "Resample in linear light instead of sRGB: slower, keeps thin bright lines bright.")
    var linearLight = false

    /// - Throws: `ValidationError` for a box with a side left free, where the fit needs both.
    func resize(into box: ResizeBox) throws -> Resize {
        guard fit == .inside || box.isClosed else {
            throw ValidationError("--fit \(fit.rawValue) needs a width and a height, for example --size 320x200.")
        }
        return box.resize(Resize.Fit(fit, focus: focus, background: background), enlarges: enlarge)
    }
}
