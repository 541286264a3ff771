import ArgumentParser
import PostcardImaging
import PostcardLibrary
import SystemPackage

/// The options of both `thumbnail` and `peek`.
struct ResizeOptions: ParsableArguments {
    @Argument(
        help: """
            Picture files, videos (for a frame; needs ffmpeg), http, https or s3 URLs, folders (recursively, without hidden \
            files and symbolic links), bucket folders (s3://bucket/photos/), or - for standard input.
            """,
        completion: .file())
    var inputs: [String] = []

    @Option(
        help: "A list of pictures, one per line or NUL-terminated: a file, an s3 URL, or - for standard input.",
        completion: .file())
    var filesFrom: String?

    @Flag(
        name: [.customShort("0"), .long],
        help: "Read NUL-terminated names (find -print0) from the list, even if no NUL is near its start.")
    var null = false

    @Option(
        help: "The base folder of individually listed pictures; its subfolders are kept in --to.",
        completion: .directory)
    var base: String?

    @Option(
        help: ArgumentHelp(
            "Process only part K of N, to split the pictures among N processes: 3/16 is the third of sixteen.",
            valueName: "k/n"))
    var shard: Shard?

    @Option(help: "The folder for the results, local or in a bucket (s3://bucket/thumbs/).", completion: .directory)
    var to: String?

    @Option(
        name: .shortAndLong,
        help: "The file for a single result; its extension sets the format. Use - for standard output.",
        completion: .file(), transform: PictureOutput.name)
    var output: String?

    @Option(help: "The file for a contact sheet of all pictures with their names.", completion: .file())
    var contactSheet: String?

    @Option(help: "The maximum number of pictures in progress. (default: the number of processors)") var fetches: Int?

    @Option(help: "inside keeps the whole picture, cover fills the size and crops, pad adds bars, exact stretches.")
    var fit = Resize.Fit.Name.inside

    @Option(help: "The part that cover keeps: center, detail (the most detailed part), or a point X,Y from 0,0 to 1,1.")
    var focus = Focus.center

    @Option(help: "The color of the bars that pad adds: a CSS color name, or #RRGGBB.") var background = Color.black

    @Flag(help: "Enlarge pictures that are smaller than the size.") var enlarge = false

