/// Where the date of a picture or video was found that has none in its metadata.
package enum DateOrigin: String, Sendable, Codable {
    /// In the name of the file, such as `IMG_20240609_211403.jpg`.
    case fileName
    /// The time at which the file was changed last.
    case fileTime
}
