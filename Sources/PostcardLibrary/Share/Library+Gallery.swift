import PlatformFoundation
import PostcardPhotos

extension Library {
    /// Returns a gallery of photos, memes, entries, places, journals, and albums of pins.
    ///
    /// - Parameter ids: the ids, or id prefixes with the kind; for journals and pins, also their names; `entry-…/2` for the second picture or
    ///   video of an entry.
    /// - Throws: `LibraryError` with code `notFound`, `ambiguous`, or `blank` for an album without photos.
    func gallery(of ids: [String]) throws -> SharedGallery {
        var gallery = SharedGallery(owner: try settings().owner)
        var loose = SharedSection()
        for id in ids {
            switch id.prefix(while: { $0 != "-" }) {
            case "photo":
                let photo = try photo(named: id)
                loose.blocks.append(SharedSection.Block(items: [try item(photo)]))
                try addNotice(of: photo, to: &loose)
            case "meme": loose.blocks.append(SharedSection.Block(items: [item(try meme(named: id))]))
            case "entry": loose.blocks.append(try block(named: id))
            case "place":
                let place: JournalPlace = try find(id)
                let journal: Journal = try find(place.journal.rawValue)
                let sections = try sections(of: contents(of: journal))
                gallery.sections += sections.filter { $0.place == place.id }.map(\.section)
            default: try add(id, to: &gallery)
            }
        }
        if !loose.blocks.isEmpty { gallery.sections.append(loose) }
        if gallery.title.isEmpty {
            let titles = gallery.sections.map(\.title) + gallery.items.map(\.title)
            gallery.title = titles.first { !$0.isEmpty } ?? "Postcards"
        }
        return gallery
    }

    /// Adds a journal, or the album of a pin, by id or name.
    private func add(_ text: String, to gallery: inout SharedGallery) throws {
        let id = try idOfShared(named: text)
        guard id.hasPrefix("journal-") else {
            gallery.sections.append(try section(of: pin(named: id), number: gallery.sections.count + 1))
            return
        }
        let contents = try contents(of: journal(named: id))
        if gallery.title.isEmpty {
            // Since the journal was named after its days, others may have been added.
            let isAutomatic = contents.journal.automaticName == contents.journal.name
            let name = isAutomatic ? PlaceSorting(contents).name : nil
            gallery.title = name ?? contents.journal.name
        }
        gallery.sections += sections(of: contents).map(\.section)
        gallery.tracks += (contents.journal.tracks ?? []).flatMap(\.paths)
    }

    /// Returns the id of a journal or, if there is none, of a pin.
    ///
    /// - Parameter text: an id, an id prefix, or a name.
    /// - Throws: `LibraryError` with code `notFound` or `ambiguous`.
    func idOfShared(named text: String) throws -> String {
        let isPin = text.hasPrefix("pin-")
        do {
            if !isPin { return try journal(named: text).id.rawValue }
        } catch let error as LibraryError where error.code == .notFound && !text.hasPrefix("journal-") {}
        do {
            return try pin(named: text).id.rawValue
        } catch let error as LibraryError where error.code == .notFound && !isPin {
            throw LibraryError(
                .notFound,
                "There is no journal or pin \"\(text)\". Give the id of an item, or the name of a journal or pin.",
                .list(kind: Journal.kind.rawValue))
        }
    }

    private func section(of pin: Pin, number: Int) throws -> SharedSection {
        let album = try album(of: pin.id)
        var items: [SharedItem] = []
        if let album { for photo in try photos(of: album) { items.append(try item(photo)) } }
        guard !items.isEmpty else {
            throw LibraryError(
                .blank, "The album of this pin has no photos to share.", .downloadAlbum(of: pin.id.rawValue))
        }
        var isFromPhoto = pin.isFromPhoto == true
        if !isFromPhoto, pin.name.isEmpty { isFromPhoto = try entries().havePhoto(at: pin.coordinate) }
        return SharedSection(
            title: pin.name, number: number, coordinate: pin.coordinate, isFromPhoto: isFromPhoto,
            notice: album?.notice, blocks: [SharedSection.Block(items: items)])
    }

