import HTTPTypes
import HummingbirdCore
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes

extension Operation {
    /// Contact sheets, in the format that suits the client or in a named one.
    static func sheets(_ features: APIFeatures) -> [Route] {
        let formats = ContactSheetRequest.extensions.compactMap { ImageFormat(fileExtension: $0) }
        return [
            ("/sheet", "getSheet", []),
            ("/sheet.{ext}", "getSheetAs", [Parameter.fileExtension(of: ContactSheetRequest.extensions)]),
        ].map { path, name, parts in
            Operation(
                method: .get, path: PathTemplate(path), name: name, summary: "Pictures in a grid.", tag: "pictures",
                route: "sheet", permission: .signedTarget, parts: parts,
                parameters: ContactSheetRequest.parameters + features.ending, replies: [.picture(of: formats)],
                faults: features.pictureFaults
            ).answered { call in
                try await call.sheet()
            }
        }
    }
}

extension Call {
    fileprivate func sheet() async throws -> Response {
        let order = try ContactSheetRequest(query, fileExtension: path["ext"])
        // Before it is told what there is.
        let pictures = pictures
        let names = order.pictures.map(pictures.source.name)
        try requirePermission(toSee: names)
        let library = pictures.source.library
        var shown: [SheetPlan.Item] = []
        for (index, name) in names.enumerated() {
            do {
                for name in try library.names(in: name) {
                    shown.append(.init(name: name, caption: order.hasCaptions ? try library.caption(of: name) : ""))
                }
            } catch let fault as HTTPError {
                throw fault.about("picture \(index + 1), \(name.prefix(200))")
            }
            guard shown.count <= ContactSheetRequest.maximumCount else {
                throw HTTPError.unprocessable(
                    "The sheet would have more than \(ContactSheetRequest.maximumCount) pictures. Ask for several sheets."
                )
            }
        }
        let plan = SheetPlan(order.sheet(of: shown.count), of: shown)
        let (size, pixels) = (plan.size, min(pictures.workshop.limits.pixels, pictures.sheets.total))
        guard size.area <= pixels, max(size.width, size.height) <= SheetPlan.maximumSide else {
            throw HTTPError.unprocessable(
                "The sheet would have \(size) pixels; \(pixels) in all are allowed, \(SheetPlan.maximumSide) a side. Take fewer "
                    + "pictures or smaller tiles.")
        }
        var recipe = plan.recipe(as: order.format)
        recipe.fault = { error, source in
            guard [error is HTTPError, error is ImageError].contains(true) else { return error }
            let fault = Responder.fault(error)
            // That the service is busy is nothing of this picture.
            guard fault.status != .serviceUnavailable else { return fault }
            return fault.about("picture \((plan.tiles[source].first ?? 0) + 1), \(plan.sources[source].prefix(200))")
        }
        return try await picture(made: recipe)
    }
}
