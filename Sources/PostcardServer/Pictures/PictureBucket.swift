import PostcardSources

/// A place in object storage whose pictures are served by the names that they would have in a folder.
struct PictureBucket: Sendable {
    /// The beginning of the keys of all its pictures: empty, or with `/` at its end.
    let prefix: ObjectAddress

    /// - Throws: `StartupError` for what is no address of object storage.
    init(_ text: String) throws(StartupError) {
        guard let address = ObjectAddress(text) else {
            throw StartupError(
                .badSetting, "\(text) is not an address of object storage. Write s3://BUCKET or s3://BUCKET/PREFIX.")
        }
        let key = address.key
        prefix = address.with(key: key.isEmpty || key.hasSuffix("/") ? key : key + "/")
    }

    /// The longest key that there may be, in bytes.
    private static let maximumKeyBytes = 1_024

    /// The address of the picture with a name; `nil` for names that none in a folder has.
    func address(of name: String) -> ObjectAddress? {
        guard PictureName.isPath(name), prefix.key.utf8.count + name.utf8.count <= Self.maximumKeyBytes else {
            return nil
        }
        return prefix.with(key: prefix.key + name)
    }

    /// The address that a request names itself, with the keys of this place; `nil` for what is not here.
    func address(named address: ObjectAddress) -> ObjectAddress? {
        // By bytes: two spellings of a letter are two keys.
        guard address.profile == nil, address.bucket == prefix.bucket,
            address.key.utf8.starts(with: prefix.key.utf8),
            let name = String(address.key.utf8.dropFirst(prefix.key.utf8.count))
        else { return nil }
        return self.address(of: name)
    }
}

/// A place whose pictures are served.
enum PictureOrigin: Sendable {
    case folder(PictureFolder)
    case bucket(PictureBucket)

    /// - Throws: `StartupError` when there is no such place.
    init(_ text: String) throws {
        self = ObjectAddress.isObjectAddress(text) ? .bucket(try PictureBucket(text)) : .folder(try PictureFolder(text))
    }

    var folder: PictureFolder? {
        if case .folder(let folder) = self { folder } else { nil }
    }

    var bucket: PictureBucket? {
        if case .bucket(let bucket) = self { bucket } else { nil }
    }
}
