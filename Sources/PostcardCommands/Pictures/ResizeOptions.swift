import ArgumentParser
import PostcardImaging
import PostcardLibrary
import SystemPackage

/// The options of both `thumbnail` and `peek`.
struct ResizeOptions: ParsableArguments {
    @Argument(
        help: """
            Pictures, their http, https or s3 addresses, folders of pictures (with the folders in them, but no hidden names and \
            no symbolic links), the same in a bucket (s3://bucket/photos/), or - for standard input.
            """,
        completion: .file())
    var inputs: [String] = []

    @Option(
        help: "A list of pictures, one a line or NUL-terminated: a file, an s3 address, or - for standard input.",
        completion: .file())
    var filesFrom: String?

    @Flag(
        name: [.customShort("0"), .long],
        help: "Names are ended by NUL (find -print0), even where the list's beginning does not show it.")
    var null = false

    @Option(help: "Keep the folders below this one in --to (for pictures named one by one).", completion: .directory)
    var base: String?

    @Option(
        help: ArgumentHelp(
            "Make only part K of N, for N processes with the same pictures: 3/16 is the third of sixteen.",
            valueName: "k/n"))
    var shard: Shard?

    @Option(help: "The folder for the results, or a place in a bucket: s3://bucket/thumbs/.", completion: .directory)
    var to: String?

    @Option(
        name: .shortAndLong,
        help: "The file for the result of one picture; its name says the format. - for standard output.",
        completion: .file(), transform: PictureOutput.name)
    var output: String?

    @Option(help: "A file for one picture of all of them, with their names.", completion: .file())
    var contactSheet: String?

    @Option(help: "Pictures in work at the same time. (default: the number of processors)") var fetches: Int?

    @Option(help: "inside keeps all of a picture, cover fills the size and crops, pad adds bars, exact stretches.")
    var fit = Resize.Fit.Name.inside

    @Option(help: "What cover keeps: center, detail (the part with most of it), or a point X,Y from 0,0 to 1,1.")
    var focus = Focus.center

    @Option(help: "The colour of the bars of pad: a CSS colour name, or #RRGGBB.") var background = Color.black

    @Flag(help: "Make small pictures larger.") var enlarge = false

