extension License {
    /// Flickr's licence numbers, in Flickr's order.
    ///
    /// From `flickr.photos.licenses.getInfo` as of June 2025. The 4.0 licences are in another order than the 2.0 ones.
    private static let flickrOrder: [License] = [
        .allRightsReserved,
        .creativeCommons("by-nc-sa", "2.0"),
        .creativeCommons("by-nc", "2.0"),
        .creativeCommons("by-nc-nd", "2.0"),
        .creativeCommons("by", "2.0"),
        .creativeCommons("by-sa", "2.0"),
        .creativeCommons("by-nd", "2.0"),
        .noKnownRestrictions,
        .unitedStatesGovernment,
        .cc0,
        .publicDomainMark,
        .creativeCommons("by", "4.0"),
        .creativeCommons("by-sa", "4.0"),
        .creativeCommons("by-nd", "4.0"),
        .creativeCommons("by-nc", "4.0"),
        .creativeCommons("by-nc-sa", "4.0"),
        .creativeCommons("by-nc-nd", "4.0"),
    ]

    /// Every licence that Flickr offers, in the order of Flickr's numbers.
    public static var allOnFlickr: [License] { flickrOrder }

    /// The licence with Flickr's number; one that Postcard does not know allows nothing.
    ///
    /// - Parameter flickrID: The number as a text, because that is how Flickr sends it; `nil` when it sent none.
    init(flickrID: String?) {
        guard let flickrID, !flickrID.isEmpty else {
            self = .unknown("flickr")
            return
        }
        guard let number = Int(flickrID), License.flickrOrder.indices.contains(number) else {
            self = .unknown("flickr-\(flickrID)")
            return
        }
        self = License.flickrOrder[number]
    }

    /// Flickr's number for this licence, or `nil` where Flickr does not offer it.
    var flickrID: Int? { License.flickrOrder.firstIndex(of: self) }
}
