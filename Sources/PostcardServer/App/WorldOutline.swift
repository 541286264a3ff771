import PlatformLibc
package import PostcardLibrary

/// The outline of the world in the web app's files, for the maps of shared pages. At each scale, the app uses the same file.
package enum WorldOutline {
    /// The minimum scales of the finer files, in pixels per degree: the app's zooms 3.6 and 6.
    private static let (finer, finest) = (256 * exp2(3.6) / 360, 256 * exp2(6.0) / 360)
    /// The width and height of the pieces, in degrees.
    private static let pieceSize = 30

    /// The outline.
    package static let outline = MapOutline { frame in
        guard frame.pixelsPerDegree >= finest else {
            return rings(of: frame.pixelsPerDegree < finer ? "world-low" : "world")
        }
        let rows = row(frame.north)...row(frame.south)
        // Antarctica has no pieces.
        guard rows.upperBound < 180 / pieceSize - 1 else { return rings(of: "world") }
        let columns = column(frame.west)...max(column(frame.west), column(frame.east))
        let columnCount = 360 / pieceSize
        return rows.flatMap { row in
            // The open sea has no pieces.
            columns.flatMap { rings(of: "world/\(row)-\((($0 % columnCount) + columnCount) % columnCount)") }
        }
    }

    private static func rings(of name: String) -> [MapOutline.Ring] {
        AppFiles.program["\(name).bin"].flatMap { OutlineFile($0.bytes)?.rings } ?? []
    }

    private static func row(_ latitude: Double) -> Int {
        max(0, min(180 / pieceSize - 1, Int(((90 - latitude) / Double(pieceSize)).rounded(.down))))
    }

    private static func column(_ longitude: Double) -> Int {
        Int(((longitude + 180) / Double(pieceSize)).rounded(.down))
    }
}
