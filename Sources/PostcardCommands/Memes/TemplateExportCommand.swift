import ArgumentParser
import PostcardCore
import PostcardLibrary
import SystemPackage

struct TemplateExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a template to a file or folder, to share or edit it.",
        discussion: """
            A .json file contains the template and its pictures. A folder contains
            template.json and the pictures as files. Both can be added to a library with
            postcard template add.

            EXAMPLES
              postcard template export crossroads --to crossroads.json
              postcard template export crossroads --to crossroads/
            """)

    @Argument(help: "The template's name.", completion: .templates) var name: String

    @Option(help: "A .json file, or a folder, which is created if missing.", completion: .file()) var to: String

    @Flag(help: "Replace existing files.") var force = false

    @OptionGroup var options: LibraryOptions

    func run() throws {
        let document = try options.template(named: name).document()
        var files: [NameKey: [UInt8]]
        if to.hasSuffix(".json") {
            files = [NameKey(to): try document.json().bytes]
        } else {
            let folder = FilePath(to)
            files = document.files.reduce(into: [:]) { $0[folder.appending($1.key.string).string] = $1.value }
            files[folder.appending(TemplateStore.fileName).string] =
                Array(try ListingEncoder.encode(document.template))
            try NewFolder.make(to)
        }
        for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
            try PictureFile.write(bytes, to: FilePath(path.string), replacing: force)
        }
        Console.print(to)
    }
}
