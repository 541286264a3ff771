package import PostcardCore
import PostcardDisk
import PostcardImaging
import SystemPackage

/// Results at destinations of their own, without a record of the way in which they were made.
package struct ResultDestinations: ResultStore {
    /// A destination, and the treatment of an existing file or object there.
    package struct Place: Sendable {
        let destination: PictureDestination
        let existing: PictureJob.ExistingResult

        package init(_ destination: PictureDestination, existing: PictureJob.ExistingResult) {
            (self.destination, self.existing) = (destination, existing)
        }
    }

    /// The store for results at `s3://` addresses; `nil` without network.
    let objects: (any ByteStore)?
    /// The largest length in bytes of an existing result that is kept.
    let maximumBytes: Int
    /// Fetches existing results.
    let fetch: PictureSource.Fetch
    /// Converts errors, which are marked as those of results; `nil` to throw them as they are.
    let describe: (@Sendable (any Error) -> PictureJobError)?

    package init(
        objects: (any ByteStore)?, maximumBytes: Int, fetch: @escaping PictureSource.Fetch,
        describe: (@Sendable (any Error) -> PictureJobError)? = nil
    ) {
        (self.objects, self.maximumBytes, self.fetch, self.describe) = (objects, maximumBytes, fetch, describe)
    }

    package func state(of place: Place) async throws -> ResultState {
        let destination = place.destination
        do {
            guard place.existing != .replace else { return .outdated }
            let exists =
                switch destination {
                case .file(let path): try FileSystem.status(of: path) != nil
                case .object(let address): try await PictureFile.required(objects, for: destination).exists(address)
                }
            guard exists else { return .outdated }
            guard place.existing == .keep else { throw destination.refusal }
            let bytes = try await PictureFile.read(destination.source, maximumBytes: maximumBytes, fetch: fetch)
            do throws(ImageError) {
                let header = try ImageHeader(of: bytes.span.bytes)
                return .kept(header.size, header.format, byteCount: bytes.count)
            } catch {
                throw FileError(
                    .exists, "\(destination) exists already, and cannot be kept: \(error.message)", .replace(.file))
            }
        } catch {
            throw marked(error, except: [.exists, .invalidJob, .unsupported, .interrupted, .timeout])
        }
    }

    package func write(_ file: PictureConversion.Result, to place: Place, ofVersion version: String?) async throws {
        do {
            if case .file(let path) = place.destination, !path.removingLastComponent().isEmpty {
                try FileSystem.makeDirectories(path.removingLastComponent())
            }
            // A result that appeared since the check was written by another process that does the same job.
            try await PictureFile.write(
                file.bytes, to: place.destination, format: file.format, replacing: place.existing != .fail,
                store: objects)
        } catch {
            throw marked(error, except: [.exists])
        }
    }

    /// Returns the error of a result, marked as one unless it has one of `codes`.
    private func marked(_ error: any Error, except codes: Set<PictureJobError.Code>) -> any Error {
        guard var described = describe?(error) else { return error }
        described.isOfResult = !codes.contains(described.code)
        return described
    }
}
