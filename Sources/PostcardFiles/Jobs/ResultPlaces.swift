import PostcardDisk
import Synchronization
import SystemPackage

/// The places of the results of one run, each of which is for one job: two pictures of one name must not become one file.
final class ResultPlaces: Sendable {
    /// Hashes of ids by those of places, since a run may have millions.
    private let owners = Mutex<[Int: Int]>([:])

    /// Takes places for a job. One that has them already may write them again, as retries do.
    ///
    /// - Returns: those of them that no job had.
    /// - Throws: `LibraryError` with code `conflict` when another job, or another output of the same, has one; then none is taken.
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

    /// Gives places back of a job that failed.
    func release(_ places: [PictureDestination]) {
        owners.withLock { owners in
            for place in places { owners[place.normal.hashValue] = nil }
        }
    }
}

extension PictureDestination {
    /// The same place, written in the usual way.
    fileprivate var normal: PictureDestination {
        if case .file(let path) = self { .file(path.absolute.lexicallyNormalized()) } else { self }
    }
}
