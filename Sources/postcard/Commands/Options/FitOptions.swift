import ArgumentParser
import PostcardImaging

/// The options for fitting a picture into a box.
struct FitOptions: ParsableArguments {
    enum Fit: String, ExpressibleByArgument, CaseIterable { case inside, cover, pad, exact }

    /// The part that `cover` keeps: `center`, `detail` or `X,Y`.
    struct FocusArgument: ExpressibleByArgument {
        let focus: Focus
        let defaultValueDescription: String

        static let center = FocusArgument(focus: .center, defaultValueDescription: "center")

        private init(focus: Focus, defaultValueDescription: String) {
            self.focus = focus
            self.defaultValueDescription = defaultValueDescription
        }

        init?(argument: String) {
            let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
            switch argument {
            case "center": self = .center
            case "detail": self.init(focus: .detail, defaultValueDescription: argument)
            default:
                guard numbers.count == 2, argument.count(where: { $0 == "," }) == 1, numbers.allSatisfy({ 0...1 ~= $0 })
                else { return nil }
                self.init(focus: .point(x: numbers[0], y: numbers[1]), defaultValueDescription: argument)
            }
        }
    }

    /// The filters that resampling has.
    enum Filter: String, ExpressibleByArgument, CaseIterable {
        case lanczos3, lanczos2, catmullRom = "catmull-rom", mitchell, triangle, box

        var filter: ResampleFilter {
            switch self {
            case .lanczos3: .lanczos3
            case .lanczos2: .lanczos2
            case .catmullRom: .catmullRom
            case .mitchell: .mitchell
            case .triangle: .triangle
            case .box: .box
            }
        }
    }

    @Option(
        name: .long,
        help: "inside keeps all of a picture, cover fills the size and crops, pad adds bars, exact stretches.")
    var fit = Fit.inside

    @Option(
        name: .long,
        help: "What cover keeps: center, detail (the part with most of it), or a point X,Y from 0,0 to 1,1.")
    var focus = FocusArgument.center

    @Option(name: .long, help: "The colour of the bars of pad: a CSS colour name, or #RRGGBB.")
    var background = Color.black

    @Flag(name: .long, help: "Make small pictures larger.")
    var enlarge = false

    @Option(name: .long, help: "The resampling filter.")
    var filter = Filter.lanczos3

    @Flag(name: .long, help: "Resample in linear light instead of sRGB: slower, keeps thin bright lines bright.")
    var linearLight = false

    /// - Throws: `ValidationError` for a box with a side left free, where the fit needs both.
    func resize(into box: BoxList.Box) throws -> Resize {
        if let percent = box.percent {
            guard fit == .inside else {
                throw ValidationError("--fit \(fit.rawValue) needs a width and a height, for example --size 320x200.")
            }
            return Resize(scaledBy: percent / 100)
        }
        guard fit == .inside || box.isClosed else {
            throw ValidationError("--fit \(fit.rawValue) needs a width and a height, for example --size 320x200.")
        }
        let fit: Resize.Fit =
            switch self.fit {
            case .inside: .inside
            case .cover: .cover(focus.focus)
            case .pad: .pad(background)
            case .exact: .exact
            }
        return Resize(into: box.size, fit: fit, enlarges: enlarge)
    }
}
