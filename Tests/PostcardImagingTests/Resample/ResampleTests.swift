import PostcardImaging
import PostcardTestSupport
import Testing

struct ResampleTests {
    static let filters: [ResampleFilter] = [.box, .triangle, .catmullRom, .mitchell, .lanczos2, .lanczos3]

    @Test(arguments: filters, [false, true])
    func `a flat color stays exactly flat`(filter: ResampleFilter, linearLight: Bool) throws {
        for level in stride(from: 0, through: 255, by: 5) {
            let color = Color(red: UInt8(level), green: UInt8(255 - level), blue: 7)
            let image = try Image(size: PixelSize(width: 37, height: 23), fill: color)
            for target in [PixelSize(width: 5, height: 4), PixelSize(width: 60, height: 51)] {
                let result = try image.resized(to: target, filter: filter, inLinearLight: linearLight)
                #expect(result.pixels.allSatisfy { $0 == color })
            }
        }
    }

    @Test(arguments: filters, [1, 3])
    func `a flat color stays flat for any number of source pixels`(filter: ResampleFilter, count: Int) throws {
        let color = Color(red: 250, green: 131, blue: 7)
        let row = try Image(size: PixelSize(width: 20_000, height: 1), fill: color)
        let column = try Image(size: PixelSize(width: 1, height: 20_000), fill: color)
        let narrow = try row.resized(to: PixelSize(width: count, height: 1), filter: filter)
        let low = try column.resized(to: PixelSize(width: 1, height: count), filter: filter)
        #expect((narrow.pixels + low.pixels).allSatisfy { $0 == color })
    }

    @Test(arguments: filters)
    func `resampling does not shift a picture`(filter: ResampleFilter) throws {
        // Relative to the picture's sides, the center of mass of an off-center blurred dot does not move.
        let side = 90
        let image = try Image(size: .square(side)) { x, y in
            let distance = (x - 40) * (x - 40) + (y - 55) * (y - 55)
            let level = UInt8(max(0, 255 - distance))
            return Color(red: level, green: level, blue: level)
        }
        // A box filter uses whole pixels, so it is uniform only at whole-number ratios.
        for target in filter == .box ? [30, 45] : [30, 31, 47, 200] {
            let result = try image.resized(to: .square(target), filter: filter)
            let before = centroid(of: image)
            let after = centroid(of: result)
            #expect(
                abs(before.x - after.x) < 0.0015 && abs(before.y - after.y) < 0.0015, "\(target): \(before) \(after)")
        }
    }

    private func centroid(of image: Image) -> (x: Double, y: Double) {
        var sum = (x: 0.0, y: 0.0, mass: 0.0)
        for y in 0..<image.size.height {
            for x in 0..<image.size.width {
                let mass = Double(image[x, y].red)
                sum.x += (Double(x) + 0.5) * mass
                sum.y += (Double(y) + 0.5) * mass
                sum.mass += mass
            }
        }
        return (
            sum.x / sum.mass / Double(image.size.width), sum.y / sum.mass / Double(image.size.height)
        )
    }

    @Test(arguments: filters)
    func `colors of transparent pixels are not visible at edges`(filter: ResampleFilter) throws {
        let image = try Image(size: .square(64)) { x, y in
            x >= 16 && x < 48 && y >= 16 && y < 48
                ? Color(red: 255, green: 0, blue: 0) : Color(red: 255, green: 255, blue: 255, alpha: 0)
        }
        let result = try image.resized(to: .square(23), filter: filter)
        for pixel in result.pixels where pixel.alpha > 0 {
            expectEqual(pixel.red, 255)
            expectEqual(pixel.green, 0)
            expectEqual(pixel.blue, 0)
        }
    }

    @Test(arguments: filters, [false, true])
    func `rows are averaged like columns`(filter: ResampleFilter, linearLight: Bool) throws {
        // Columns are averaged all at once, rows one at a time.
        for alpha: UInt8 in [255, 128] {
            func color(_ far: Int, _ near: Int) -> Color {
                let level = UInt8((far * far * 7 + near * 50) % 256)
                return Color(red: level, green: UInt8(far % 256), blue: 255 - level, alpha: near % 2 == 0 ? alpha : 255)
            }
            let high = try Image(size: PixelSize(width: 9, height: 1201)) { x, y in color(y, x) }
            let wide = try Image(size: PixelSize(width: 1201, height: 9)) { x, y in color(x, y) }
            let rows = try high.resized(to: PixelSize(width: 9, height: 3), filter: filter, inLinearLight: linearLight)
            let columns = try wide.resized(
                to: PixelSize(width: 3, height: 9), filter: filter, inLinearLight: linearLight)
            for y in 0..<3 {
                for x in 0..<9 {
                    let (row, column) = (rows[x, y], columns[y, x])
                    #expect(abs(Int(row.red) - Int(column.red)) <= 1, "\(row) \(column)")
                    #expect(abs(Int(row.green) - Int(column.green)) <= 1, "\(row) \(column)")
                    #expect(abs(Int(row.alpha) - Int(column.alpha)) <= 2, "\(row) \(column)")
                }
            }
        }
    }

    @Test func `linear light keeps the brightness of fine detail`() throws {
        let checks = try Image(size: .square(64)) { x, y in (x + y) % 2 == 0 ? .black : .white }
        let plain = try checks.resized(to: .square(16), filter: .box)
        let linear = try checks.resized(to: .square(16), filter: .box, inLinearLight: true)
        #expect(abs(Int(plain[8, 8].red) - 128) <= 1)
        #expect(linear[8, 8].red == 188)  // half of the linear light, IEC 61966-2-1
    }

    @Test func `resizing to the same size changes nothing`() throws {
        let image = try Image(size: .square(9)) { x, y in Color(red: UInt8(x * 20), green: UInt8(y * 20), blue: 3) }
        #expect(try image.resized(to: .square(9)).distance(to: image) == 0)
    }
}
