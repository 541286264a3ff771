import PlatformLibc
import PostcardLibrary
import Testing

@testable import PostcardServer

@Suite struct WorldOutlineTests {
    /// Returns true if a point is on land: the last ring around the point is land. A ring is around a point if a ray from the point crosses
    /// an odd number of edges.
    private func isLand(_ latitude: Double, _ longitude: Double, _ rings: [MapOutline.Ring]) -> Bool {
        let around = rings.last { ring in
            zip(ring.points, ring.points.dropFirst()).count { one, other in
                guard (one.latitude > latitude) != (other.latitude > latitude) else { return false }
                let part = (latitude - one.latitude) / (other.latitude - one.latitude)
                return longitude < one.longitude + part * (other.longitude - one.longitude)
            } % 2 == 1
        }
        return around?.isWater == false
    }

    /// The zooms at which the app uses its three outlines.
    @Test(arguments: [1.0, 4, 8])
    func `cities are on land, and oceans and lakes are not`(zoom: Double) {
        for (latitude, longitude, expected) in [
            (48.8566, 2.3522, true), (40.4168, -3.7038, true), (-33.45, -70.66, true), (30, -45, false),
            (-40, -130, false), (46.45, 6.55, zoom < 8), (60.8, 31.5, zoom < 8),
        ] {
            let half = 1 / (256 * exp2(zoom) / 360) * 480
            let frame = MapOutline.Frame(
                west: longitude - half, east: longitude + half, south: max(-80, latitude - half / 3),
                north: min(85, latitude + half / 3), pixelsPerDegree: 256 * exp2(zoom) / 360)
            let rings = WorldOutline.outline.rings(frame)
            #expect(isLand(latitude, longitude, rings) == expected, "\(latitude), \(longitude)")
        }
    }

    @Test func `a view across longitude 180 includes the pieces on both sides`() {
        let frame = MapOutline.Frame(west: 176, east: 183, south: -20, north: -15, pixelsPerDegree: 137)
        let longitudes = WorldOutline.outline.rings(frame).flatMap(\.points).map(\.longitude)
        // Fiji is on both sides.
        #expect(longitudes.contains { $0 > 177 && $0 < 179.5 })
        #expect(longitudes.contains { $0 < -178.5 && $0 > -180 })
    }

    @Test(arguments: [0, 4, 20, 100, 5_000])
    func `truncated outlines are rejected`(count: Int) throws {
        let bytes = try #require(AppFiles.program["world.bin"]?.bytes)
        #expect(OutlineFile(bytes)?.rings.isEmpty == false)
        #expect(OutlineFile(Array(bytes.prefix(count))) == nil)
    }
}
