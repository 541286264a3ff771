/// The clock of a camera, compared with local time.
package struct CameraClock: Sendable, Hashable {
    /// The source of the numbers.
    package enum Basis: Sendable, Hashable {
        /// This number of photos, whose positions are on a track.
        case photos(Int)
        /// The user.
        case user
        /// The offset from UTC in photos taken around the same time. The camera is assumed to be set to that time.
        case offsets
        /// No photo has both an offset from UTC and a date near the camera's photos, so local time is the time of this computer.
        case computer
    }

    /// The maker and model of the camera.
    package let camera: String
    /// The number of seconds by which the camera's clock is ahead of local time; negative if it is behind.
    package let secondsAhead: Double
    /// The offset of local time from UTC in seconds.
    package let secondsFromUTC: Int
    package let basis: Basis
    /// The error in seconds at which clearly more photos match the tracks and the phones' photos than at the assumed error; `nil` if there
    /// is none.
    package var likelySecondsAhead: Double?
}
