import PostcardLibrary

extension FileError {
    /// The message with the command or option that helps.
    var advice: String { hint.map { "\(message) \($0)" } ?? message }

    private var hint: String? {
        switch suggestion {
        case nil, .raiseByteLimit: nil
        case .replace(.file): "Name another file, or replace it with --force."
        case .replace(.result): "Name another folder, or replace it with --force."
        case .replace(.folder): "Name another folder, or write into it with --force."
        case .tellApart(let base):
            base.map { "Keep their folders with --base \($0)." }
                ?? "Tell them apart with {type} in --name, for example \"{name}-{type}.{ext}\", or make them in separate runs."
        case .changeOverHTTP:
            "Run postcard serve on the machine that has the disk, and change the library over HTTP."
        }
    }
}
