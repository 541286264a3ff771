import PostcardLibrary

extension FileError {
    /// The message, followed by a command or option that can help.
    var advice: String { hint.map { "\(message) \($0)" } ?? message }

    private var hint: String? {
        switch suggestion {
        case nil, .raiseByteLimit: nil
        case .replace(.file): "Choose another name, or replace it with --force."
        case .replace(.result): "Choose another folder, or replace it with --force."
        case .replace(.folder): "Choose another folder, or write into it with --force."
        case .distinguishNames(let base):
            base.map { "Keep the pictures' folders with --base \($0)." }
                ?? "Make the names differ with {type} in --name, for example \"{name}-{type}.{ext}\", or use separate runs."
        case .changeOverHTTP:
            "Run postcard serve on the machine that has the disk, and change the library over HTTP."
        }
    }
}
