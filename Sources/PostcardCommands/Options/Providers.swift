import ArgumentParser
import PlatformFoundation
package import PostcardPhotos
package import PostcardSources

/// Photo and place providers with the keys and endpoints of the environment, and the errors of commands.
package struct Providers: Sendable {
    /// An option that has precedence over an environment variable with the endpoint of a provider.
    struct EndpointOption: Sendable {
        let name: String
        let value: String?
        let variable: String
    }

    private let endpoints: [EndpointOption]
    private let providers: PhotoProviders

    /// Uses the environment alone.
    package init() { self.init(endpoints: []) }

    init(endpoints: [EndpointOption]) {
        self.endpoints = endpoints
        providers = PhotoProviders(
            environment: { name in
                endpoints.first { $0.variable == name }?.value ?? Environment[name]
            },
            userAgent: WebClient.userAgent, reading: PhotoMetadata.init(readingHead:), cacheFolder: CacheFolder.make,
            now: { Date() })
    }

    /// The names of the photo providers that are set up, best first.
    package var names: [String] { providers.names }

    /// The place service that is used unless another one is named.
    var usualPlaceService: PhotoProviders.PlaceService { providers.usualPlaceService }

    /// Makes a photo provider.
    ///
    /// - Parameter name: `flickr`, `commons` or `folder:` with a path; `nil` for the best one that is set up.
    /// - Throws: `Failure` for a missing key or a missing folder, `ValidationError` for an unknown provider or an invalid endpoint.
    package func photoSource(named name: String?) throws -> any PhotoSource {
        let name = name.map { $0.hasPrefix("folder:") ? "folder:\(UserPath.expanded(String($0.dropFirst(7))))" : $0 }
        do throws(ProviderError) {
            return try providers.photoSource(named: name)
        } catch {
            throw describe(error)
        }
    }

    /// Makes a place provider.
    ///
    /// - Throws: `Failure` for a missing key, `ValidationError` for an invalid endpoint.
    package func placeSource(_ service: PhotoProviders.PlaceService) throws -> any PlaceSource {
        do throws(ProviderError) {
            return try providers.placeSource(service)
        } catch {
            throw describe(error)
        }
    }

    private func describe(_ error: ProviderError) -> any Error {
        switch error {
        case .missingKey(.flickr):
            Failure(
                .badSettings,
                "Flickr needs an API key: set FLICKR_API_KEY. Without one, use --source commons, or photos of your own with --source folder:PATH."
            )
        case .missingKey(.foursquare):
            Failure(.badSettings, "Foursquare needs an API key: set FOURSQUARE_API_KEY, or use --places nominatim.")
        case .badEndpoint(let text, let variable):
            ValidationError(
                "\(endpoints.first { $0.variable == variable && $0.value != nil }?.name ?? variable) is \(text); it must be an http or https address."
            )
        case .missingFolder(let path): Failure(.missingInput, "There is no folder \(path) to take photos from.")
        case .unknown(let name): ValidationError("--source is \(name); it can be flickr, commons or folder:PATH.")
        }
    }
}

extension PhotoProviders.PlaceService: ExpressibleByArgument {}
