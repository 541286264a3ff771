package import PlatformFoundation
import PostcardCore
import PostcardPhotos
package import SystemPackage

/// The tracks in a GPX file: paths, with the times of their points if the device recorded them.
package struct Track: Sendable {
    /// A point of a path.
    struct Point: Sendable {
        let coordinate: Coordinate
        /// The time in seconds since 1970; `nil` if it is unknown.
        let time: Double?
    }

    /// The file.
    package let path: FilePath
    /// The name of the file.
    package let name: String
    /// The paths. The device recorded nothing between two paths.
    let segments: [[Point]]
    /// The points with known times, in the order of their times.
    private let timed: [(time: Double, coordinate: Coordinate)]

    /// The maximum time in seconds between two points for which the position in between is interpolated.
    private static let longestGap = 1_800.0
    /// The maximum distance in meters, and the maximum time in seconds, between two points for which the traveler is assumed to have stayed
    /// there in between.
    private static let (stayRadius, longestStay) = (500.0, 43_200.0)
    /// The maximum time in seconds before the first point, after the last point, or beside a gap.
    private static let reach = 900.0
    /// Half the side of the square around a photo in which the track passes the photo, in meters, and the maximum time between two points of
    /// a pass, in seconds.
    private static let (passDistance, passGap) = (100.0, 120.0)

    /// Makes the tracks of a file. `name` is the original name of a file that was stored under another name.
    init(path: FilePath, name: String? = nil, segments: [[Point]]) {
        (self.path, self.name, self.segments) = (path, name ?? path.lastComponent?.string ?? "\(path)", segments)
        timed = segments.joined().compactMap { point in point.time.map { ($0, point.coordinate) } }
            .ordered(by: \.time)
    }

    /// The number of points.
    package var pointCount: Int { segments.reduce(0) { $0 + $1.count } }

    /// The time range; `nil` if no point has a time.
    package var times: ClosedRange<Date>? {
        guard let first = timed.first, let last = timed.last else { return nil }
        return Date(timeIntervalSince1970: first.time)...Date(timeIntervalSince1970: last.time)
    }

    /// The length of the paths in meters.
    package var meters: Double {
        segments.reduce(0) { sum, segment in
            zip(segment, segment.dropFirst()).reduce(sum) { $0 + $1.0.coordinate.distance(to: $1.1.coordinate) }
        }
    }

    /// Returns the position at a time in seconds since 1970; `nil` if the track does not show it.
    func coordinate(at time: Double) -> Coordinate? {
        let index = timed.partitioningIndex { $0.time >= time }
        let near = timed[max(0, index - 1)..<min(timed.count, index + 1)]
        if near.count == 2, let first = near.first, let last = near.last {
            let gap = last.time - first.time
            let isStay = first.coordinate.distance(to: last.coordinate) <= Self.stayRadius
            if gap <= (isStay ? Self.longestStay : Self.longestGap) {
                return first.coordinate.interpolated(to: last.coordinate, by: (time - first.time) / max(gap, 1e-3))
            }
        }
        let nearest = near.min { abs($0.time - time) < abs($1.time - time) }
        return nearest.flatMap { abs($0.time - time) <= Self.reach ? $0.coordinate : nil }
    }

    /// Returns the times at which the track passes a coordinate, among the given times in seconds since 1970.
    func passes(of coordinate: Coordinate, in times: ClosedRange<Double>) -> [ClosedRange<Double>] {
        let span = coordinate.span(ofMeters: Self.passDistance)
        var passes: [ClosedRange<Double>] = []
        for point in timed[timed.partitioningIndex { $0.time >= times.lowerBound }...] {
            guard point.time <= times.upperBound else { break }
            guard abs(point.coordinate.latitude - coordinate.latitude) <= span.latitude,
                abs(point.coordinate.longitude - coordinate.longitude) <= span.longitude
            else { continue }
            if let last = passes.last, point.time - last.upperBound <= Self.passGap {
                passes[passes.count - 1] = last.lowerBound...point.time
            } else {
                passes.append(point.time...point.time)
            }
        }
        return passes
    }
}

extension Coordinate {
    /// Returns a point on the straight line to another point on the map, given the fraction of the line.
    fileprivate func interpolated(to other: Coordinate, by fraction: Double) -> Coordinate {
        // The line crosses the date line if that is shorter.
        let east = other.longitude(near: longitude) - longitude
        let moved = longitude + east * fraction
        let whole = try? Coordinate(
            latitude: latitude + (other.latitude - latitude) * fraction,
            longitude: moved - 360 * (moved / 360).rounded())
        return whole ?? self
    }
}
