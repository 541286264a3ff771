import PostcardCore
import PostcardDisk
import PostcardLibrary

extension SourcePictures {
    /// A picture file in memory.
    struct Picture: Sendable {
        let bytes: [UInt8]
        /// The value that no other version of the picture has: the hash of its bytes, unless its origin says what tells versions apart.
        let hash: BlobHash
    }

    /// Picture files that are in memory together; their bytes count as long as there is a reference to them.
    struct Files: Sendable {
        let pictures: [Picture]
        let permit: WeightedSemaphore.Permit
    }

    /// A picture that was found, and what is known of it without reading it.
    struct Found: Sendable {
        enum Content: Sendable {
            case local(LocalContent)
            case fetched(FetchedPicture)
            /// It was fetched earlier, or its beginning was.
            case kept(RemotePictures.Place)
        }
        enum LocalContent: Sendable {
            /// A file that is to be read. It stays open, so that what is read is what was found.
            case file(UnreadFile)
            /// A file that was read before.
            case knownFile
            /// A video of the library, of which a frame is taken.
            case video(path: String)
            case library(LibraryPictures.Item)
        }
        let name: String
        /// Nil for a file that was never read.
        let hash: BlobHash?
        let stamp: Stamp?
        let byteCount: Int
        let content: Content
        /// What is known of a picture that comes over the network.
        var record: FetchedRecord?
        /// True when it is good only because its origin is away.
        var isStale = false
    }

    /// An open file with what tells its content from another.
    final class UnreadFile: Sendable {
        let file: OwnedDescriptor
        let identity: FileIdentity

        init(_ file: consuming OwnedDescriptor, _ identity: FileIdentity) {
            self.file = file
            self.identity = identity
        }
    }

    /// A value that tells whether a picture is still the same one.
    enum Stamp: Sendable {
        case file(name: String, FileIdentity)
        case fetched(key: String, BlobHash)
    }

    /// A picture that came from elsewhere, and the room that it has until it is counted as others are.
    struct FetchedPicture: Sendable {
        let picture: Picture
        let room: WeightedSemaphore.Permit
    }
}
