import PlatformFoundation
import PostcardImaging
import PostcardSources

/// All pictures and videos of a library in columns, of which one has as many bytes as a hundredth of the whole records.
///
/// Item *i* is what is at *i* in every column.
package struct PictureColumns: Encodable, Sendable {
    /// `photo-…`, `meme-…`, or the id of an entry with the number of the medium, `entry-…/2`.
    package private(set) var ids: [String] = []
    /// The kind of each.
    package private(set) var kinds: [Peek.Kind] = []
    /// Pixels from left to right; 0 where they are not known.
    package private(set) var widths: [Int] = []
    /// Pixels from top to bottom; 0 where they are not known.
    package private(set) var heights: [Int] = []
    /// When each was taken, or made, as ISO 8601; empty where that is not known.
    package private(set) var dates: [String] = []
    /// The first 12 digits of the hash of each file.
    package private(set) var blobs: [String] = []
    /// The mean colour of each, `#rrggbb`; empty where it is not known.
    package private(set) var colors: [String] = []
    /// The pin of a photo or meme, or the place or else the journal of an entry; empty where there is none.
    package private(set) var places: [String] = []
    /// Latitude and longitude of each that others did not take; empty where that is not known.
    package private(set) var positions: [[Double]] = []

    /// Chooses items.
    package struct Filter: Sendable {
        /// Only photos of this pin's album, and memes of them.
        package var pin: String?
        /// Only what is in entries of this journal.
        package var journal: String?
        /// Only these.
        package var kinds = Set(Peek.Kind.allCases)

        /// Chooses all.
        package init() {}
    }

    /// Lists photos of albums in the order of pins and albums, then entries by date, then memes, the newest first.
    ///
    /// - Throws: `LibraryError` when the index cannot be read.
    package init(of library: Library, _ filter: Filter) throws(LibraryError) {
        if filter.kinds.contains(.photo), filter.journal == nil { try addPhotos(of: library, pin: filter.pin) }
        if !filter.kinds.isDisjoint(with: [.picture, .video]), filter.pin == nil {
            for entry in try library.entries(of: filter.journal) { add(entry, filter.kinds) }
        }
        if filter.kinds.contains(.meme), filter.journal == nil {
            for meme in try library.memes() where filter.pin.map({ $0 == meme.pin }) ?? true { add(meme) }
        }
    }

    private mutating func addPhotos(of library: Library, pin: String?) throws(LibraryError) {
        let pins = if let pin { [pin] } else { try library.pins().map(\.id) }
        for id in pins {
            guard let album = try library.album(of: id) else { continue }
            for photo in try library.photos(of: album) {
                add(
                    photo.id, .photo, photo.blob, width: photo.width, height: photo.height,
                    date: photo.dateTaken.map(WallTime.canonical), color: photo.color, place: id,
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
                date: entry.date.description, color: medium.color, place: entry.place ?? entry.journal,
                position: medium.isFromOthers ? nil : medium.coordinate)
        }
    }

    private mutating func add(_ meme: MemeRecord) {
        add(
            meme.id, .meme, meme.blob, width: meme.width, height: meme.height,
            date: meme.created.formatted(.iso8601), place: meme.pin)
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
