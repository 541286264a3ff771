import PostcardLibrary

/// Templates for commands that may be run without a library.
enum TemplateOptions {
    /// The templates of the library, or those that come with Postcard where there is no library yet.
    static func store(of options: LibraryOptions) throws -> TemplateStore {
        do {
            return try options.open(creates: false).templates
        } catch let failure as Failure where failure.status == .missingInput || failure.status == .badSettings {
            return TemplateStore(directory: nil)
        }
    }
}
