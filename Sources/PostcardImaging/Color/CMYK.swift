/// Ink values turned into light where a file brings no profile of its own.
enum CMYK {
    /// Converts a row of Adobe's inverted CMYK bytes (255 is no ink) in place to opaque libgd pixels.
    static func convertInverted(_ row: UnsafeMutablePointer<Int32>, count: Int) {
        for x in 0..<count {
            let inks = UInt32(bitPattern: row[x]).littleEndian
            let black = Int32(inks >> 24)
            func light(_ shift: UInt32) -> Int32 { (Int32(inks >> shift & 255) * black + 127) / 255 }
            row[x] = GDPixel.pack(red: light(0), green: light(8), blue: light(16), transparency: 0)
        }
    }
}
