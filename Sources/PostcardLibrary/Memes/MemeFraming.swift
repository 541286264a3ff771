/// The crop and size of the base image, as typed by the user.
package struct MemeFraming: Sendable, Hashable, Codable {
    /// The crop: an aspect ratio such as `1:1`, or a part such as `10,20,300,200`; `nil` for the whole picture.
    package let crop: String?
    /// The box that the picture is fitted into, such as `800` or `1200x630`; `nil` for the original size.
    package let size: String?

    package init(crop: String? = nil, size: String? = nil) {
        self.crop = crop
        self.size = size
    }
}
