/// Laying one libgd pixel over another (Porter and Duff's "over"), rounded once.
enum PixelBlending {
    /// - Parameter opacity: of the upper pixel, 0 to 255, besides its own alpha.
    @inline(__always)
    static func over(_ upper: Int32, _ lower: Int32, opacity: Int32) -> Int32 {
        // Shares in 127ths × 255ths of the pixel.
        let whole: Int32 = 127 * 255
        let share = (127 - (upper >> 24 & 127)) * opacity
        if share == 0 { return lower }
        if share == whole { return upper }
        let below = (127 - (lower >> 24 & 127)) * (whole - share) / 127
        let alpha = share + below
        func mixed(_ shift: Int32) -> Int32 {
            ((upper >> shift & 255) * share + (lower >> shift & 255) * below + alpha / 2) / alpha
        }
        let transparency = 127 - min(127, (alpha + 127) / 255)
        return GDPixel.pack(red: mixed(16), green: mixed(8), blue: mixed(0), transparency: transparency)
    }
}
