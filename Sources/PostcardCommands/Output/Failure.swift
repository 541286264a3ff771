import ArgumentParser
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import PostcardSources

/// Ends a command: a message for the person on standard error, a number for the script that called.
package struct Failure: Error, CustomStringConvertible {
    /// Exit statuses after sysexits.h.
    package enum Status: Int32 {
        case usage = 64
        case badData = 65
        case missingInput = 66
        case unavailable = 69
        case internalFault = 70
        case cannotCreate = 73
        case inputOutput = 74
        case tryAgain = 75
        case notPermitted = 77
        case badSettings = 78
        case interrupted = 130
        case terminated = 143
    }

    let status: Status
    package let description: String
    /// An error of the argument parser, which knows itself how to end: help and versions are such errors.
    private var parsing: (any Error)?

    package init(_ status: Status, _ message: String) {
        self.status = status
        description = message
    }

    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as ImageError: self.init(Status(error.code), error.message)
        case let error as LibraryError: self.init(Status(error.code), error.advice)
        case let error as MemeError: self.init(Status(error.code), error.message)
        case let error as SourceError: self.init(Status(error.code), error.message)
        case let error as CoordinateError: self.init(.usage, error.message)
        case is CancellationError: self.init(Interruption.status, "Interrupted.")
        default:
            self.init(.internalFault, "\(error)")
            parsing = error
        }
    }

    /// Says what happened and ends the program.
    ///
    /// - Parameter command: the command that failed, whose usage is shown where it was used wrongly.
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
            Console.errorText(
                usage.hasPrefix("Usage") ? usage : "Usage: \(usage.replacing("\n", with: "\n       "))")
        } else {
            Console.errorText(Postcard.fullMessage(for: parsing))
        }
        Postcard.exit(withError: code)
    }

    /// Ends the program after it did what was asked.
    static func finish() -> Never {
        do throws(Failure) {
            try Console.finish()
            Postcard.exit()
        } catch {
            error.exit()
        }
    }
}

extension Failure.Status {
    init(_ code: ImageError.Code) {
        self = code == .outOfMemory ? .internalFault : code == .encodingFailed ? .cannotCreate : .badData
    }

    init(_ code: LibraryError.Code) {
        switch code {
        case .notFound, .notADirectory: self = .missingInput
        case .permissionDenied, .readOnlyFileSystem, .networkDisk: self = .notPermitted
        case .conflict: self = .cannotCreate
        case .noSpace: self = .inputOutput
        case .busy: self = .tryAgain
        case .damaged, .invalidRecord, .newerFormat, .tooLarge, .unsupported: self = .badData
        case .ambiguous, .blank, .invalidKey, .invalidValue: self = .usage
        default: self = .inputOutput
        }
    }

    init(_ code: MemeError.Code) {
        self = code == .outOfMemory ? .internalFault : .badData
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
