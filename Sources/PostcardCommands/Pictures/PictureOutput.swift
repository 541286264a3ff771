import ArgumentParser
import PostcardImaging
import PostcardLibrary
import SystemPackage

/// The destination and format of a picture. The file name extension determines the format. For standard output, the format is JPEG.
struct PictureOutput {
    private let path: String
    let encoding: EncodingOptions

    init(_ path: String, encoding: EncodingOptions) { (self.path, self.encoding) = (path, encoding) }

    /// Returns the name of a result as typed; "-" for all names that mean standard output.
    static func name(_ argument: String) -> String {
        ["/dev/stdout", "/dev/fd/1"].contains(argument) ? "-" : argument
    }

    /// Makes a destination.
    ///
    /// - Throws: `Failure` for a name without the extension of a format that can be written.
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
        try await write(image.encoded(as: encoding.withMetadata(metadata)), replacing: replacing)
    }

    /// Writes a result. The result's source pictures are never replaced.
    func write(_ bytes: [UInt8], of sources: [String] = [], replacing: Bool) async throws {
        guard path != "-" else {
            try checkTerminal()
            return try Console.write(bytes)
        }
        for source in sources { try Self.protect(source, from: path) }
        switch PictureDestination(bytes: CommandArguments.bytes(of: path)) {
        case .file(let file): try PictureFile.write(bytes, to: file, replacing: replacing)
        case .object(let address):
            try await PictureInput.store.write(bytes, as: address, format: encoding.format, replacing: replacing)
        }
    }

    /// Checks that a result does not replace its source picture, even through links.
    ///
    /// - Throws: `Failure`.
    static func protect(_ source: String, from path: String) throws {
        guard PictureFile.isSame(FilePath(argument: source), FilePath(argument: path)) else { return }
        throw Failure(
            .cannotCreate, "The result can't replace its source picture, \(path). Choose another name.")
    }

    /// Checks that a picture is not written to a terminal.
    ///
    /// - Throws: `Failure`.
    func checkTerminal() throws {
        try require(
            path != "-" || !Console.isOutputTerminal, .usage,
            "Can't write a picture to the terminal. Redirect standard output to a file or a program.")
    }
}
