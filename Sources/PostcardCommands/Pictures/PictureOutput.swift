import ArgumentParser
import PostcardImaging
import PostcardLibrary
import SystemPackage

/// The destination and the format of a picture: the format of the name's ending, JPEG for standard output.
struct PictureOutput {
    private let path: String
    let encoding: EncodingOptions

    init(_ path: String, encoding: EncodingOptions) { (self.path, self.encoding) = (path, encoding) }

    /// The name of a result's file as it was typed; "-" for standard output, however that is called.
    static func name(_ argument: String) -> String {
        ["/dev/stdout", "/dev/fd/1"].contains(argument) ? "-" : argument
    }

    /// - Throws: `Failure` for a name that says no format that Postcard writes.
    init(_ path: String, quality: Int) throws {
        self.path = path
        guard path != "-" else {
            encoding = .jpeg(quality: quality)
            return
        }
        do {
            encoding = try EncodingOptions(format: try ImageFormat(outputPath: path), quality: quality)
        } catch {
            throw Failure(.usage, error.message)
        }
    }

    func write(_ image: Image, metadata: Metadata = Metadata(), replacing: Bool) async throws {
        try await write(image.encoded(encoding.withMetadata(metadata)), replacing: replacing)
    }

    /// Writes a result, but never over the picture that it was made of.
    func write(_ bytes: [UInt8], of source: String? = nil, replacing: Bool) async throws {
        guard path != "-" else {
            try checkTerminal()
            return try Console.write(bytes)
        }
        if let source { try Self.protect(source, from: path) }
        try await PictureDestination(bytes: CommandArguments.bytes(of: path)).write(
            bytes, format: encoding.format, replacing: replacing, store: PictureInput.store)
    }

    /// Stops before a picture is replaced by its own result, through whatever links.
    ///
    /// - Throws: `Failure`.
    static func protect(_ source: String, from path: String) throws {
        guard PictureFile.isSame(FilePath(argument: source), FilePath(argument: path)) else { return }
        throw Failure(
            .cannotCreate, "\(path) is the picture itself, which is not replaced by its own result. Name another file.")
    }

    /// Stops before a picture goes to a terminal.
    func checkTerminal() throws {
        try require(
            path != "-" || !Console.isOutputTerminal, .usage,
            "A picture would go to the terminal. Send standard output to a file or a program.")
    }
}