    @Option(help: "The resampling filter.") var filter = ResampleFilter.lanczos3

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Resample in linear light, which keeps thin bright lines bright, or in sRGB, which keeps dark lines dark.",
            discussion: """
                By default, JPEG, HEIC, AVIF and camera RAW files are resampled in linear light, since they are photos. A JPEG is first decoded at a \
                reduced size, where pixels are averaged in sRGB. With --linear-light that size is at least four times the result's, which takes longer. \
                Measured at 256 pixels from 12 megapixels: lamps of 4 x 4 pixels keep 27% of their light without the option, 69% with it.
                """))
    var linearLight: Bool?

    @Option(
        name: [.customLong("edit")],
        help: ArgumentHelp(
            "An edit to apply after resizing, such as sharpen=0.3; see postcard edit.", valueName: "edit"))
    var edits: [String] = []

    @Option(
        help: """
            The format of results in a folder: jpg, png, gif, webp, avif, or auto for that of each picture. (default: that \
            of --name, else jpg)
            """,
        completion: .list(["jpg", "png", "gif", "webp", "avif", "auto"]))
    var format: String?

    @Option(
        help: """
            The names of results in a folder, such as {name}-{size}.{ext} or {dir}/{name}.{type}.{ext}. {name} is the \
            picture's name without its extension {type}, {dir} its folders, and {date:%Y-%m} the date taken, or undated \
            (%Y, %m, %d, %H, %M and %S).
            """)
    var name: String?

    @Option(
        help: """
            The results for a RAW, HEIC or TIFF file next to a JPEG of the same name: jpeg makes one, from the JPEG; both makes \
            two, IMG_1.jpg and IMG_1.CR3.jpg.
            """)
    var pairs = ResultPlan.Pairs.jpeg

    @Flag(help: "Remove results in --to whose pictures no longer exist in the given folders.") var prune = false

    @Option(help: "JPEG, WebP and AVIF quality, 1 to 100.") var quality = 85

    @Option(help: "The metadata to keep: copyright, details, position, or all (everything except the position).")
    var keep = Metadata.Kept()

    @OptionGroup var limitOptions: LimitOptions

    @Flag(
        help: "Make all results again, and replace other existing files. Input pictures are never replaced."
    )
    var force = false

    @Flag(help: "Decode as much of damaged files as possible, with a warning.") var recover = false

    @Flag(help: "Print JSON, one object per line.") var json = false

    @Flag(help: "Print only errors.") var quiet = false

    func validate() throws {
        try require("--quality", quality, in: 1...100)
        try require(!inputs.isEmpty || filesFrom != nil, "Specify at least one picture, or - for standard input.")
        guard output == nil || (inputs.count == 1 && filesFrom == nil) else {
            if let size = inputs.first(where: { BoxList(argument: $0) != nil }) {
                throw ValidationError(
                    "--output takes one picture, but \(size) would be a second one. For a size, use --size \(size).")
            }
            throw ValidationError("--output takes one picture; use --to FOLDER for several.")
        }
        try require(
            output != nil || !inputs.contains("-"),
            "A picture from standard input has no name; name the result with --output.")
        try require(
            output != "-" || !json,
            "--json and the picture can't both go to standard output; use a file for --output.")
        for (option, isGiven) in [
            ("--base", base != nil), ("--shard", shard != nil), ("--name", name != nil), ("--format", format != nil),
            ("--contact-sheet", contactSheet != nil), ("--prune", prune),
        ] where isGiven && output != nil {
            throw ValidationError("\(option) is for results in a folder; omit it with --output.")
        }
        try require(fetches.map({ 1...256 ~= $0 }) ?? true, "--fetches must be between 1 and 256.")
        try require(
            contactSheet == nil || to.map(PictureDestination.isObject) != true,
            "A contact sheet needs results in a folder, not in a bucket; use --to FOLDER.")
        try require(
            !prune || to.map(PictureDestination.isObject) == false, "--prune is for results in a folder: --to FOLDER.")
        try require(filesFrom != nil || !null, "-0 needs --files-from.")
    }

    /// The folder for results; `nil` if results go to a bucket.
    var resultFolder: FilePath? { resultObjects == nil ? to.map { FilePath(argument: $0) } : nil }

    /// The `s3://` URL prefix for results, with a trailing slash; `nil` if results go to a folder.
    var resultObjects: String? { to.flatMap { PictureDestination.isObject($0) ? ObjectFolder.folder($0) : nil } }

    /// The base folder of the pictures; `nil` if none was set. Results keep the pictures' paths relative to this folder.
    var baseFolder: FilePath? { base.map { FilePath(argument: $0) } }

    /// The pattern for result names; `nil` for the default.
    var pattern: NamePattern? {
        get throws {
            guard let name else { return nil }
            guard let pattern = NamePattern(name) else {
                throw ValidationError(
                    """
                    --name is \(name); it needs {name} and an extension such as .{ext}, and may contain {dir}, {type}, {size} and \
                    {date:%Y-%m}; slashes only with {dir} or a date.
                    """)
            }
            return pattern
        }
    }

    /// Returns the operation that resizes a picture to a box.
    ///
    /// - Throws: `ValidationError` for a box with a free side if the fit needs both sides.
    func resize(into box: ResizeBox) throws -> Resize {
        try require(
            fit == .inside || box.isClosed,
            "--fit \(fit.rawValue) needs a width and a height, for example --size 320x200.")
        return box.resize(Resize.Fit(fit, focus: focus, background: background), enlarges: enlarge)
    }

    /// Returns the edits, with the watermark pictures.
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
