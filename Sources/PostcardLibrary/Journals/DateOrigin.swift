/// The origin of a date that is not in the metadata of a picture or video.
package enum DateOrigin: String, Sendable, Codable {
    /// The file name, such as `IMG_20240609_211403.jpg`.
    case fileName
    /// The modification time of the file.
    case fileTime
}