    @Option(help: "The resampling filter.") var filter = ResampleFilter.lanczos3

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Resample in light, which keeps thin bright lines bright, or by sRGB numbers, which keep dark ones dark.",
            discussion: """
                Without either, JPEG, HEIC, AVIF and camera raw are resampled in light: they are photos. A JPEG is first decoded at a reduced size, where \
                pixels are averaged by numbers. With --linear-light that size is four times the result's or more, which takes longer. Measured at \
                256 pixels on 12 megapixels: lamps of 4 x 4 pixels keep 27 % of their light without the option, 69 % with it.
                """))
    var linearLight: Bool?

    @Option(
        name: [.customLong("edit")],
        help: ArgumentHelp("Done after resizing, for example sharpen=0.3; see postcard edit.", valueName: "edit"))
    var edits: [String] = []

    @Option(
        help: """
            The format of results in a folder: jpg, png, gif, webp, avif, or auto, the picture's own. (default: that of \
            --name, else jpg)
            """,
        completion: .list(["jpg", "png", "gif", "webp", "avif", "auto"]))
    var format: String?

    @Option(
        help: """
            How results in a folder are named, for example {name}-{size}.{ext} or {dir}/{name}.{type}.{ext}. {name} is the \
            picture's own without its ending {type}, {dir} its folders.
            """)
    var name: String?

    @Option(
        help: """
            Of a RAW, HEIC or TIFF file beside a JPEG of its name: jpeg makes one result, of the JPEG; both makes two, \
            IMG_1.jpg and IMG_1.CR3.jpg.
            """)
    var pairs = ResultPlan.Pairs.jpeg

    @Flag(help: "Remove results in --to whose pictures are gone from the folders that are named.") var prune = false

    @Option(help: "Quality of JPEG, WebP and AVIF, 1 to 100.") var quality = 85

    @Option(help: "The metadata to keep: copyright, details, position; all is everything but the position.")
    var keep = Metadata.Kept()

    @OptionGroup var limitOptions: LimitOptions

    @Flag(
        help: "Make all results again, and replace files that this command did not make. Pictures of the run never are."
    )
    var force = false

    @Flag(help: "Decode as much as possible of damaged files, with a warning.") var recover = false

    @Flag(help: "Print what happens as JSON, an object a line.") var json = false

    @Flag(help: "Print errors only.") var quiet = false

    func validate() throws {
        try require("--quality", quality, in: 1...100)
        try require(!inputs.isEmpty || filesFrom != nil, "Name at least one picture, or - for standard input.")
        guard output == nil || (inputs.count == 1 && filesFrom == nil) else {
            if let size = inputs.first(where: { BoxList(argument: $0) != nil }) {
                throw ValidationError(
                    "--output takes one picture, and \(size) is another. A size is written --size \(size).")
            }
            throw ValidationError("--output takes one picture; use --to FOLDER for several.")
        }
        try require(
            output != nil || !inputs.contains("-"),
            "A picture from standard input has no name; say where it goes with --output.")
        try require(
            output != "-" || !json,
            "--json and the picture cannot both go to standard output; name a file for --output.")
        for (option, isGiven) in [
            ("--base", base != nil), ("--shard", shard != nil), ("--name", name != nil), ("--format", format != nil),
            ("--contact-sheet", contactSheet != nil), ("--prune", prune),
        ] where isGiven && output != nil {
            throw ValidationError("\(option) is for results in a folder; leave it out beside --output.")
        }
        try require(fetches.map({ 1...256 ~= $0 }) ?? true, "--fetches goes from 1 to 256.")
        try require(
            contactSheet == nil || to.map(PictureDestination.isObject) != true,
            "A contact sheet is made of files; name a folder with --to.")
        try require(
            !prune || to.map(PictureDestination.isObject) == false, "--prune is for results in a folder: --to FOLDER.")
        try require(filesFrom != nil || !null, "-0 is for --files-from.")
    }

    /// The folder of results; `nil` for a part of a bucket.
    var resultFolder: FilePath? { resultObjects == nil ? to.map { FilePath(argument: $0) } : nil }

    /// The part of a bucket for results, with a slash at its end; `nil` for a folder.
    var resultObjects: String? { to.flatMap { PictureDestination.isObject($0) ? ObjectFolder.folder($0) : nil } }

    /// The folder below which results keep the folders of their pictures; `nil` for none.
    var baseFolder: FilePath? { base.map { FilePath(argument: $0) } }

    /// The pattern of the names of results; `nil` for the default.
    var pattern: NamePattern? {
        get throws {
            guard let name else { return nil }
            guard let pattern = NamePattern(name) else {
                throw ValidationError(
                    """
                    --name is \(name); it needs {name} and an ending such as .{ext}, and can have {dir}, {type} and {size}; slashes \
                    only with {dir}.
                    """)
            }
            return pattern
        }
    }

    /// Returns the resize into a box.
    ///
    /// - Throws: `ValidationError` for a box with a free side, if the fit needs both.
    func resize(into box: ResizeBox) throws -> Resize {
        try require(
            fit == .inside || box.isClosed,
            "--fit \(fit.rawValue) needs a width and a height, for example --size 320x200.")
        return box.resize(Resize.Fit(fit, focus: focus, background: background), enlarges: enlarge)
    }

    /// Returns the edits with the pictures of their watermarks.
    func editing() async throws -> [Edit] {
        try await EditRequest.requests(edits).edits(limits: limitOptions.limits, fetch: PictureInput.fetch)
    }

    var decoding: DecodingOptions {
        get throws {
            var decoding = DecodingOptions(filter: filter, toleratesDamage: recover)
            decoding.limits = try limitOptions.limits
            decoding.linearLight = linearLight
            return decoding
        }
    }
}
