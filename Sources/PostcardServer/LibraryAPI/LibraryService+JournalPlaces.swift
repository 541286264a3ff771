import HTTPTypes
import PostcardCore
import PostcardLibrary
import PostcardPhotos

extension LibraryService {
    static let places: [Endpoint<LibraryService>] = [
        .list(
            "/library/journals/{journal}/places", name: "listPlaces", summary: "The places in a journal by date.",
            of: Schema.ref("Place")
        ) { try $0.page(of: $0.library.contents(of: $0.record(.journal)).places) { $0 } },
        Endpoint(
            .post, "/library/journals/{journal}/places", name: "addPlace",
            summary: "Add a place. Its position is a coordinate or the position of a pin.",
            bodies: [
                .json(
                    Schema.object([
                        "coordinate": Schema.coordinate, "pin": Schema.id("pin"),
                        "name": Schema.text("The name. The default is the pin's name."),
                        "date": Schema.wallTime(
                            "The date of arrival. The default is the date of your own earliest photo there."),
                    ]).adding(["oneOf": [["required": ["coordinate"]], ["required": ["pin"]]]]))
            ],
            creates: .place, reply: .created(Schema.ref("Place"))
        ) { call in
            let journal: Journal = try call.record(.journal)
            return try await call.creating(JournalPlace.self, in: (journal.id, \JournalPlace.journal)) { id in
                let body: PlaceRequest = try await call.body()
                let name = body.name ?? ""
                switch (body.coordinate, body.pin) {
                case (let coordinate?, nil):
                    return [
                        try call.library.addPlace(
                            to: journal.id, at: coordinate, name: name, date: body.date, id: id)
                    ]
                case (nil, let pin?):
                    let pin: Pin = try call.named(.pin, pin)
                    return [try call.library.addPlace(to: journal.id, of: pin, name: name, date: body.date, id: id)]
                default: throw HTTPError.unprocessable("The body must contain either a coordinate or a pin.")
                }
            }
        },
        .resource(
            "/library/places/{place}", name: "getPlace", summary: "A place in a journal.", schema: Schema.ref("Place")
        ) { try $0.library.shown($0.record(.place)) },
        Endpoint(
            .patch, "/library/places/{place}", name: "changePlace", summary: "Change a place in a journal.",
            bodies: [
                .changes([
                    "coordinate": Schema.coordinate, "name": Schema.text("The name."),
                    "date": Schema.wallTime("The date of arrival."),
                ])
            ],
            reply: .changed(Schema.ref("Place"))
        ) { call in
            let place: JournalPlace = try call.record(.place)
            let body: PlaceRequest = try await call.body()
            return try call.document(
                try call.library.shown(
                    call.library.updatePlace(
                        place.id, name: body.name, coordinate: body.coordinate, date: body.date, if: call.condition)))
        },
        .delete(
            .place, at: "/library/places/{place}", name: "deletePlace",
            summary: "Delete a place from a journal, with its notes and entries. It can be restored."),
    ]

    /// The body of a request that adds or changes a place. Each operation's schema lists its members.
    private struct PlaceRequest: Decodable {
        let coordinate: Coordinate?
        let pin: String?
        let name: String?
        let date: WallTime?
    }
}

extension Schema {
    /// The schemas of places in journals.
    static let places: [NameKey: JSONValue] = [
        "Place": record([
            "id": id("place"), "journal": id("journal"), "name": string, "coordinate": coordinate,
            "pin?": id("pin"), "date": string,
            "automaticDate?": text("The default date. It is used until a date is set."),
            "created?": added, "isFromPhoto?": isFromPhoto,
        ])
    ]

    static let added = text("The time when the item was added. Items with the same date are sorted by this time.")
    static let isFromPhoto = flag.described(
        "True if the coordinate is a photo's position and has not been changed since. In shares, it is rounded.")
}
