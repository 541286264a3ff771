import PostcardCore

extension MemeFile {
    /// The frames of an animated result, and the times at which captions are visible.
    public struct Motion: Hashable, Sendable {
        /// A part of an animation, from 0 (its start) to 1 (its end), inclusive.
        package struct Span: Hashable, Sendable {
            package var start: Double
            package var stop: Double

            /// Makes a part; by default, the whole animation.
            package init(start: Double = 0, stop: Double = 1) {
                self.start = start
                self.stop = stop
            }

            func contains(_ time: Double) -> Bool { start <= time && time <= stop }
        }

        /// The maximum number of frames, at least 1; `nil` for no limit. Extra frames are dropped at even intervals, and the remaining
        /// frames are shown longer.
        public var maximumFrames: Int?
        /// The maximum duration of an animation, at least one millisecond; `nil` for no limit. Later frames are dropped.
        public var maximumDuration: Duration?
        /// The parts of an animated base image during which captions are visible, from 0 (its start) to 1 (its end). The parts are in
        /// caption order: above, on and below the base image. Captions without a part are always visible.
        public var captionTimes: [ClosedRange<Double>] {
            get { spans.map { $0.start...max($0.start, $0.stop) } }
            set { spans = newValue.map { Span(start: $0.lowerBound, stop: $0.upperBound) } }
        }
        /// The parts of `captionTimes`, as memegen URLs specify them. If a part stops before it starts, its caption is never visible.
        package var spans: [Span] = []
        /// The equivalent of ``spans`` for a still base image.
        package var stillSpans: [Span] = []
        /// The number of moments that the animation of a still base image is split into; if it is 1, the result is a still image.
        package var stillMoments = 1
        /// The duration of each moment in milliseconds.
        package var stillDelay = 100

        /// Makes settings for at most `maximumFrames` frames or, by default, for all frames. Captions are always visible.
        public init(maximumFrames: Int? = nil) { self.maximumFrames = maximumFrames }

        /// Returns the frames of a meme on a still base image: each frame's visible captions and its delay in milliseconds.
        func stillFrames() -> [(visible: [Bool], delay: Int)] {
            var frames: [(visible: [Bool], delay: Int)] = []
            for moment in 0..<min(1_000, max(1, stillMoments)) {
                let visible = stillSpans.map { $0.contains(Double(moment) / Double(max(1, stillMoments))) }
                if frames.last?.visible == visible {
                    frames[frames.count - 1].delay += stillDelay
                } else {
                    frames.append((visible, stillDelay))
                }
            }
            // The last frames show the most captions.
            return frames.suffix(max(1, maximumFrames ?? .max))
        }

        /// Returns the delays of the frames to keep, by frame number. `allDelays` contains the delays of all frames.
        func keptDelays(of allDelays: [Int]) -> [Int: Int] {
            let delays = cut(allDelays)
            let count = min(delays.count, max(1, maximumFrames ?? .max))
            var kept: [Int: Int] = [:]
            var last = 0
            for (index, delay) in delays.enumerated() {
                // Keeps the first frame of each of `count` equal parts.
                if index == 0 || index * count / delays.count != (index - 1) * count / delays.count { last = index }
                kept[last, default: 0] += delay
            }
            return kept
        }

        /// Returns the delays of the frames that start before the maximum duration. The last delay is shortened to end at that time.
        private func cut(_ delays: [Int]) -> [Int] {
            guard let maximumDuration else { return delays }
            var rest = max(1, maximumDuration.inMilliseconds)
            var result: [Int] = []
            for delay in delays where rest > 0 {
                result.append(min(delay, rest))
                rest -= delay
            }
            return result
        }
    }
}
