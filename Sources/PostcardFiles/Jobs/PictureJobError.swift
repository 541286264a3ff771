import PostcardDisk
import PostcardImaging
import PostcardMemes

/// The error of a job: a code for programs and a message for people.
package struct PictureJobError: Error, Sendable {
    /// The kind of error, as named in results.
    package enum Code: String, Sendable, CaseIterable {
        /// The line is not a job, or the job is impossible.
        case invalidJob
        /// The file or object does not exist.
        case notFound
        /// A file, folder or URL must not be read or written.
        case notPermitted
        /// The file is truncated, or violates its format.
        case damaged
        /// The file is not a picture, or its format can't be read or written.
        case unsupported
        /// The source or the result exceeds a limit.
        case tooLarge
        /// A file with the result's name already exists.
        case exists
        /// A server is unreachable or not working.
        case unavailable
        /// The job took longer than allowed.
        case timeout
        /// The program was interrupted.
        case interrupted
        /// The disk is full.
        case noSpace
        /// The memory is exhausted.
        case outOfMemory
        /// Another read or write error.
        case inputOutput

        /// True if the same job might succeed later or on another machine.
        package var isRetryable: Bool {
            switch self {
            case .unavailable, .timeout, .interrupted, .noSpace, .outOfMemory, .inputOutput: true
            case .invalidJob, .notFound, .notPermitted, .damaged, .unsupported, .tooLarge, .exists: false
            }
        }
    }

    /// The kind of error.
    package let code: Code
    /// The message: what happened and what to do.
    package var message: String
    /// True if the error occurred while reading or writing the result rather than the picture.
    package var isOfResult = false

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Converts a file, image or meme error. Other errors have the code `inputOutput`.
    package init(_ error: any Error) {
        switch error {
        case let error as PictureJobError: self = error
        case let error as FileError: self.init(Code(error.code), error.message)
        case let error as ImageError: self.init(Code(error.code), error.message)
        case let error as MemeError:
            self.init(error.code == .outOfMemory ? .outOfMemory : .invalidJob, error.message)
        case is CancellationError: self.init(.interrupted, "Interrupted.")
        default: self.init(.inputOutput, "\(error)")
        }
    }
}

extension PictureJobError.Code {
    fileprivate init(_ code: FileError.Code) {
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
