import HTTPTypes
import HummingbirdCore
import PostcardCore
import PostcardLibrary

extension LibraryService {
    /// The endpoints of GPX files in journals.
    static let trackFiles: [Endpoint<LibraryService>] = [
        Endpoint(
            .post, "/library/journals/{journal}/tracks", name: "addTracks",
            summary: "Add GPX files. They also place the journal's pictures and videos without a position.",
            bodies: [
                .init(
                    mediaType: "multipart/form-data",
                    schema: Schema.object(
                        [
                            "media": Schema.array(of: Schema.file).described(
                                "GPX files of at most \(Track.maximumBytes >> 20) MiB in total.")
                        ], required: ["media"]))
            ],
            reply: .report(Schema.ref("AddedTracks"))
        ) { try await $0.addTracks() }
    ]
}

extension Call<LibraryService> {
    /// Adds the GPX files in a form to a journal.
    fileprivate func addTracks() async throws -> Response {
        let journal: Journal = try record(.journal)
        let form = try await form(try content("multipart/form-data"), limit: Track.maximumBytes)
        let added = try await service.tracks.with(1) {
            try await library.addTracks(try tracks(in: form), to: journal.id, naming: service.naming)
        }
        return try report(LibraryService.listing(of: added))
    }

    /// Reads the tracks in a form.
    ///
    /// - Throws: `HTTPError` with status 413 or 422 for files that can't be added.
    private func tracks(in form: EntryForm) throws -> [Track] {
        var files: [(blob: BlobReference, name: String)] = []
        for case .stored(let blob, let name, _) in form.sources { files.append((blob, name ?? "track.gpx")) }
        guard !files.isEmpty, files.count == form.sources.count else {
            throw HTTPError.unprocessable("The form must contain GPX files in the field \"media\".")
        }
        guard files.reduce(0, { $0 + $1.blob.size }) <= Track.maximumBytes else {
            throw HTTPError(
                .contentTooLarge,
                "The GPX files have more than \(Track.maximumBytes >> 20) MiB in total. Add them one by one.")
        }
        return try files.map { file in
            do {
                return try Track(gpx: library.blobs.path(of: file.blob.hash), named: file.name)
            } catch let error as FileError where error.code == .invalidRecord {
                // The message contains the name from the form instead of the path.
                throw HTTPError.unprocessable(error.message, .noTrack)
            }
        }
    }
}

extension LibraryService {
    fileprivate static func listing(of added: AddedTracks) -> JSONValue {
        let clocks = added.clocks.map { clock in
            var members: [NameKey: JSONValue] = [
                "camera": .text(clock.camera), "secondsAhead": .number(clock.secondsAhead),
                "secondsFromUTC": .integer(clock.secondsFromUTC),
            ]
            if case .photos(let count) = clock.basis { members["photos"] = .integer(count) }
            members["likelySecondsAhead"] = clock.likelySecondsAhead.map { .number($0) }
            return JSONValue(members)
        }
        return ["tracks": .integer(added.tracks), "placed": .integer(added.placed), "clocks": .array(clocks)]
    }
}

extension Schema {
    /// The schemas of tracks.
    static let tracks: [NameKey: JSONValue] = [
        "Track": record([
            "blob": hash, "bytes": integer, "name": string,
            "lines": array(
                of: text(
                    "Points as latitude and longitude in degrees, such as 48.858370,2.294480, separated by spaces.")),
        ]),
        "AddedTracks": record([
            "tracks": integer.described("The number of tracks that the journal did not contain."),
            "placed": integer.described("The number of entries that the tracks placed."),
            "clocks": array(of: ref("CameraClock")),
        ]),
        "CameraClock": record([
            "camera": text("The maker and model; empty if they are unknown."),
            "secondsAhead": number.described("The error of the clock. It is negative for a clock that is behind."),
            "secondsFromUTC": integer.described("The offset of local time from UTC."),
            "photos?": integer.described(
                "The number of photos on a track that the error was estimated from. Without them, it is assumed."),
            "likelySecondsAhead?": number.described("An error at which more photos would be on the track."),
        ]),
    ]
}
