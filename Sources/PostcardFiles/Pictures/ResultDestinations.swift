package import PostcardCore
import PostcardDisk
package import PostcardImaging
import SystemPackage

/// Results at separate destinations, without a record of how they were made.
package struct ResultDestinations: ResultStore {
    /// A destination, and the action if a file or object exists there.
    package struct Place: Sendable {
        let destination: PictureDestination
        let existing: PictureJob.ExistingResult

        package init(_ destination: PictureDestination, existing: PictureJob.ExistingResult) {
            (self.destination, self.existing) = (destination, existing)
        }
    }

    /// The store for results at `s3://` URLs; `nil` if the network is not used.
    let objects: (any ByteStore)?
    /// The maximum size in bytes of an existing result to keep.
    let maximumBytes: Int
    /// Fetches existing results.
    let fetch: PictureSource.Fetch
    /// Converts errors, and marks them as errors of results; `nil` to throw the original errors.
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
                case .object(let address): try await store(for: destination).exists(address)
                }
            guard exists else { return .outdated }
            guard place.existing == .keep else { throw destination.refusal }
            let bytes = try await PictureFile.read(destination.source, maximumBytes: maximumBytes, fetch: fetch)
            do throws(ImageError) {
                let header = try ImageHeader(of: bytes)
                return .kept(header.size, header.format, byteCount: bytes.count)
            } catch {
                throw FileError(
                    .exists, "\(destination) already exists and can't be kept: \(error.message)", .replace(.file))
            }
        } catch {
            throw marked(error, except: [.exists, .invalidJob, .unsupported, .interrupted, .timeout])
        }
    }

    package func write(_ file: PictureConversion.Result, to place: Place, ofVersion version: String?) async throws {
        do {
            // If a result has appeared since the check, another process with the same job wrote it.
            let replaces = place.existing != .fail
            switch place.destination {
            case .file(let path):
                let folder = path.removingLastComponent()
                if !folder.isEmpty { try FileSystem.makeDirectories(folder) }
                try PictureFile.write(file.bytes, to: path, replacing: replaces)
            case .object(let address):
                try await store(for: place.destination)
                    .write(file.bytes, as: address, format: file.format, replacing: replaces)
            }
        } catch {
            throw marked(error, except: [.exists])
        }
    }

    /// Returns the store for objects.
    ///
    /// - Throws: `FileError` with code `unsupported` if the store is missing because no network is used.
    private func store(for destination: PictureDestination) throws(FileError) -> any ByteStore {
        guard let objects else {
            throw FileError(.unsupported, "\(destination) is a URL, and writing to URLs is not supported here.")
        }
        return objects
    }

    /// Returns the error, marked as an error of a result unless the error has one of `codes`.
    private func marked(_ error: any Error, except codes: Set<PictureJobError.Code>) -> any Error {
        guard var described = describe?(error) else { return error }
        described.isOfResult = !codes.contains(described.code)
        return described
    }
}

extension ByteStore {
    /// Writes a picture as an object. A failed write leaves no partial object.
    ///
    /// Not all servers can write an object only if it is missing. If two processes write the same object at the same time, the later write
    /// replaces the earlier one.
    ///
    /// - Throws: `FileError` with code `exists` for an existing object that must not be replaced, and write errors.
    package func write(_ bytes: [UInt8], as address: String, format: ImageFormat, replacing: Bool) async throws {
        if !replacing, try await exists(address) { throw PictureDestination.object(address).refusal }
        try await write(bytes, as: address, type: format.mediaType)
    }
}
