import PostcardLibrary

extension MemeListing {
    /// Lists a meme with the path of its file.
    init(meme: MemeRecord, library: Library) { self.init(meme, path: "\(library.blobs.path(of: meme.blob))") }
}
