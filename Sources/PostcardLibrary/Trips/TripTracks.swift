import PlatformFoundation
import PostcardCore
import PostcardPhotos

/// The tracks of a trip, which place photos without a position.
package struct TripTracks: Sendable {
    /// The tracks.
    package let tracks: [Track]
    /// The number of seconds by which the clocks of cameras without GPS are ahead of local time; `nil` if it is unknown.
    let secondsAhead: Double?

    /// The maximum difference in seconds between a camera's clock and UTC that is recognized: 14 hours of time zone and half a day.
    private static let maximumDifference = 26.0 * 3_600
    /// The number of a camera's photos that are compared with the tracks.
    private static let maximumSamples = 200
    /// The maximum time in seconds between photos of the same scene from two devices.
    private static let companionSeconds = 120.0
    /// The smallest error of a clock in seconds that is corrected. Tracks can have longer times between points.
    private static let smallestError = 15.0

    /// Makes the tracks of a trip.
    ///
    /// - Parameter secondsAhead: the number of seconds by which the clocks of cameras without GPS are ahead of local time; `nil` to estimate
    ///   it from photos that have a position on a track.
    package init(_ tracks: [Track] = [], secondsAhead: Double? = nil) {
        (self.tracks, self.secondsAhead) = (tracks, secondsAhead)
    }

    /// Corrects the dates of photos from cameras whose clocks are wrong, and sets missing positions.
    ///
    /// - Parameters:
    ///   - offsets: the offsets from UTC of photos that contain one.
    ///   - secondsFromUTC: returns the offset of this computer's local time from UTC in seconds. It is used if no photo contains an offset.
    /// - Returns: the clocks of cameras that were estimated, or that place photos.
    func place(
        _ files: inout [FoundFile], offsets: LocalOffsets, secondsFromUTC: (Date) -> Int
    ) -> [CameraClock] {
        guard !tracks.isEmpty || secondsAhead != nil else { return [] }
        let dated = files.indices.filter { files[$0].hasClock && files[$0].date.date.local != nil }
        let cameras = [NameKey: [Int]](grouping: dated) { NameKey(files[$0].camera ?? "") }
        let phone = dated.compactMap {
            files[$0].coordinate == nil ? nil : files[$0].date.date.moment?.timeIntervalSince1970
        }
        .sorted()
        var clocks: [CameraClock] = []
        for (camera, indices) in cameras.sorted(by: { $0.key < $1.key }) {
            let isPhone = indices.contains { files[$0].coordinate != nil && files[$0].date.date.secondsFromUTC != nil }
            let isGiven = secondsAhead != nil && !isPhone && !camera.string.isEmpty
            let isKnown = isGiven || camera.string.isEmpty
            let estimate = isKnown ? nil : difference(of: indices.map { files[$0] }, offsets, secondsFromUTC)
            var first: CameraClock?
            var assumed: [Double] = []
            for index in indices {
                let date = files[index].date.date
                guard let local = date.local else { continue }
                let rough = local.addingTimeInterval(-(estimate?.seconds ?? 0))
                let known = date.secondsFromUTC ?? offsets.seconds(at: rough)
                let zone = known ?? estimate.map { Int(($0.seconds / 900).rounded()) * 900 } ?? secondsFromUTC(local)
                // Without an estimate, the camera is assumed to be set to local time.
                let ahead = estimate?.seconds ?? Double(zone) + (isGiven ? secondsAhead ?? 0 : 0)
                let moment = local.addingTimeInterval(-ahead)
                let error = ahead - Double(zone)
                let isWrong = abs(error) >= Self.smallestError
                if isWrong, let corrected = WallTime(moment, secondsFromUTC: zone) { files[index].setDate(corrected) }
                let isMissing = files[index].coordinate == nil
                if isMissing {
                    files[index].coordinate =
                        coordinate(at: moment)
                    files[index].isPlacedByTrack = files[index].coordinate != nil
                }
                let basis =
                    estimate.map { CameraClock.Basis.photos($0.photos) }
                    ?? (isGiven ? .user : known == nil ? .computer : .offsets)
                let isAssumed = basis == .computer || basis == .offsets
                if isMissing, isAssumed, !isPhone { assumed.append(moment.timeIntervalSince1970) }
                // A phone knows the time.
                if first == nil, isWrong || (isMissing && !(basis == .offsets && isPhone)) {
                    first = CameraClock(
                        camera: camera.string, secondsAhead: error, secondsFromUTC: zone, basis: basis)
                }
            }
            first?.likelySecondsAhead = likelyError(of: assumed, phone)
            if let first { clocks.append(first) }
        }
        return clocks
    }

    /// Returns the position at a time; `nil` if no track shows it.
    func coordinate(at moment: Date) -> Coordinate? {
        tracks.lazy.compactMap { $0.coordinate(at: moment.timeIntervalSince1970) }.first
    }

    /// Returns the error of a clock, in whole hours, at which clearly more photos are on a track or close to a phone's photo in time; `nil` if
    /// there is none.
    ///
    /// - Parameters:
    ///   - moments: the times of the photos in seconds since 1970, if the clock is right.
    ///   - phone: the times of phones' photos, in order.
    private func likelyError(of moments: [Double], _ phone: [Double]) -> Double? {
        let samples = stride(from: 0, to: moments.count, by: moments.count / Self.maximumSamples + 1).map {
            moments[$0]
        }
        func matches(_ hours: Int) -> Int {
            samples.reduce(0) { sum, sample in
                let time = sample - Double(hours) * 3_600
                let next = phone.partitioningIndex { $0 >= time - Self.companionSeconds }
                let isNear = next < phone.count && phone[next] <= time + Self.companionSeconds
                return sum + (isNear ? 1 : 0) + (coordinate(at: Date(timeIntervalSince1970: time)) == nil ? 0 : 1)
            }
        }
        let candidates = (-14...14).map { (hours: $0, matches: matches($0)) }
        let best = candidates.max { ($0.matches, -abs($0.hours)) < ($1.matches, -abs($1.hours)) }
        // Some photos match by chance.
        guard let best, best.matches >= matches(0) + max(3, samples.count / 3) else { return nil }
        return Double(best.hours) * 3_600
    }

    /// Estimates the difference between a camera's clock and UTC in seconds, from the photos with positions. Returns the difference at which
    /// most photos are on a track, and their number; `nil` if that is less than half of the photos near a track.
    private func difference(
        of files: [FoundFile], _ offsets: LocalOffsets, _ secondsFromUTC: (Date) -> Int
    ) -> (seconds: Double, photos: Int)? {
        let all = files.filter { $0.coordinate != nil }
        let samples = stride(from: 0, to: all.count, by: all.count / Self.maximumSamples + 1).map { all[$0] }
        var edges: [(seconds: Double, step: Int)] = []
        var count = 0
        for file in samples {
            guard let coordinate = file.coordinate, let local = file.date.date.local?.timeIntervalSince1970 else {
                continue
            }
            let times = local - Self.maximumDifference...local + Self.maximumDifference
            let passes = tracks.flatMap { $0.passes(of: coordinate, in: times) }.ordered(by: \.lowerBound)
            var end = -Double.infinity
            // Two devices may have recorded the same pass.
            for pass in passes.reversed() {
                let (low, high) = (
                    local - pass.upperBound - Self.smallestError, local - pass.lowerBound + Self.smallestError
                )
                if high <= end { continue }
                edges += [(max(low, end), 1), (high, -1)]
                end = high
            }
            count += passes.isEmpty ? 0 : 1
        }
        guard count > 0, let first = samples.first?.date.date, let local = first.local else { return nil }
        let expected = Double(first.secondsFromUTC ?? offsets.seconds(at: local) ?? secondsFromUTC(local))
        edges = edges.ordered { $0.seconds }
        var best: (ranges: [ClosedRange<Double>], photos: Int) = ([], 0)
        var photos = 0
        for (index, edge) in edges.enumerated() {
            photos += edge.step
            guard index + 1 < edges.count, edges[index + 1].seconds > edge.seconds, photos >= best.photos else {
                continue
            }
            if photos > best.photos { best = ([], photos) }
            best.ranges.append(edge.seconds...edges[index + 1].seconds)
        }
        guard best.photos * 2 >= count else { return nil }
        // Clocks are usually right, or wrong by the difference between two time zones.
        let candidates = best.ranges.map { range in
            let near = min(max(expected, range.lowerBound), range.upperBound)
            let quarters = [near / 900, range.lowerBound / 900 + 0.5, range.upperBound / 900 - 0.5].map {
                $0.rounded() * 900
            }
            return near == expected
                ? expected
                : quarters.filter(range.contains).min { abs($0 - expected) < abs($1 - expected) }
                    ?? ((range.lowerBound + range.upperBound) / 2).rounded()
        }
        return candidates.min { abs($0 - expected) < abs($1 - expected) }.map { ($0, best.photos) }
    }
}
