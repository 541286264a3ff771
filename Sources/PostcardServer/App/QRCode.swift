import CQR

/// A QR code (ISO/IEC 18004) with the lowest level of error correction, which is enough for screens.
package struct QRCode: Sendable {
    /// The rows from top to bottom, without the margin; `true` for dark modules.
    package let rows: [[Bool]]

    /// The width of the largest QR code, in modules.
    private static let maximumWidth = 177

    /// Makes the smallest QR code for a string; `nil` if libqrencode is not installed or the string has more than 2,953 bytes.
    package init?(_ text: String) {
        var modules = [UInt8](repeating: 0, count: Self.maximumWidth * Self.maximumWidth)
        let width = Int(postcard_qr_encode(text, &modules, modules.count))
        guard width > 0 else { return nil }
        rows = (0..<width).map { row in modules[row * width..<(row + 1) * width].map { $0 == 1 } }
    }

    /// The code as lines of text for a terminal, with two rows of modules per line. The text is black on white in any color scheme.
    package var terminalLines: [String] {
        let margin = 4
        func isDark(_ row: Int, _ column: Int) -> Bool {
            rows.indices.contains(row) && rows.indices.contains(column) && rows[row][column]
        }
        return stride(from: -margin, to: rows.count + margin, by: 2).map { row in
            let cells = (-margin..<rows.count + margin).map { column in
                switch (isDark(row, column), isDark(row + 1, column)) {
                case (false, false): " "
                case (true, false): "▀"
                case (false, true): "▄"
                case (true, true): "█"
                }
            }
            return "\u{1B}[30;107m\(cells.joined())\u{1B}[0m"
        }
    }
}
