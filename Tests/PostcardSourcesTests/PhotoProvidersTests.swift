import Foundation
import PostcardPhotos
import PostcardSources
import Testing

struct PhotoProvidersTests {
    private func providers(_ variables: [String: String] = [:]) -> PhotoProviders {
        PhotoProviders(
            setting: { name in variables[name].map { (name, $0) } },
            userAgent: UserAgent(version: "1", contact: "test"), expandingPath: { $0 }, reading: { _ in nil },
            cacheFolder: { nil }, now: { Date(timeIntervalSince1970: 0) })
    }

    @Test func `the best provider is the first one that is set up`() throws {
        #expect(providers().names == ["commons"])
        #expect(try providers().photoSource(named: nil).name == "commons")
        let withKeys = providers(["FLICKR_API_KEY": "a", "FOURSQUARE_API_KEY": "b"])
        #expect(withKeys.names == ["flickr", "commons"])
        #expect(try withKeys.photoSource(named: nil).name == "flickr")
        #expect(try withKeys.photoSource(named: "commons").name == "commons")
        #expect(withKeys.defaultPlaceService == .foursquare)
        #expect(providers().defaultPlaceService == .nominatim)
    }

    @Test func `an Immich server needs a URL and a key, and is never the default`() throws {
        let settings = ["IMMICH_URL": "http://immich.local:2283", "IMMICH_API_KEY": "a"]
        #expect(providers(settings).names == ["commons", "immich"])
        #expect(try providers(settings).photoSource(named: nil).name == "commons")
        for name in ["immich", "immich:Summer in France"] {
            #expect(try providers(settings).photoSource(named: name).name == "immich")
        }
        for variable in settings.keys {
            let rest = settings.filter { $0.key != variable }
            #expect(providers(rest).names == ["commons"])
            #expect(throws: ProviderError.missingKey(.immich)) { try providers(rest).photoSource(named: "immich") }
        }
        #expect(throws: ProviderError.unknown("immich:")) { try providers(settings).photoSource(named: "immich:") }
    }

    @Test func `places come from the specified service`() throws {
        #expect(try providers().placeSource(.nominatim).name == "nominatim")
        #expect(try providers(["FOURSQUARE_API_KEY": "b"]).placeSource(.foursquare).name == "foursquare")
    }

    @Test func `a folder must exist`() throws {
        let folder = FileManager.default.temporaryDirectory.path
        #expect(try providers().photoSource(named: "folder:\(folder)").name == "folder")
        #expect(throws: ProviderError.missingFolder("/nowhere/at/all")) {
            try providers().photoSource(named: "folder:/nowhere/at/all")
        }
    }

    @Test func `missing and invalid settings are reported`() {
        #expect(throws: ProviderError.missingKey(.flickr)) { try providers().photoSource(named: "flickr") }
        #expect(throws: ProviderError.missingKey(.foursquare)) { try providers().placeSource(.foursquare) }
        for name in ["folder:", "picasa", ""] {
            #expect(throws: ProviderError.unknown(name)) { try providers().photoSource(named: name) }
        }
        for variable in ["POSTCARD_COMMONS_ENDPOINT", "POSTCARD_NOMINATIM_ENDPOINT"] {
            #expect(throws: ProviderError.badEndpoint("ftp://a", setting: variable)) {
                let providers = providers([variable: "ftp://a"])
                _ = try providers.photoSource(named: "commons")
                _ = try providers.placeSource(.nominatim)
            }
        }
    }
}
