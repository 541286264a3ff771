import HTTPTypes
import HummingbirdCore
import PostcardLibrary

extension LibraryCall {
    /// The call with the condition of its `If-Match`, if what is at its address has that version.
    ///
    /// It is looked at before the body is read, and for changes once more in one step with the change: two clients that saw the
    /// same version cannot both change it, whatever processes they speak to.
    ///
    /// - Throws: `HTTPError` with status 412 for another version.
    func conditioned() throws -> LibraryCall {
        guard let wanted = request.headers.versionsWanted else { return self }
        guard let version = operation.version else {
            // Files and lists look when they know their own versions; to others no version can be meant.
            guard operation.operation.method == .get || wanted == "*" else { throw HTTPError.otherVersion }
            return self
        }
        guard EntityTags.matchesStrongly(wanted, try version(self)) else { throw HTTPError.otherVersion }
        guard operation.operation.method != .get else { return self }
        var call = self
        let asked = self
        call.condition = { () throws(LibraryError) in
            do {
                return EntityTags.matchesStrongly(wanted, try version(asked))
            } catch let error as LibraryError {
                throw error
            } catch {
                // What has gone has no version.
                return false
            }
        }
        return call
    }

    /// - Throws: `HTTPError` with status 412 when the client means another version of what it reads.
    func requireWanted(_ tag: String) throws(HTTPError) {
        guard operation.operation.method == .get, let wanted = request.headers.versionsWanted,
            !EntityTags.matchesStrongly(wanted, tag)
        else { return }
        throw .otherVersion
    }
}