    /// Returns the sections of a journal, with their place ids.
    private func sections(of contents: JournalContents) -> [(place: JournalPlace.ID?, section: SharedSection)] {
        contents.stops.enumerated().map { index, stop in
            let notes = stop.notes.map { SharedSection.Block(date: $0.date, text: $0.text) }
            let blocks = Self.joined(
                // Blocks without a date are last.
                (notes + stop.entries.map(block)).ordered { $0.date?.description ?? "~" })
            guard let place = stop.place else {
                return (nil, SharedSection(knownDates: stop.knownDates, blocks: blocks))
            }
            // If a place has no name and is exactly at the position of a photo, the user did not choose the position.
            let isFromPhoto =
                place.isFromPhoto == true || (place.name.isEmpty && stop.entries.havePhoto(at: place.coordinate))
            return (
                place.id,
                SharedSection(
                    title: place.name, number: index + 1, date: stop.date, knownDates: stop.knownDates,
                    coordinate: place.coordinate, isFromPhoto: isFromPhoto, blocks: blocks)
            )
        }
    }

    /// Joins consecutive blocks of pictures without text.
    private static func joined(_ blocks: [SharedSection.Block]) -> [SharedSection.Block] {
        blocks.reduce(into: []) { result, block in
            if block.text.isEmpty, result.last?.text.isEmpty == true {
                result[result.count - 1].items += block.items
            } else {
                result.append(block)
            }
        }
    }

    private func addNotice(of photo: Photo, to section: inout SharedSection) throws(FileError) {
        guard let notice = try album(of: photo.album)?.notice, section.notice?.contains(notice) != true else { return }
        section.notice = [section.notice, notice].compactMap(\.self).joined(separator: " ")
    }

    /// Returns the block of an entry, or of one of its pictures and videos without the entry's text.
    ///
    /// - Parameter id: `entry-…`, or with a picture's number `entry-…/2`.
    private func block(named id: String) throws -> SharedSection.Block {
        let parts = id.split(separator: "/" as Character, maxSplits: 1).map(String.init)
        var entry = try entry(named: parts[0])
        if parts.count > 1 {
            guard let medium = Int(parts[1]).flatMap(entry.medium) else {
                throw LibraryError(
                    .notFound, "The entry \(parts[0]) has no picture or video \(parts[1].prefix(20)).")
            }
            (entry.media, entry.text) = ([medium], "")
        }
        return block(entry)
    }

    private func block(_ entry: Entry) -> SharedSection.Block {
        let items = entry.media.map { medium in
            SharedItem(
                id: entry.id.rawValue, blob: medium.blob, bytes: medium.bytes, format: medium.format, kind: medium.kind,
                width: medium.width, height: medium.height, duration: medium.seconds,
                title: medium.title ?? entry.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "",
                date: medium.dateTaken ?? entry.date, credit: medium.credit, license: medium.license,
                coordinate: medium.coordinate)
        }
        return SharedSection.Block(
            date: entry.hasDateOfOthers ? nil : entry.date, text: entry.text, items: items)
    }

    private func item(_ photo: Photo) throws(LibraryError) -> SharedItem {
        SharedItem(
            id: photo.id.rawValue, blob: photo.blob, bytes: photo.bytes, format: medium(of: photo).format,
            kind: .picture,
            width: photo.width, height: photo.height, title: photo.title,
            date: photo.dateTaken.flatMap { WallTime($0) }, credit: photo.credit,
            creator: photo.owner.isEmpty ? nil : photo.owner, license: photo.license,
            page: photo.page?.absoluteString, coordinate: photo.coordinate)
    }

    private func item(_ meme: MemeRecord) -> SharedItem {
        SharedItem(
            id: meme.id.rawValue, blob: meme.blob, bytes: meme.bytes,
            format: meme.fileExtension, kind: .picture, width: meme.width, height: meme.height,
            title: meme.texts.filter { !$0.isEmpty }.joined(separator: " / "), credit: meme.credit,
            license: meme.license)
    }
}

extension [Entry] {
    /// Returns true if a picture or video has exactly this coordinate.
    fileprivate func havePhoto(at coordinate: Coordinate) -> Bool {
        contains { $0.media.contains { $0.coordinate == coordinate } }
    }
}
