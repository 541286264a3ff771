import PostcardDisk
import SystemPackage

/// The output path of a recipe, with the placeholders `{dir}`, `{name}` and `{id}`.
struct OutputPattern {
    private enum Placeholder: String {
        case dir, name, id
    }

    private let parts: [PatternPart<Placeholder>]

    /// Parses a pattern.
    ///
    /// - Throws: `FileError` with code `invalidValue` for an unknown placeholder.
    init(_ text: String) throws(FileError) {
        guard let parts = PatternPart<Placeholder>.parts(of: text) else {
            throw FileError(
                .invalidValue, "\(text): the output path of a recipe can contain only {dir}, {name} and {id} in braces."
            )
        }
        self.parts = parts
    }

    /// Returns the path for a job. The path depends only on the job's input and id.
    ///
    /// - Throws: `FileError` with code `invalidValue` if the job has no id or name, but the pattern needs it.
    func path(for input: PictureJob.Input, id: PictureJob.ID?) throws(FileError) -> String {
        var path = ""
        var isAfterEmptyFolder = false
        for part in parts {
            switch part {
            case .text(let text):
                path += isAfterEmptyFolder && text.hasPrefix("/") ? String(text.dropFirst()) : text
                isAfterEmptyFolder = false
            case .placeholder(.dir):
                let folder =
                    try input.relativePath.map { path throws(FileError) in
                        try Self.text(of: path.removingLastComponent())
                    } ?? ""
                path += folder
                isAfterEmptyFolder = folder.isEmpty
            case .placeholder(.name):
                guard let name = input.relativePath?.lastComponent.map({ FilePath(root: nil, [$0]) }) else {
                    throw FileError(
                        .invalidValue, "A picture in Base64 has no name. Use {id}, or set the job's output.")
                }
                path += try Self.text(of: name.withoutExtension)
            case .placeholder(.id): path += try Self.text(of: id)
            }
        }
        return path
    }

    private static func text(of id: PictureJob.ID?) throws(FileError) -> String {
        switch id {
        case .number(let number)?: return "\(number)"
        case .text(let text)?:
            guard !text.isEmpty, text != ".", text != "..", !text.contains("/"), !text.contains("\0") else {
                throw FileError(
                    .invalidValue, "The id “\(text)” can't be part of a file name. Use {dir} and {name}.")
            }
            return text
        case nil: throw FileError(.invalidValue, "The output path contains {id}, but the job has no id.")
        }
    }

    private static func text(of path: FilePath) throws(FileError) -> String {
        guard let text = String(validating: path.bytes, as: UTF8.self) else {
            throw FileError(.invalidValue, "The name \(path) is not UTF-8. Set the output in the job itself.")
        }
        return text
    }
}

extension PictureJob.Input {
    /// The folders and the name of the picture, without `..` and the root; `nil` if the input is bytes.
    var relativePath: FilePath? {
        guard case .source(let source) = self else { return nil }
        return FilePath(root: nil, source.path.components.filter { $0.kind == .regular })
    }

    /// The path or URL as text; `nil` if the input is bytes.
    var name: String? {
        if case .source(let source) = self { "\(source)" } else { nil }
    }
}

extension PictureRecipe {
    /// Returns the recipe for one job, with the placeholders in its output paths replaced.
    func filled(for input: PictureJob.Input, id: PictureJob.ID?) throws(FileError) -> PictureRecipe {
        var recipe = self
        for index in outputs.indices {
            guard let path = outputs[index].path else { continue }
            recipe.outputs[index].path = try OutputPattern(path).path(for: input, id: id)
        }
        return recipe
    }
}
