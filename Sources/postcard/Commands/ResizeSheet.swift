import ArgumentParser
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import SystemPackage

/// The contact sheet of a run: its pictures in a grid, with their names.
struct ResizeSheet {
    private let plan: ResizePlan
    private let path: String
    private let output: PictureOutput
    private let replaces: Bool
    private let isQuiet: Bool
    private let decoding: DecodingOptions

    /// Fails early when the sheet could not be written.
    init(options: ResizeOptions, plan: ResizePlan, path: String) throws {
        self.plan = plan
        self.path = path
        output = try PictureOutput(path, quality: options.quality)
        guard path == "-" || options.force || (try? PictureTree.isFolder(FilePath(path))) == nil else {
            throw Failure(.cannotCreate, "\(path) exists already. Name another file, or replace it with --force.")
        }
        replaces = options.force
        isQuiet = options.quiet
        decoding = try options.decoding
    }

    /// Draws what a run made, or small versions of the pictures themselves when it made nothing else.
    func make(of items: [ResizeBatch.Item], tally: inout ResizeTally) throws {
        guard !items.isEmpty else { return }
        let sheet = layout(for: items.count)
        var failures: [(String, any Error)] = []
        let image = try sheet.image(
            of: items.map { item in
                ContactSheet.Item(caption: item.input.lastComponent.map { "\($0)" } ?? "\(item.input)") { size in
                    do {
                        return try picture(of: item, size: size)
                    } catch {
                        failures.append(("\(item.input)", error))
                        return nil
                    }
                }
            })
        for (input, error) in failures { tally.fail(input, error) }
        try output.write(image, replacing: replaces)
        if !isQuiet && path != "-" { Console.error("\(path): \(items.count) pictures on \(image.size) pixels") }
    }

    private func picture(of item: ResizeBatch.Item, size: PixelSize) throws -> Image {
        var options = decoding
        options.resize = Resize(into: size)
        let file = largest.map { item.versions[$0].output } ?? item.input
        let bytes = try PictureFile.read(file, maximumBytes: options.limits.bytes)
        return try Image(decoding: bytes, options: options)
    }

    /// The versions to show; none when there is only the sheet to make.
    private var largest: Int? {
        plan.folder == nil ? nil : plan.boxes.indices.max { plan.boxes[$0].size.area < plan.boxes[$1].size.area }
    }

    /// About square, with tiles that get smaller where there are many, so that a thousand pictures still fit, and that are no
    /// larger than what they show.
    private func layout(for count: Int) -> ContactSheet {
        let columns = ContactSheet.columns(for: count)
        let box = largest.map { plan.boxes[$0].size }
        let sheets = [240, 180, 120, 80].map { side in
            let width = min(side, box?.width ?? side)
            // What fills its box has the box's shape; most others are as wide as photos.
            let ratio = plan.fitting.fit == .inside ? 0.75 : box.map { Double($0.height) / Double($0.width) } ?? 0.75
            return ContactSheet(
                columns: columns,
                tileSize: PixelSize(width: width, height: max(1, Int(Double(width) * min(2, ratio)))),
                spacing: max(8, width / 15), textSize: max(10, width / 16))
        }
        return sheets.first { $0.size(for: count).area <= 40_000_000 } ?? sheets[sheets.count - 1]
    }
}
