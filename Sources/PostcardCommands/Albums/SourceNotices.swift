import PostcardSources

/// The notices that the terms of services require.
enum SourceNotices {
    /// For whoever shows photos.
    static let photos = "\(FlickrSource.notice) \(CommonsSource.notice)"

    /// For whoever shows places.
    static let places = "Nominatim: \(NominatimSource.notice). Foursquare: \(FoursquareSource.notice)."
}
