internal import HTTPTypes
internal import PostcardLibrary

extension LibraryService {
    static let settings: [Operation] = [
        .thing(
            "/library/settings", "getSettings", "How the library shows what is in it.", Schema.ref("Settings"),
            faults: []
        ) { call in
            try LibraryCall.values(of: call.library.settings())
        },
        Operation(
            .patch, "/library/settings", "changeSettings", "Change settings.",
            bodies: [.json(Schema.changes(Schema.settings))], reply: .changed(Schema.ref("Settings"))
        ) { call in
            let body: [String: String] = try await call.body()
            // What may be read of this machine is for its owner to say.
            if let source = body["source"], source.lowercased().hasPrefix("folder:") {
                throw ServerFault.unprocessable("A folder cannot be made the source of photos over HTTP.")
            }
            let settings = try call.library.changeSettings { settings throws(LibraryError) in
                for name in Settings.Name.allCases {
                    if let value = body[name.rawValue] { try settings.set(name, to: value) }
                }
            }
            return try call.json(LibraryCall.values(of: settings))
        },
        Operation(
            .delete, "/library/settings", "resetSettings", "Make all settings what they were at first.", reply: .nothing
        ) { call in
            try call.library.changeSettings { settings in
                for name in Settings.Name.allCases { settings.reset(name) }
            }
            return call.nothing()
        },
    ]
}

extension LibraryCall {
    fileprivate static func values(of settings: Settings) -> [String: String] {
        var values = Dictionary(uniqueKeysWithValues: Settings.Name.allCases.map { ($0.rawValue, settings[$0]) })
        // A path of this machine.
        if values["source"]?.hasPrefix("folder:") == true { values["source"] = "folder:" }
        return values
    }
}
