import ArgumentParser
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import PostcardPhotos
import SystemPackage

struct TemplateAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add an image, a saved meme or a folder to the library as a template.",
        discussion: """
            A picture becomes a template with the texts of a style, or with a text in each
            --box. A meme's texts become the template's example. A folder contains
            template.json, or config.yml and pictures as in memegen. All templates in a
            folder of such folders are added.

            EXAMPLES
              postcard template add drake.jpg --box 0.5,0,0.5,0.5 --box 0.5,0.5,0.5,0.5 \\
                --color black --outline none --example "No|Yes"
              postcard template add cat.jpg --name cat --title "The cat" --keyword animal
              postcard template add chart.png --name chart --style label \\
                --license CC-BY-4.0 --credit "Ada"
              postcard template add cat.jpg --name cat --box 120px,20px,300px,80px
              postcard template add meme-2v8nq0c4r6td --name friday
              postcard template add my-template/
              postcard template add memegen/templates
              postcard template add cat.json
            """)

    @Argument(
        help:
            "A picture file or URL, a meme's id, a folder, or a .json file from postcard template export.",
        completion: .file())
    var path: String

    @Option(help: "The template's name: lowercase letters, digits, hyphens. (default: from the file name)")
    var name: String?

    @Option(help: "The style that places the texts on a picture. (default: classic)", completion: .styles)
    var style: String?

    @OptionGroup var details: TemplateDetails

    @Flag(help: "Replace a template of the same name.") var force = false

    @OptionGroup var options: LibraryOptions

    func run() async throws {
        let file = FilePath(path)
        let isMeme = path.hasPrefix("meme-") && !MemeSource.isExistingPath(path)
        let isFolder = try !isMeme && !PictureSource.isAddress(path) && PictureTree.isFolder(file)
        let library = try options.open(creates: true)
        if isFolder, try !TemplateStore.isTemplate(file) { return try addAll(in: file, to: library.templates) }
        try require(
            style == nil || !isFolder && !isMeme && !path.hasSuffix(".json"),
            "--style is for a picture; this template has its own style.")
        var document =
            if isFolder {
                try TemplateStore.read(file).document()
            } else if isMeme {
                try self.document(of: library.meme(named: path), in: library)
            } else {
                try document(inFile: await PictureInput.picture(named: path, limits: .default))
            }
        if let name { document.template.name = name }
        try document.apply(details)
        let stored = try library.templates.add(document, replacing: force)
        Console.print("\(stored.template.name): \(stored.template.slots.map(\.name).joined(separator: ", "))")
    }

    private func document(inFile bytes: [UInt8]) throws -> TemplateDocument {
        if path.hasSuffix(".json") {
            do {
                return try TemplateDocument(json: JSONValue(decodable: bytes))
            } catch let error as DecodingError {
                throw Failure(.badData, "\(path): \(error.explanation)")
            }
        }
        let picture = try ImageError.naming(path) { () throws(ImageError) in try ImageHeader(of: bytes) }
        let stem = PictureSource(path).name.stem ?? "template"
        let style = try MemeLookOptions.style(named: style ?? "classic")
        var template = Template(
            name: Template.name(from: stem), title: stem, picture: "picture.\(picture.format.fileExtension)",
            slots: style.slots, surround: style.surround)
        if !details.lettering.box.isEmpty {
            template.slots = [MemeStyle.Slot("text 1", style.slots[0].caption, on: style.slots[0].placement)]
        }
        return TemplateDocument(template: template, files: [NameKey(template.picture): bytes])
    }

    /// Returns the template of a meme, whose picture is the meme's base image as cropped.
    private func document(of record: MemeRecord, in library: Library) throws -> TemplateDocument {
        try require(
            record.allowsDerivatives, .notPermitted,
            "The license of the picture of \(record.id) does not allow changed versions, so it can't become a template."
        )
        var picture = try OpenedPicture(library.sourcePicture(of: record))
        if let crop = record.framing?.crop.flatMap({ MemeFile.Crop($0) }) {
            var job = MemeFile.Job(
                Meme(), on: picture, framing: MemeFile.Framing(crop: crop), encoding: .png, keepsBlocks: true)
            job.limits = library.limits
            picture = try OpenedPicture(ImageWork.run { try job.run() }.bytes)
        }
        var template = Template(
            name: name ?? record.id.rawValue, title: name, picture: "picture.\(picture.header.format.fileExtension)")
        (template.credit, template.source) = (record.owner, record.address)
        template.license = record.templateLicense ?? record.license?.id.uppercased()
        return try TemplateDocument(library.meme(of: record), on: picture.bytes, as: template)
    }

    private func addAll(in folder: FilePath, to store: TemplateStore) throws {
        try require(name == nil && details.isEmpty && style == nil, "With several templates, only --force can be used.")
        var (added, kept, failed) = (0, 0, 0)
        try store.addAll(in: folder, replacing: force) { name, result in
            switch result {
            case .success(.some(let stored)):
                added += 1
                Console.print("\(stored.template.name): \(stored.template.slots.map(\.name).joined(separator: ", "))")
            case .success(nil): kept += 1
            case .failure(let error):
                failed += 1
                Console.error("\(name): \(Failure(error).description)")
            }
        }
        // A folder without templates has the same error as a folder that is not a template.
        if added + kept + failed == 0 { _ = try TemplateStore.read(folder) }
        let existing = kept == 0 ? "" : " \(kept.counting("template")) already existed; replace them with --force."
        Console.error("Added \(added.counting("template")).\(existing)")
        try require(failed == 0, .badData, "\(failed.counting("template")) could not be added; see above.")
    }
}

extension TemplateDocument {
    /// Applies options to the template.
    mutating func apply(_ details: TemplateDetails) throws {
        guard let picture = files[template.picture] else {
            throw Failure(.badData, "The template \(template.name) lacks its file \(template.picture).")
        }
        try details.apply(to: &template, on: ImageHeader(of: picture).size)
    }
}
