import PostcardDisk
import PostcardImaging
import PostcardMemes

/// The error of a job: a code for engines to decide on, and a message for people.
package struct PictureJobError: Error, Sendable {
    /// The kind of error, as results name it.
    package enum Code: String, Sendable, CaseIterable {
        /// The line is no job, or asks for what cannot be.
        case invalidJob
        /// There is no such file, or nothing at the address.
        case notFound
        /// A file, a folder or an address may not be read or written.
        case notPermitted
        /// The picture contradicts its format, or ends early.
        case damaged
        /// The file is not a picture, or one of a format that is not read or written.
        case unsupported
        /// The source or the result is beyond a limit.
        case tooLarge
        /// There is a file with the name of the result.
        case exists
        /// A server cannot be reached, or does not work.
        case unavailable
        /// The job took longer than it may.
        case timeout
        /// The program was told to end.
        case interrupted
        /// The disk is full.
        case noSpace
        /// Memory is short.
        case outOfMemory
        /// Reading or writing failed in another way.
        case inputOutput

        /// A Boolean value that indicates whether the same job may succeed later, or on another machine.
        package var mayPass: Bool {
            switch self {
            case .unavailable, .timeout, .interrupted, .noSpace, .outOfMemory, .inputOutput: true
            case .invalidJob, .notFound, .notPermitted, .damaged, .unsupported, .tooLarge, .exists: false
            }
        }
    }

    /// The kind of error.
    package let code: Code
    /// The problem and the remedy, as a sentence.
    package var message: String
    /// A Boolean value that indicates whether the picture is well, but its result cannot be written where it should be.
    package var isOfResult = false

    /// Makes an error.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Describes an error of files, pictures or memes; any other is one of input and output.
    package init(_ error: any Error) {
        switch error {
        case let error as PictureJobError: self = error
        case let error as LibraryError: self.init(Code(error.code), error.message)
        case let error as ImageError: self.init(Code(error.code), error.message)
        case let error as MemeError:
            self.init(error.code == .outOfMemory ? .outOfMemory : .invalidJob, error.message)
        case is CancellationError: self.init(.interrupted, "Interrupted.")
        default: self.init(.inputOutput, "\(error)")
        }
    }
}

extension PictureJobError.Code {
    fileprivate init(_ code: LibraryError.Code) {
        self =
            switch code {
            case .notFound, .notADirectory: .notFound
            case .permissionDenied, .readOnlyFileSystem: .notPermitted
            case .tooLarge: .tooLarge
            case .unsupported: .unsupported
            case .exists: .exists
            case .noSpace: .noSpace
            case .invalidRecord, .invalidValue, .invalidKey, .isADirectory: .invalidJob
            case .damaged: .damaged
            default: .inputOutput
            }
    }

    fileprivate init(_ code: ImageError.Code) {
        self =
            switch code {
            case .damaged, .truncated: .damaged
            case .unsupported, .encodingFailed: .unsupported
            case .limitExceeded: .tooLarge
            case .outOfMemory: .outOfMemory
            case .emptyResult: .invalidJob
            case .interrupted: .interrupted
            }
    }
}
