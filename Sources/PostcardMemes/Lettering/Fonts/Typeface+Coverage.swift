internal import CHarfBuzz

extension Typeface {
    /// Whether the font can show a character. One of several scalars may be drawn from a ready-made glyph or from parts, which
    /// only shaping tells.
    func covers(_ cluster: ArraySlice<UInt32>) -> Bool {
        if cluster.allSatisfy({ hasGlyph(for: $0) || TextCluster.isIgnorable($0) }) { return true }
        guard let buffer = hb_buffer_create() else { return false }
        defer { hb_buffer_destroy(buffer) }
        Array(cluster).withUnsafeBufferPointer {
            hb_buffer_add_codepoints(buffer, $0.baseAddress, Int32($0.count), 0, Int32($0.count))
        }
        hb_buffer_guess_segment_properties(buffer)
        hb_shape(font, buffer, nil, 0)
        var count: UInt32 = 0
        guard let infos = hb_buffer_get_glyph_infos(buffer, &count), count > 0 else { return false }
        return (0..<Int(count)).allSatisfy { infos[$0].codepoint != 0 }
    }
}
