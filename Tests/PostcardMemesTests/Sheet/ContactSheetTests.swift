import PostcardImaging
import PostcardMemes
import PostcardTestSupport
import Testing

struct ContactSheetTests {
    private let fonts = FontLibrary(usesSystemFonts: false)
    private let red = Color(red: 255, green: 0, blue: 0)
    private let sheet = ContactSheet(columns: 3, tileSize: PixelSize(width: 80, height: 60), spacing: 10, textSize: 12)

    private func item(_ caption: String, _ width: Int = 80, _ height: Int = 60) throws -> ContactSheet.Item {
        let image = try Image(size: PixelSize(width: width, height: height), fill: red)
        return ContactSheet.Item(caption: caption) { _ in image }
    }

    /// Returns the columns that contain ink in any of the rows.
    private func inkColumns(_ image: Image, rows: Range<Int>) -> [Int] {
        (0..<image.size.width).filter { x in rows.contains { image[x, $0] != .white } }
    }

    @Test(arguments: [(1, 100, 101), (2, 190, 101), (3, 280, 101), (4, 280, 192), (7, 280, 283)])
    func `the size follows from the count`(count: Int, width: Int, height: Int) throws {
        #expect(sheet.size(for: count) == PixelSize(width: width, height: height))
        let image = try sheet.image(of: Array(repeating: item(""), count: count), fonts: fonts)
        #expect(image.size == PixelSize(width: width, height: height))
    }

    @Test(arguments: [(0, 1), (-3, 1), (.min, 1), (2, 2), (100, 5), (.max, 5)])
    func `a sheet can have any number of columns`(columns: Int, shown: Int) throws {
        let made = ContactSheet(columns: columns, tileSize: sheet.tileSize, spacing: 10, textSize: 12)
        var changed = sheet
        changed.columns = columns
        let rows = (5 + shown - 1) / shown
        let size = PixelSize(width: 10 + 90 * shown, height: 10 + 91 * rows)
        for sheet in [made, changed] {
            #expect(sheet.size(for: 5) == size)
            let image = try sheet.image(of: Array(repeating: item(""), count: 5), fonts: fonts)
            #expect(image.size == size)
            // The last picture is in its tile.
            #expect(image[size.width - 11 - (shown == 2 ? 90 : 0), size.height - 32] == red)
        }
    }

    @Test func `pictures are centered in their tiles in reading order`() throws {
        let image = try sheet.image(of: [item("", 40, 60), item(""), item(""), item("", 800, 200)], fonts: fonts)
        expectEqual(image[10, 40], .white)
        expectEqual(image[30, 10], red)
        expectEqual(image[69, 69], red)
        expectEqual(image[70, 40], .white)
        expectEqual(image[100, 10], red)
        expectEqual(image[190, 10], red)
        // The picture of 800 × 200 pixels becomes 80 × 20 pixels, in the second row.
        expectEqual(image[10, 120], .white)
        expectEqual(image[10, 121], red)
        expectEqual(image[89, 140], red)
        expectEqual(image[10, 141], .white)
    }

    @Test func `text stays below its tile`() throws {
        let texts = [
            "short", String(repeating: "very long name ", count: 30), "noSpacesAtAllInThisVeryLongFileName.jpg",
        ]
        let image = try sheet.image(of: texts.map { try item($0) }, fonts: fonts)
        let ink = inkColumns(image, rows: 71..<91)
        for x in [10..<90, 100..<180, 190..<270] { #expect(ink.contains { x.contains($0) }) }
        #expect(ink.allSatisfy { (10..<90).contains($0) || (100..<180).contains($0) || (190..<270).contains($0) })
        #expect(inkColumns(image, rows: 91..<101).isEmpty)
    }

    @Test func `long text ends with an ellipsis`() throws {
        // The dots of the ellipsis are at the baseline, with nothing above them.
        let image = try sheet.image(of: [item(String(repeating: "H", count: 50))], fonts: fonts)
        let ink = inkColumns(image, rows: 71..<91)
        let last = try #require(ink.last)
        let rows = (71..<91).filter { image[last, $0] != .white }
        let letters = (71..<91).filter { image[ink[1], $0] != .white }
        #expect(try #require(rows.first) > #require(letters.first) + 3)
    }

    @Test func `a missing picture leaves an empty tile`() throws {
        let image = try sheet.image(of: [ContactSheet.Item(caption: "gone") { _ in nil }], fonts: fonts)
        #expect(image[50, 40] != .white)
        #expect(image[50, 40] == image[12, 12])
    }

    @Test func `pictures are requested one after another at the size of the tile`() throws {
        var asked: [PixelSize] = []
        let items = (0..<5).map { _ in
            ContactSheet.Item(caption: "") { size in
                asked.append(size)
                return nil
            }
        }
        _ = try sheet.image(of: items, fonts: fonts)
        #expect(asked == Array(repeating: PixelSize(width: 80, height: 60), count: 5))
    }

    @Test(arguments: [0, 20_000])
    func `an invalid count causes an error`(count: Int) throws {
        let item = try item("")
        #expect(throws: ImageError.self) {
            try sheet.image(of: Array(repeating: item, count: count), fonts: fonts)
        }
    }
}
