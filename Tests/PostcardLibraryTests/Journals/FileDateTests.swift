import PostcardTestSupport
import Testing

@testable import PostcardLibrary

struct FileDateTests {
    @Test(arguments: [
        ("IMG_20240609_211403.jpg", "2024-06-09T21:14:03"), ("VID_20240609_211403123.mp4", "2024-06-09T21:14:03"),
        ("PXL_20240609_191403123.jpg", "2024-06-09T19:14:03+00:00"), ("20240609_211403.heic", "2024-06-09T21:14:03"),
        ("Screenshot 2024-06-09 at 21.14.03.png", "2024-06-09T21:14:03"),
        ("Screenshot_20240609-211403_Maps.png", "2024-06-09T21:14:03"),
        ("photo_2024-06-09_21-14-03 (2).jpg", "2024-06-09T21:14:03"),
        ("WhatsApp Image 2024-06-09 at 21.14.03.jpeg", "2024-06-09T21:14:03"),
        ("signal-2024-06-09-211403.jpg", "2024-06-09T21:14:03"), ("2024-06-09 21.14.03.jpg", "2024-06-09T21:14:03"),
        ("IMG-20240609-WA0001.jpg", "2024-06-09"), ("2024.06.09.png", "2024-06-09"),
        ("IMG_20240609_256199.jpg", "2024-06-09"),
        ("IMG_1234.jpg", nil), ("20241301.jpg", nil), ("20230229.jpg", nil), ("0120240609.jpg", nil),
        ("1920x1080.png", nil),
        ("invoice-2024-06.png", nil),
    ])
    func `dates are found in file names from cameras, phones and messengers`(name: String, expected: String?) {
        #expect(WallTime(fileName: name)?.description == expected)
    }

    @Test(arguments: [
        ("2024-06-09T19:14:03+00:00", "VID_20240609_211403.mp4", 5.0, "2024-06-09T21:14:03+02:00"),
        ("2024-06-09T19:14:33+00:00", "VID_20240609_211403.mp4", 30.0, "2024-06-09T21:14:03+02:00"),
        ("2024-06-09T15:44:03+00:00", "20240609_211403.mp4", 5.0, "2024-06-09T21:14:03+05:30"),
        ("2024-06-09T19:14:03+00:00", "VID_20240609_190914.mp4", 5.0, nil),
        ("2024-06-09T19:14:03+00:00", "VID_20240612_211403.mp4", 5.0, nil),
        ("2024-06-09T19:14:03+00:00", "PXL_20240609_191403123.mp4", 5.0, nil),
        ("2024-06-09T19:14:03+00:00", "clip.mp4", 5.0, nil),
    ])
    func `the name of a video contains its local time`(
        date: String, name: String, duration: Double, expected: String?
    ) throws {
        let date = try #require(WallTime(date))
        #expect(date.local(byName: name, duration: duration)?.description == expected)
    }

    @Test(
        arguments: [
            (["2024-06-10T08:00:00+09:00"], "2024-06-09T23:30:00+00:00", nil, "2024-06-10T08:30:00+09:00"),
            (
                ["2024-06-10T08:00:00+09:00", "2024-06-09T20:50:00-03:00"], "2024-06-09T23:30:00+00:00", nil,
                "2024-06-09T20:30:00-03:00"
            ),
            (["2024-06-10T08:00:00"], "2024-06-09T23:30:00+00:00", nil, "2024-06-09T23:30:00+00:00"),
            (["2024-06-20T08:00:00+09:00"], "2024-06-09T23:30:00+00:00", 139.7, "2024-06-10T08:30:00+09:00"),
            ([], "2024-06-09T23:30:00+00:00", -74.0, "2024-06-09T18:30:00-05:00"),
            ([], "2024-06-09T23:30:00+00:00", nil, "2024-06-09T23:30:00+00:00"),
        ] as [([String], String, Double?, String)])
    func `a UTC date gets the local offset of the photo nearest in time, or an offset from its longitude`(
        photos: [String], date: String, longitude: Double?, expected: String
    ) throws {
        let offsets = LocalOffsets(photos.compactMap { WallTime($0) })
        #expect(try offsets.local(#require(WallTime(date)), longitude: longitude).description == expected)
    }
}
