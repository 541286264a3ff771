import ArgumentParser
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import SystemPackage

/// The contact sheet of a run: its pictures in a grid with their names.
struct ResizeSheet {
    /// The plan of the results; `nil` if only the sheet is made.
    private let plan: ResultPlan?
    private let boxes: [ResizeBox]
    private let options: ResizeOptions
    private let path: String
    private let output: PictureOutput
    private let decoding: DecodingOptions

    /// Prepares a sheet, and checks that it can be written.
    init(options: ResizeOptions, plan: ResultPlan?, boxes: [ResizeBox], path: String) throws {
        self.plan = plan
        self.boxes = boxes
        self.options = options
        self.path = path
        output = try PictureOutput(path, quality: options.quality)
        try require(
            path == "-" || options.force || (try? PictureTree.isFolder(FilePath(argument: path))) == nil, .cannotCreate,
            "\(path) already exists. Choose another name, or replace it with --force.")
        decoding = try options.decoding
    }

    /// Draws the results of a run, or small versions of the pictures if only the sheet is made.
    func make(of items: ResultPlan.Items, tally: inout ResizeTally) async throws {
        var pictures = items.list.enumerated().filter { !items.leftOut.contains($0.offset) }
        var sheet: Image?
        while sheet == nil {
            pictures.removeAll { tally.failures.contains("\($0.element.source)") }
            guard !pictures.isEmpty else { return }
            var errors: [(String, any Error)] = []
            let image = try layout(for: pictures.count).image(
                of: pictures.map { number, picture in
                    ContactSheet.Item(caption: "\(picture.relative)") { size in
                        do {
                            return try self.picture(of: picture, keepsType: items.typed.contains(number), size: size)
                        } catch {
                            errors.append(("\(picture.source)", error))
                            return nil
                        }
                    }
                })
            for (input, error) in errors { tally.fail(input, error) }
            // The sheet is drawn again without pictures that can't be read.
            if errors.isEmpty { sheet = image }
        }
        guard let image = sheet else { return }
        try await output.write(image, replacing: options.force)
        if plan == nil { tally.countDrawn(pictures.count) }
        if !options.quiet && path != "-" {
            Console.error("\(path): \(pictures.count.counting("picture")), \(image.size) pixels")
        }
    }

    private func picture(of picture: PictureList.Element, keepsType: Bool, size: PixelSize) throws -> Image {
        var decoding = decoding
        decoding.resize = Resize(into: size)
        let file: FilePath
        if let plan {
            file = plan.item(for: picture, keepsType: keepsType).versions[largest].output
        } else if case .file(let path) = picture.source {
            file = path
        } else {
            throw Failure(.usage, "A contact sheet of pictures from URLs needs --to FOLDER.")
        }
        let bytes = try PictureFile.read(file, maximumBytes: decoding.limits.bytes)
        return try Image(decoding: bytes, options: decoding)
    }

    /// The index of the largest size.
    private var largest: Int { boxes.indices.max { boxes[$0].size.area < boxes[$1].size.area } ?? 0 }

    /// Returns a roughly square layout for a number of pictures. Tiles are at most as large as the results, and smaller for many pictures,
    /// so a thousand pictures fit. If only the sheet is made, tiles have the requested size.
    private func layout(for count: Int) -> ContactSheet {
        let columns = ContactSheet.columns(for: count)
        let box = boxes[largest]
        let side = min(box.width ?? box.size.height, 2_000)
        let sides = [240, 180, 120, 80]
        let sheets = (plan == nil ? [side] + sides.filter { $0 < side } : sides.map { min($0, side) }).map { width in
            // A picture that fills its box has the aspect ratio of the box. Other pictures usually have the aspect ratio of photos.
            let ratio = options.fit == .inside ? 0.75 : Double(box.size.height) / Double(box.size.width)
            return ContactSheet(
                columns: columns,
                tileSize: PixelSize(width: width, height: max(1, Int(Double(width) * min(2, ratio)))),
                spacing: max(8, width / 15), textSize: max(10, width / 16))
        }
        return sheets.first { $0.size(for: count).area <= 40_000_000 } ?? sheets[sheets.count - 1]
    }
}
