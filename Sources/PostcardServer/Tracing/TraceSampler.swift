/// Decides which traces are recorded, as `OTEL_TRACES_SAMPLER` has it.
struct TraceSampler: Sendable, Equatable {
    /// The part of new traces that is recorded, 0 to 1.
    var ratio = 1.0
    /// True when a trace that began elsewhere is recorded as there.
    var followsParent = true

    /// Tells whether the spans of a trace are recorded here.
    ///
    /// - Parameters:
    ///   - id: that of the trace; its last eight bytes decide, as in other programs, so that all take the same ones.
    ///   - parent: the span that it came with; `nil` where it begins here.
    /// - Returns: whether they are.
    func samples(_ id: TraceContext.TraceID, parent: TraceContext?) -> Bool {
        if followsParent, let parent { return parent.isSampled }
        guard ratio < 1 else { return true }
        return id.low >> 1 < UInt64(ratio * 0x1p63)
    }
}
