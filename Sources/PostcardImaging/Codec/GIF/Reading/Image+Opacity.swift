extension Image {
    /// Looks at every pixel.
    var hasOnlyOpaquePixels: Bool {
        withRows { rows in
            for y in 0..<size.height {
                let row = rows[y]
                var bits: Int32 = 0
                for x in 0..<size.width { bits |= row[x] }
                if bits & GIFColor.transparent != 0 { return false }
            }
            return true
        }
    }
}
