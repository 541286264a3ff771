import ArgumentParser
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import SystemPackage

extension MemeMakeCommand {
    /// Makes a meme from each row of a table, and contact sheets of the memes. Rows without a picture or template use the command's
    /// picture or template.
    func makeAll(of table: String, limits: DecodingLimits) async throws {
        let bytes = try PictureInput.bytes(of: table, limits: limits)
        // A table from a pipe has no file name extension.
        let kind = FilePath(table).extension ?? (bytes.first == UInt8(ascii: "{") ? "jsonl" : "csv")
        let rows = try CaptionTable(bytes, extension: kind, named: table).rows
        guard let folder = result.output, folder != "-" else {
            throw ValidationError("Set the folder for the memes with --output.")
        }
        try require(
            PictureDestination(folder).format == nil,
            "Memes from a table need a folder, but \(folder) is the name of a picture. Use a folder.")
        let isForOne = result.json || result.preview || result.desktop.copy || result.desktop.open
        try require(!isForOne, "--json, --preview, --copy and --open are for a single meme, not for a table.")
        try require(
            !MemeSource.isExistingPath(folder) || PictureTree.isFolder(FilePath(argument: folder)),
            "\(folder) is not a folder. Memes from a table are written to a folder.")
        try NewFolder.make(folder)
        var failed = 0
        var tiles: [ContactSheet.Item] = []
        let sheets = 1...max(1, (rows.count - 1) / Self.sheetCapacity + 1)
        var names = [NameKey: Int](uniqueKeysWithValues: sheets.map { (NameKey(Self.sheetName($0)), 0) })
        for (index, row) in rows.enumerated() {
            try Task.checkCancellation()
            do {
                let name = try Self.name(of: row, number: index + 1, of: rows.count, unlike: &names)
                let file = try await make(row, named: name, in: folder, limits: limits)
                // The sheet shows pictures only.
                guard PictureDestination(file).format != nil else { continue }
                tiles.append(
                    ContactSheet.Item(caption: name) { size in
                        let bytes = try PictureFile.read(FilePath(argument: file), maximumBytes: limits.bytes)
                        return try Image(
                            decoding: bytes, options: DecodingOptions(resize: Resize(into: size), limits: limits))
                    })
            } catch let error as CancellationError {
                throw error
            } catch {
                failed += 1
                Console.error("\(table), line \(row.line): \(Failure(error).description)")
            }
        }
        for (number, start) in stride(from: 0, to: tiles.count, by: Self.sheetCapacity).enumerated() {
            try await writeSheet(
                Array(tiles[start...].prefix(Self.sheetCapacity)), named: Self.sheetName(number + 1), in: folder)
        }
        guard failed == 0 else {
            // The exit status is the same as for a batch in which some jobs failed.
            throw Failure(
                failed == rows.count ? .badData : .tryAgain,
                "\(failed) of \(rows.count.counting("meme")) could not be made.")
        }
    }

    private func writeSheet(_ tiles: [ContactSheet.Item], named name: String, in folder: String) async throws {
        let path = Self.path(name, "jpg", in: folder)
        let sheet = ContactSheet(columns: min(8, ContactSheet.columns(for: tiles.count)))
        let output = try PictureOutput(path, quality: 85)
        let image = try sheet.image(of: tiles)
        let file = OwnResults.file(named: path)
        try await output.write(image, replacing: result.replacement == .allFiles || OwnResults.isMeme(file))
        OwnResults.addMeme(file)
        Console.error("\(path): \(tiles.count.counting("meme"))")
    }

    /// The maximum number of memes on a contact sheet. The other memes are on further sheets.
    private static let sheetCapacity = 400

    private static func sheetName(_ number: Int) -> String { number == 1 ? "sheet" : "sheet-\(number)" }

    /// Returns the file name of a row's meme, without an extension: the row's name, or a name with the row's number. `names` maps the names
    /// in use to their line numbers.
    private static func name(
        of row: CaptionTable.Row, number: Int, of count: Int, unlike names: inout [NameKey: Int]
    ) throws(Failure) -> String {
        if let problem = row.problem { throw Failure(.badData, problem) }
        let name = row.name ?? "meme-" + number.padded(to: "\(count)".count)
        try require(
            FilePath.Component(name) != nil && !name.hasPrefix(".") && name.utf8.count <= 200, .badData,
            "\(name) is not a valid file name.")
        if let line = names[name] {
            throw Failure(
                .badData, "\(name) is already the name of \(line == 0 ? "a contact sheet" : "line \(line)").")
        }
        names[name] = row.line
        return name
    }

    private static func path(_ name: String, _ ext: String, in folder: String) -> String {
        FilePath(argument: folder).appending("\(name).\(ext)").string
    }

    /// Makes the meme for a row, and returns the path of its file.
    private func make(
        _ row: CaptionTable.Row, named name: String, in folder: String, limits: DecodingLimits
    ) async throws -> String {
        var look = look
        // The command's style is for pictures. It would be an unknown style of a row's template.
        if row.style != nil || row.template != nil { look.style = row.style }
        let template = row.template ?? (row.pictures.isEmpty ? template : nil)
        let pictures = row.pictures.isEmpty ? pictures : row.pictures
        try require(
            template != nil || !pictures.isEmpty, .badData,
            "it has no picture. Specify one in the picture column, or before --from.")
        let wanted = row.layout ?? (pictures.count > 1 ? self.layout?.rawValue : nil)
        let layout = wanted.flatMap(PictureLayout.init(rawValue:))
        let number = pictures.count.counting("picture")
        try require(
            template != nil || (pictures.count > 1) == (layout != nil), .badData,
            "it has \(number) and \(wanted.map { "the layout \($0)" } ?? "no layout"). Several pictures need the layout stack, side or grid."
        )
        var result = result
        result.output = nil
        var job = try await MemeJob(
            pictures: pictures, layout: layout, template: template, texts: row.texts, look: look, result: result,
            limits: limits, library: options)
        let file = Self.path(name, job.fileExtension, in: folder)
        job.result.output = file
        try await job.run()
        return file
    }
}
