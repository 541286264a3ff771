internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import PostcardImaging
internal import PostcardLibrary
internal import PostcardMemes

extension Responder {
    /// Answers with a contact sheet.
    func sheet(_ fileExtension: Substring?, _ request: Request, _ asker: Asker) async throws -> Response {
        let (items, asker) = try permitted(request, asker)
        let wanted = try ContactSheetRequest(items, fileExtension: fileExtension)
        // Before it is told what there is.
        try requirePermission(toSee: wanted.pictures, asker)
        let library = pictures.source.library
        var shown: [SheetRecipe.Item] = []
        for (index, name) in wanted.pictures.enumerated() {
            do {
                for name in try library.names(in: name) {
                    shown.append(.init(name: name, caption: wanted.hasCaptions ? try library.caption(of: name) : ""))
                }
            } catch let fault as ServerFault {
                throw fault.about("picture \(index + 1), \(name.prefix(200))")
            }
            guard shown.count <= ContactSheetRequest.maximumCount else {
                throw ServerFault.unprocessable(
                    "The sheet would have more than \(ContactSheetRequest.maximumCount) pictures. Ask for several sheets."
                )
            }
        }
        let recipe = try SheetRecipe(
            wanted.sheet(of: shown.count), of: shown, as: wanted.format,
            pixels: min(pictures.limits.pixels, pictures.sheets.total))
        return try await picture(made: recipe, request, asker)
    }
}
