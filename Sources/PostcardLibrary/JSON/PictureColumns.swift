import PlatformFoundation
import PostcardImaging
import PostcardPhotos

/// All pictures and videos of a library in columns, which take much less space than a list of records.
///
/// Index *i* of every column describes the same item.
package struct PictureColumns: Encodable, Sendable {
    /// The ids: `photo-…`, `meme-…`, or an entry's id and the number of the medium, `entry-…/2`.
    package private(set) var ids: [String] = []
    /// The kinds: `photo`, `picture`, `video` or `meme`.
    package private(set) var kinds: [Peek.Kind] = []
    /// The widths in pixels; 0 if unknown.
    package private(set) var widths: [Int] = []
    /// The heights in pixels; 0 if unknown.
    package private(set) var heights: [Int] = []
    /// The times at which the items were taken or created, in ISO 8601; empty if unknown.
    package private(set) var dates: [String] = []
    /// The first 12 digits of the files' hashes.
    package private(set) var blobs: [String] = []
    /// The mean colors, `#rrggbb`; empty if unknown.
    package private(set) var colors: [String] = []
    /// For a photo or meme, its pin; for an entry, its place, or else its journal. Empty if the item has none of these.
    package private(set) var places: [String] = []
    /// The latitude and longitude of the user's own pictures and videos; empty if unknown, and for other people's photos.
    package private(set) var positions: [[Double]] = []

    /// The criteria for listing items.
    package struct Filter: Sendable {
        /// The pin whose photos and memes are listed; `nil` for all pins.
        package var pin: Pin.ID?
        /// The journal whose entries are listed; `nil` for all journals.
        package var journal: Journal.ID?
        /// The kinds to list.
        package var kinds = Set<Peek.Kind>(Peek.Kind.allCases)

        /// Makes a filter that lists all items.
        package init() {}
    }

    /// Lists photos in the order of pins and albums, then entries by date, then memes, newest first.
    ///
    /// - Throws: `FileError` if the index cannot be read.
    package init(of library: Library, _ filter: Filter) throws(FileError) {
        if filter.kinds.contains(.photo), filter.journal == nil { try addPhotos(of: library, pin: filter.pin) }
        if !filter.kinds.isDisjoint(with: [.picture, .video]), filter.pin == nil {
            for entry in try library.entries(of: filter.journal) { add(entry, filter.kinds) }
        }
        if filter.kinds.contains(.meme), filter.journal == nil {
            for meme in try library.memes() where filter.pin.map({ $0 == meme.pin }) ?? true { add(meme) }
        }
    }

    private mutating func addPhotos(of library: Library, pin: Pin.ID?) throws(FileError) {
        let pins = if let pin { [pin] } else { try library.pins().map(\.id) }
        for id in pins {
            guard let album = try library.album(of: id) else { continue }
            for photo in try library.photos(of: album) {
                add(
                    photo.id.rawValue, .photo, photo.blob, width: photo.width, height: photo.height,
                    date: photo.dateTaken.map(WallTime.canonical), color: photo.color, place: id.rawValue,
                    position: photo.isOwn ? photo.coordinate : nil)
            }
        }
    }

    private mutating func add(_ entry: Entry, _ kinds: Set<Peek.Kind>) {
        for (index, medium) in entry.media.enumerated() {
            let kind: Peek.Kind = medium.kind == .video ? .video : .picture
            guard kinds.contains(kind) else { continue }
            add(
                "\(entry.id)/\(index + 1)", kind, medium.blob, width: medium.width, height: medium.height,
                date: entry.date.description, color: medium.color,
                place: entry.place?.rawValue ?? entry.journal?.rawValue,
                position: medium.isFromOthers ? nil : medium.coordinate)
        }
    }

    private mutating func add(_ meme: MemeRecord) {
        add(
            meme.id.rawValue, .meme, meme.blob, width: meme.width, height: meme.height,
            date: meme.created.formatted(.iso8601), place: meme.pin?.rawValue)
    }

    private mutating func add(
        _ id: String, _ kind: Peek.Kind, _ blob: BlobHash, width: Int?, height: Int?, date: String?,
        color: Color? = nil, place: String?, position: Coordinate? = nil
    ) {
        ids.append(id)
        kinds.append(kind)
        widths.append(width ?? 0)
        heights.append(height ?? 0)
        dates.append(date ?? "")
        blobs.append(blob.version)
        colors.append(color?.css ?? "")
        places.append(place ?? "")
        positions.append(position.map { [$0.latitude, $0.longitude] } ?? [])
    }
}
