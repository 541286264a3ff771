package import PostcardImaging
package import PostcardMemes
package import PostcardPhotos
package import SystemPackage

// Former names, until all modules use the new ones.

extension Library {
    package typealias Surroundings = Environment

    package convenience init(directory: FilePath, creates: Bool) throws(FileError) {
        try self.init(directory: directory, createIfNeeded: creates)
    }

    package convenience init(
        directory: FilePath, creates: Bool = false, surroundings: Surroundings
    ) throws(FileError) {
        try self.init(directory: directory, createIfNeeded: creates, environment: surroundings)
    }

    // MARK: Pins and albums

    package func dropPin(
        at coordinate: Coordinate, name: String = "", origin: Pin.Origin? = nil, isFromPhoto: Bool = false,
        id: Pin.ID? = nil
    ) throws -> Pin {
        try addPin(at: coordinate, name: name, origin: origin, isFromPhoto: isFromPhoto, id: id)
    }

    package func changePin(
        _ id: Pin.ID, name: String? = nil, coordinate: Coordinate? = nil, if condition: Condition? = nil
    ) throws -> Pin {
        try updatePin(id, name: name, coordinate: coordinate, if: condition)
    }

    package func removePhotos(_ ids: [Photo.ID], of pin: Pin.ID, if condition: Condition? = nil) throws -> Album {
        try deletePhotos(ids, of: pin, if: condition)
    }

    package func newCollection(
        of pin: Pin, from source: any PhotoSource, request: AlbumRequest = AlbumRequest(),
        report: @escaping @Sendable (AlbumProgress) -> Void = { _ in }
    ) async throws -> Album {
        try await downloadOtherPhotos(of: pin, from: source, request: request, report: report)
    }

    // MARK: Journals

    package func makeJournal(named name: String?, id: Journal.ID? = nil) throws -> Journal {
        try addJournal(named: name, id: id)
    }

    package func renameJournal(_ id: Journal.ID, to name: String, if condition: Condition? = nil) throws -> Journal {
        try updateJournal(id, name: name, if: condition)
    }

    package func addNote(
        _ text: String, to journal: Journal.ID, place: JournalPlace.ID?, date: WallTime? = nil, id: Note.ID? = nil
    ) throws -> Note {
        try addNote(text, to: journal, at: place, date: date, id: id)
    }

    package func replaceNote(_ id: Note.ID, with text: String, if condition: Condition? = nil) throws -> Note {
        try updateNote(id, text: text, if: condition)
    }

    package func history(ofNote id: Note.ID) throws(FileError) -> [NoteVersion] { try history(of: id) }

    package func changePlace(
        _ id: JournalPlace.ID, name: String? = nil, coordinate: Coordinate? = nil, date: WallTime? = nil,
        if condition: Condition? = nil
    ) throws -> JournalPlace {
        try updatePlace(id, name: name, coordinate: coordinate, date: date, if: condition)
    }

    package func addEntry(
        _ text: String, _ sources: [MediumSource], journal: Journal.ID? = nil, place: JournalPlace.ID? = nil,
        findsPlace: Bool = false, date: WallTime? = nil, id: Entry.ID? = nil
    ) async throws -> Entry {
        try await addEntry(
            text: text, media: sources, to: journal, at: place, findsPlace: findsPlace, date: date, id: id)
    }

    package func addMedia(
        _ sources: [MediumSource], to journal: Journal.ID, place: JournalPlace.ID?, date: WallTime? = nil,
        id: Entry.ID? = nil, passingOver known: Set<BlobHash> = []
    ) async throws -> [Entry] {
        try await addMedia(sources, to: journal, at: place, date: date, id: id, passingOver: known)
    }

    package func changeEntry(
        _ id: Entry.ID, text: String? = nil, sources: [MediumSource]? = nil, keeping kept: [Int]? = nil,
        date: WallTime? = nil, if condition: Condition? = nil
    ) async throws -> Entry {
        try await updateEntry(id, text: text, media: sources, keeping: kept, date: date, if: condition)
    }

    package func removeMedium(_ number: Int, of id: Entry.ID) throws -> Entry { try deleteMedium(number, of: id) }

    package func takeIn(_ source: MediumSource) async throws -> MediumSource { try await storeMedium(source) }

    // MARK: Memes and renditions

    package func recordMeme(
        _ bytes: [UInt8], format: ImageFormat, size: PixelSize, meme: Meme, origin: MemeOrigin, source: [UInt8]? = nil,
        framing: MemeFraming = MemeFraming(), id: MemeRecord.ID? = nil, replacing replaced: MemeRecord.ID? = nil
    ) throws -> MemeRecord {
        try addMeme(
            bytes, format: format, size: size, meme: meme, origin: origin, source: source, framing: framing, id: id,
            replacing: replaced)
    }

    package func spec(of record: MemeRecord) throws(FileError) -> Meme { try meme(of: record) }

    package func derivedFile(_ size: RenditionSize, of blob: BlobHash) throws -> FilePath {
        try rendition(size, of: blob)
    }

    // MARK: Maintenance and exchange

    @discardableResult
    package func carryOut(
        _ plan: FolderImportPlan, report: (FolderImportEvent) -> Void = { _ in }, naming: PlaceNaming? = nil
    ) async throws -> [Journal] {
        try await addPictures(as: plan, report: report, naming: naming)
    }

    package func delete(_ ids: [String], if condition: Condition? = nil) throws { try delete(ids: ids, if: condition) }

    @discardableResult
    package func restore(_ ids: [String]) throws -> Int { try restore(ids: ids) }

    package func share(
        _ ids: [String], title: String? = nil, to target: ShareTarget, positions: SharedPositions = .places,
        replacing: Bool = false
    ) async throws -> ShareReport {
        try await share(ids: ids, title: title, to: target, positions: positions, replacing: replacing)
    }
}
