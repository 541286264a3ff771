import HTTPTypes
import HummingbirdCore
import PostcardCore
import PostcardImaging
import PostcardMemes

extension Operation {
    /// Returns the operations for contact sheets, with or without a file extension.
    static func sheets(_ features: APIFeatures) -> [Endpoint<Responder>] {
        let formats = ContactSheetRequest.extensions.compactMap { ImageFormat(fileExtension: $0) }
        return [
            ("/sheet", "getSheet", []),
            ("/sheet.{ext}", "getSheetAs", [Parameter.fileExtension(of: ContactSheetRequest.extensions)]),
        ].map { path, name, parts in
            Operation(
                method: .get, path: PathTemplate(path), name: name, summary: "A contact sheet: pictures in a grid.",
                tag: "pictures",
                route: "sheet", permission: .signedTarget, parts: parts,
                parameters: ContactSheetRequest.parameters + features.ending, replies: [.picture(of: formats)],
                errors: features.pictureErrors
            ).handled { call in
                try await call.sheet()
            }
        }
    }
}

extension Call<Responder> {
    /// Responds with a contact sheet.
    fileprivate func sheet() async throws -> Response {
        let wanted = try ContactSheetRequest(query, fileExtension: path["ext"])
        let results = services.results
        // Permissions are checked first, because errors reveal which pictures exist.
        var names: [String] = []
        for name in wanted.pictures { names.append(try await results.source.name(name)) }
        try requirePermission(toSee: names)
        let library = results.source.library
        var shown: [SheetPlan.Item] = []
        for (index, name) in names.enumerated() {
            do {
                for name in try await library.names(in: name) {
                    let caption = wanted.hasCaptions ? try await library.caption(of: name) : ""
                    shown.append(.init(name: name, caption: caption))
                }
            } catch let httpError as HTTPError {
                throw httpError.about("picture \(index + 1), \(name.prefix(200))")
            }
            guard shown.count <= ContactSheetRequest.maximumCount else {
                throw HTTPError.unprocessable(
                    "The sheet would have more than \(ContactSheetRequest.maximumCount) pictures. Request several sheets."
                )
            }
        }
        let plan = SheetPlan(wanted.sheet(of: shown.count), of: shown, as: wanted.format)
        let (size, workshop) = (plan.size, results.workshop)
        let pixels = min(workshop.limits.pixels, workshop.sheets.total)
        guard size.area <= pixels, max(size.width, size.height) <= SheetPlan.maximumSide else {
            throw HTTPError.unprocessable(
                "The sheet would have \(size) pixels; the limit is \(pixels) in all and \(SheetPlan.maximumSide) per side. Use fewer "
                    + "pictures or smaller tiles.")
        }
        return try await response(with: plan)
    }
}
