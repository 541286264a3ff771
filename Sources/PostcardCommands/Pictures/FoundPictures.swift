import PostcardLibrary
import SystemPackage

/// The pictures that arguments specify.
struct FoundPictures {
    /// The arguments that are not folders, and the pictures in folders and their subfolders, including results of earlier runs.
    private(set) var names: [String] = []
    /// The reasons why folders are empty or unreadable.
    private(set) var failures: [Failure] = []

    init(in inputs: [String]) {
        for input in inputs {
            let path = FilePath(argument: input)
            guard case .file = PictureSource(bytes: path.bytes), (try? PictureTree.isFolder(path)) ?? false else {
                names.append(input)
                continue
            }
            let before = names.count + failures.count
            PictureTree.walk(below: path) { finding in
                switch finding {
                case .picture(let path), .result(let path): names.append(CommandArguments.text(of: path.bytes))
                case .failure(let folder, let error): failures.append(Failure(error).naming("\(folder)"))
                case .link: break
                }
            }
            if names.count + failures.count == before {
                failures.append(Failure(FileError(.notFound, "There are no pictures in \(input).")))
            }
        }
    }
}
