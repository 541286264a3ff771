import ArgumentParser
package import PostcardImaging
import PostcardLibrary
import PostcardMemes
import PostcardPhotos

/// An error that ends a command, with a message for people and an exit status for scripts.
package struct Failure: Error, CustomStringConvertible {
    /// The exit statuses, as in sysexits.h.
    package enum Status: Int32 {
        case usage = 64
        case badData = 65
        case missingInput = 66
        case unavailable = 69
        case internalError = 70
        case system = 71
        case cannotCreate = 73
        case inputOutput = 74
        case tryAgain = 75
        case notPermitted = 77
        case badSettings = 78
        case hungUp = 129
        case interrupted = 130
        case terminated = 143
    }

    let status: Status
    package let description: String
    /// The limit that the user can raise; `nil` for none.
    let limit: ImageError.Limit?
    /// An error of the argument parser, which has its own exit status and output. Help and version are such errors.
    private var parsing: (any Error)?

    package init(_ status: Status, _ message: String, limit: ImageError.Limit? = nil) {
        self.status = status
        description = message
        self.limit = limit
    }

    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as ImageError: self.init(Status(error.code), error.message, limit: error.limit)
        case let error as LibraryError:
            self.init(Status(error.code), error.advice, limit: error.suggestion == .raiseByteLimit ? .bytes : nil)
        case let error as MemeError: self.init(Status(error.code), error.message)
        case let error as SourceError:
            self.init(Status(error.code), error.message, limit: error.code == .tooLarge ? .bytes : nil)
        case let error as CoordinateError: self.init(.usage, error.message)
        case is CancellationError: self.init(Interruption.status, "Interrupted.")
        default:
            self.init(.internalError, "\(error)")
            parsing = error
        }
    }

    /// Prints the message and ends the process.
    ///
    /// - Parameter command: the command, whose usage is printed if it was used wrongly.
    func exit(of command: (any ParsableCommand.Type)? = nil) -> Never {
        guard let parsing, Postcard.exitCode(for: parsing) != .failure else {
            Console.error("postcard: \(namingLimit(of: command).description)")
            Postcard.exit(withError: ExitCode(status.rawValue))
        }
        let code = Postcard.exitCode(for: parsing)
        if code == .success {
            Console.printText(Postcard.fullMessage(for: parsing))
            Self.finish()
        }
        if let command, let error = parsing as? ValidationError {
            Console.error("Error: \(error.message)")
            let usage = Postcard.usageString(for: command)
            Console.errorText(usage.hasPrefix("Usage") ? usage : "Usage: \(usage.replacing("\n", with: "\n       "))")
        } else {
            Console.errorText(Postcard.fullMessage(for: parsing))
        }
        Postcard.exit(withError: code)
    }

    /// Ends the process after success.
    static func finish() -> Never {
        do throws(Failure) {
            try Console.finish()
            Postcard.exit()
        } catch {
            error.exit()
        }
    }
}

/// Throws a usage error if a condition is false.
func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(ValidationError) {
    if !condition { throw ValidationError(message()) }
}

/// Throws an error with an exit status if a condition is false.
func require(_ condition: Bool, _ status: Failure.Status, _ message: @autoclosure () -> String) throws(Failure) {
    if !condition { throw Failure(status, message()) }
}

/// Runs `body`, whose errors are those of the command's arguments, and converts them to usage errors.
func usage<Result>(_ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as ImageError {
        throw ValidationError(error.message)
    } catch let error as MemeError {
        throw ValidationError(error.message)
    }
}

extension Failure.Status {
    init(_ code: ImageError.Code) {
        self = code == .outOfMemory ? .internalError : code == .encodingFailed ? .cannotCreate : .badData
    }

    init(_ code: LibraryError.Code) {
        switch code {
        case .notFound, .notADirectory: self = .missingInput
        case .permissionDenied, .readOnlyFileSystem, .networkDisk: self = .notPermitted
        case .conflict, .exists, .noOtherPhotos: self = .cannotCreate
        case .noSpace: self = .inputOutput
        case .busy, .downloading: self = .tryAgain
        case .damaged, .invalidRecord, .newerFormat, .tooLarge, .unsupported: self = .badData
        case .ambiguous, .blank, .invalidKey, .invalidValue, .isADirectory, .noPosition: self = .usage
        default: self = .inputOutput
        }
    }

    init(_ code: MemeError.Code) {
        self = code == .outOfMemory ? .internalError : code == .missingLibrary ? .unavailable : .badData
    }

    init(_ code: SourceError.Code) {
        switch code {
        case .keyRefused, .refused: self = .notPermitted
        case .rateLimited: self = .tryAgain
        case .gone: self = .missingInput
        case .notAPicture, .tooLarge: self = .badData
        case .badQuery: self = .usage
        default: self = .unavailable
        }
    }
}

extension LibraryError {
    /// The message with the command or option that helps.
    var advice: String {
        guard let hint else { return message }
        return "\(message) \(hint)"
    }

    private var hint: String? {
        switch suggestion {
        case nil, .raiseByteLimit: nil
        case .list(let kind, let container, let isExact):
            "\(isExact && code != .ambiguous ? "Give the whole of an id or name; see" : "See") all with: \(Self.command(listing: kind, of: container))"
        case .listDeleted: "See what can be restored with: postcard restore"
        case .downloadAlbum(let pin):
            "\(code == .blank ? "Get some" : "Download one") with: postcard album open \(pin)"
        case .replace(let target): Self.replacing(target)
        case .shareWithPositions(let orLeaveOut):
            orLeaveOut ? "Leave it out, or share it with --positions all." : "Share it with --positions all."
        case .tellApart(let base):
            base.map { "Keep their folders with --base \($0)." }
                ?? "Tell them apart with {type} in --name, for example \"{name}-{type}.{ext}\", or make them in separate runs."
        case .changeOverHTTP:
            "Run postcard serve on the machine that has the disk, and change the library over HTTP."
        case .nameLibrary: "Name one with --library."
        }
    }

    private static func command(listing kind: String, of container: String?) -> String {
        switch kind {
        case "photo": "postcard album list"
        case "place": "postcard journal show\(container.map { " \($0)" } ?? "")"
        default: "postcard \(kind) list"
        }
    }

    private static func replacing(_ target: Suggestion.Target) -> String {
        switch target {
        case .file: "Name another file, or replace it with --force."
        case .result: "Name another folder, or replace it with --force."
        case .folder: "Name another folder, or write into it with --force."
        case .export: "Name another folder, or renew it with --force."
        case .template: "Replace it with --force, or use another name."
        }
    }
}
