import ArgumentParser
package import PostcardImaging
import PostcardLibrary
import PostcardMemes
import PostcardPhotos
import PostcardSources

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
    /// An error from the argument parser. Such errors have their own exit statuses and output. Requests for help and the version are also
    /// reported as such errors.
    private var parsing: (any Error)?

    package init(_ status: Status, _ message: String, limit: ImageError.Limit? = nil) {
        self.status = status
        description = message
        self.limit = limit
    }

    package init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as ImageError: self.init(Status(error.code), error.message, limit: error.limit)
        case let error as FileError:
            self.init(Status(error.code), error.advice, limit: error.suggestion == .raiseByteLimit ? .bytes : nil)
        case let error as LibraryError: self.init(Status(error.code), error.advice)
        case let error as MemeError: self.init(Status(error.code), error.message)
        case let error as SourceError:
            self.init(Status(error.code), error.message, limit: error.code == .tooLarge ? .bytes : nil)
        case let error as ProviderError: self.init(error.advice)
        case let error as CoordinateError: self.init(.usage, error.message)
        case is CancellationError: self.init(Interruption.status, "Interrupted.")
        default:
            self.init(.internalError, "\(error)")
            parsing = error
        }
    }

    /// Prints the message and ends the process.
    ///
    /// - Parameter command: the command, whose usage is printed after a usage error.
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

/// Throws a usage error if an option has a value outside a range.
func require(_ option: String, _ value: Int?, in range: ClosedRange<Int>) throws(ValidationError) {
    guard let value, !range.contains(value) else { return }
    throw ValidationError("\(option) is \(value); it must be between \(range.lowerBound) and \(range.upperBound).")
}

/// Throws an error with an exit status if a condition is false.
func require(_ condition: Bool, _ status: Failure.Status, _ message: @autoclosure () -> String) throws(Failure) {
    if !condition { throw Failure(status, message()) }
}

/// Runs `body`, and converts its errors to usage errors, because the command's arguments cause them.
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

    init(_ code: FileError.Code) {
        switch code {
        case .notFound, .notADirectory: self = .missingInput
        case .permissionDenied, .readOnlyFileSystem, .networkDisk: self = .notPermitted
        case .conflict, .exists: self = .cannotCreate
        case .inputOutput, .missingBlob, .noSpace: self = .inputOutput
        case .busy: self = .tryAgain
        case .damaged, .invalidRecord, .newerFormat, .tooLarge, .unsupported: self = .badData
        case .invalidKey, .invalidValue, .isADirectory: self = .usage
        }
    }

    init(_ code: LibraryError.Code) {
        switch code {
        case .notFound: self = .missingInput
        case .permissionDenied: self = .notPermitted
        case .conflict, .exists, .noOtherPhotos: self = .cannotCreate
        case .preconditionFailed: self = .inputOutput
        case .downloading: self = .tryAgain
        case .unsupported: self = .badData
        case .ambiguous, .blank, .invalidKey, .invalidValue, .noPosition: self = .usage
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
