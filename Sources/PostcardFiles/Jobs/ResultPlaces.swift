import PostcardDisk
import Synchronization
import SystemPackage

/// The places of the results of one run, by job. It prevents two jobs from writing the same file.
final class ResultPlaces: Sendable {
    /// The hashes of job ids by the hashes of places. Hashes save memory in runs of millions of jobs.
    private let owners = Mutex<[Int: Int]>([:])

    /// Claims places for a job. A job that has them already, such as in a retry, may write them again.
    ///
    /// - Returns: the places that no job had.
    /// - Throws: `LibraryError` with code `exists` if another job, or another output of this job, has one of the places; then none is claimed.
    func claim(
        _ places: [PictureDestination], for id: PictureJob.ID
    ) throws(LibraryError) -> [PictureDestination] {
        let owner = id.hashValue
        var new: [PictureDestination] = []
        let taken: PictureDestination? = owners.withLock { owners in
            for place in places {
                switch owners[place.normal.hashValue] {
                case nil:
                    owners[place.normal.hashValue] = owner
                    new.append(place)
                case owner? where !new.contains { $0.normal == place.normal }: continue
                case _?: return place
                }
            }
            return nil
        }
        guard let taken else { return new }
        release(new)
        throw LibraryError(
            .exists,
            "\(taken) is the place of another result of this run. Give each a name of its own, as {dir}, {name} and {id} do."
        )
    }

    /// Releases the places of a failed job.
    func release(_ places: [PictureDestination]) {
        owners.withLock { owners in
            for place in places { owners[place.normal.hashValue] = nil }
        }
    }
}

extension PictureDestination {
    /// The same place in a normal form.
    fileprivate var normal: PictureDestination {
        if case .file(let path) = self { .file(path.absolute.lexicallyNormalized()) } else { self }
    }
}
