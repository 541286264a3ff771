import ArgumentParser
import PostcardImaging
import PostcardLibrary
import SystemPackage

/// The destination and the format of a picture: the format of the name's ending, JPEG for standard output.
struct PictureOutput {
    private let path: String
    let encoding: EncodingOptions

    init(_ path: String, encoding: EncodingOptions) {
        (self.path, self.encoding) = (path, encoding)
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

    func write(_ bytes: [UInt8], replacing: Bool) async throws {
        guard path != "-" else {
            try checkTerminal()
            return try Console.write(bytes)
        }
        try await PictureDestination(bytes: CommandArguments.bytes(of: path)).write(
            bytes, format: encoding.format, replacing: replacing, store: PictureInput.store)
    }

    /// Stops before a picture goes to a terminal.
    func checkTerminal() throws {
        guard path != "-" || !Console.isOutputTerminal else {
            throw Failure(.usage, "A picture would go to the terminal. Send standard output to a file or a program.")
        }
    }
}
