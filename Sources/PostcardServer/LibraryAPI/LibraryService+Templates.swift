import HTTPTypes
import HummingbirdCore
import PostcardCore
import PostcardLibrary
import PostcardMemes

extension LibraryService {
    private static let templatePath = "/library/templates/{template}"
    private static let document = Operation.Content.json(
        Schema.anyObject.described("template.json, with a member files that contains a data URL for each file name."))
    private static let stored = Schema.anyObject.described("The template.json.")

    /// The endpoints of the library's templates. `/templates` lists all templates.
    static let templates: [Endpoint<LibraryService>] = [
        .resource(
            templatePath, name: "getTemplateFile", summary: "A template with its pictures.", schema: document.schema
        ) { try $0.storedTemplate().document().json() },
        Endpoint(
            .put, templatePath, name: "putTemplate", summary: "Add a template, or replace it.", bodies: [document],
            reply: .created(stored), alternative: .changed(stored), errors: [409, 415]
        ) { call in
            let isNew = (try? call.storedTemplate()) == nil
            return try await call.store(status: isNew ? .created : .ok) { $0 }
        },
        Endpoint(
            .patch, templatePath, name: "changeTemplate",
            summary: "Change members of a template. The other members and files stay.", bodies: [document],
            reply: .changed(stored), errors: [415]
        ) { call in
            let template = try call.ownTemplate()
            return try await call.store(status: .ok) { changes in
                let old = try template.document().json()
                let files = old["files"]?.adding(JSONValue.Member.values(changes["files"]?.members ?? [])) ?? [:]
                return old.adding(JSONValue.Member.values(changes.members ?? [])).adding(["files": files])
            }
        },
        Endpoint(
            .delete, templatePath, name: "deleteTemplate",
            summary: "Delete a template permanently. Memes made from it are kept.", reply: .noContent
        ) { call in
            try call.library.templates.remove(call.ownTemplate().template.name)
            return call.noContent()
        },
    ]
}

extension Call<LibraryService> {
    fileprivate func storedTemplate() throws -> StoredTemplate {
        try library.templates.template(named: id("template"))
    }

    /// Returns the template in the path.
    ///
    /// - Throws: `HTTPError` with status 403 for a built-in template.
    fileprivate func ownTemplate() throws -> StoredTemplate {
        let stored = try storedTemplate()
        guard !stored.isBuiltIn else { throw HTTPError(.forbidden, "This template is built in and can't be changed.") }
        return stored
    }

    /// Stores the template that a function returns for the JSON in the body, and responds with it.
    fileprivate func store(
        status: HTTPResponse.Status, _ template: (JSONValue) throws -> JSONValue
    ) async throws -> Response {
        try content("application/json")
        let permit = try service.uploads.permit()
        defer { withExtendedLifetime(permit) {} }
        let limit = min(TemplateDocument.maximumBytes, service.uploads.total)
        let bytes = try await request.bytes(limit: limit, room: permit)
        guard let json = try? JSONValue(decodable: bytes) else {
            throw HTTPError.badRequest("The template is not valid JSON.")
        }
        let name = id("template")
        let stored = try library.templates.add(TemplateDocument(json: template(json), named: name), replacing: true)
        let version = EntityTags.tag(of: try ListingEncoder.encode(stored.document().json()))
        return try document(
            stored.template, status: status, headers: [.location: "/library/templates/\(name)", .eTag: version])
    }
}
