import PostcardCore
import PostcardDisk
import PostcardLibrary

extension SourcePictures {
    /// A picture that was found, with the information that is available without reading its file.
    struct Found: Sendable {
        let name: String
        /// The hash of the picture; `nil` for a file that has not been read before.
        var hash: BlobHash?
        var stamp: Stamp?
        let byteCount: Int
        var content: Content
        /// The cached record of a remote picture; `nil` for other pictures.
        var remote: FetchedRecord?
        /// True for a stale picture that is used during an outage of its origin.
        var isStale = false
    }

    /// The location of a found picture's bytes.
    enum Content: Sendable {
        /// An open file in a folder. This file is read even if another file has taken its name in the meantime.
        case open(UnreadFile)
        /// A file with a known hash. The file is not kept open: its result might be cached, and requests that wait for the same result
        /// would use up the process's descriptors.
        case closed
        case library(LibraryPictures.Item)
        /// Memory: the bytes were fetched for this request.
        case fetched(FetchedPicture)
        /// The cache of fetched pictures, which might drop the bytes before they are read.
        case cached(RemotePictures.Location)
    }

    /// The stamp of a picture, which reveals later changes without reading the picture.
    enum Stamp: Sendable {
        case file(name: String, FileIdentity)
        case fetched(key: String, BlobHash)
    }

    /// An open, unread file in a folder.
    final class UnreadFile: Sendable {
        let file: OwnedDescriptor
        let identity: FileIdentity
        let byteCount: Int
        let isVideo: Bool
        /// The file calls in the file's folder.
        let calls: FolderCalls

        /// - Throws: `HTTPError` with status 404 for an unreadable file.
        init(_ file: consuming OwnedDescriptor, _ videos: VideoFrames, _ calls: FolderCalls) throws(HTTPError) {
            guard let status = file.status else { throw .unreadablePicture }
            identity = FileIdentity(status)
            byteCount = file.size
            isVideo = videos.isVideo(identity, file)
            self.file = file
            self.calls = calls
        }
    }

    /// A picture file in memory.
    struct Picture: Sendable {
        let bytes: [UInt8]
        /// The hash that identifies this version of the picture: the hash of its bytes or of the origin's strong validator.
        let hash: BlobHash
    }

    /// A fetched picture, with the permit for its bytes. The permit is held until the picture is read together with others under one
    /// permit.
    struct FetchedPicture: Sendable {
        let picture: Picture
        let permit: WeightedSemaphore.Permit
    }

    /// The files of several pictures in memory, with the permit for their bytes.
    struct Files: Sendable {
        let pictures: [Picture]
        /// The permit; `nil` without pictures, which need no memory.
        let permit: WeightedSemaphore.Permit?

        static let none = Self(pictures: [], permit: nil)
    }
}
