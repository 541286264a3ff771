import Testing

@testable import PostcardImaging

struct MetadataDateTests {
    @Test(arguments: [
        ("2024:06:09 21:14:03", "2024-06-09T21:14:03"), ("2024-06-09T21:14:03", "2024-06-09T21:14:03"),
        ("2024:06:09 21:14:03.250", "2024-06-09T21:14:03"), ("2024:06:09 21:14:03:250", "2024-06-09T21:14:03"),
        ("2024:06:09 21:14:03Z", "2024-06-09T21:14:03+00:00"),
        ("2024:06:09 21:14:03.5 +02:00", "2024-06-09T21:14:03+02:00"),
        ("2024-06-09T21:14:03-0430", "2024-06-09T21:14:03-04:30"),
        ("2024-06-09T21:14+2", "2024-06-09T21:14:00+02:00"), ("2024/06/09 21:14:03", "2024-06-09T21:14:03"),
        ("20240609 211403+0200", "2024-06-09T21:14:03+02:00"), ("2024:06:09 21:14:03 CEST", "2024-06-09T21:14:03"),
        ("2024-06-09", "2024-06-09"), ("2024-06", "2024-06"), ("2024", "2024"), ("2024-02-29", "2024-02-29"),
        ("  2024:06:09 00:00:00", "2024-06-09T00:00:00"),
    ])
    func `dates in all notations are read`(text: String, expected: String) {
        #expect(MetadataDate(text)?.text == expected)
    }

    @Test(arguments: [
        "", "0000:00:00 00:00:00", "    :  :     :  :  ", "2023:02:29 10:00:00", "2024:02:30 10:00:00",
        "2024:13:01 10:00:00", "2024:04:31 10:00:00", "2024:06:09 24:00:00", "2024:06:09 21:60:00",
        "2024:06:09 21:14:61", "2024:00:00", "next week",
    ])
    func `a date that does not exist is rejected`(text: String) {
        #expect(MetadataDate(text) == nil)
    }

    @Test(arguments: [
        ("2024:06:09 21:14:03", "25", "25"), ("2024:06:09 21:14:03", " 250 ", "25"),
        ("2024:06:09 21:14:03", "000", nil), ("2024:06:09 21:14:03", nil, nil),
        ("2024:06:09 21:14:03.125", "9", "125"),
    ])
    func `fractions of a second are read, both within dates and from separate fields`(
        text: String, fraction: String?, expected: String?
    ) {
        #expect(MetadataDate(text, fraction: fraction)?.fraction == expected)
    }

    @Test(arguments: [
        ("+02:00", "+02:00"), ("-0930", "-09:30"), ("Z", "+00:00"), ("+5", "+05:00"), (" +01:00 ", "+01:00"),
        ("CET", nil), ("+99:00", nil), ("02:00", nil),
    ])
    func `unreadable offsets do not affect the date`(offset: String, expected: String?) {
        let date = MetadataDate("2024:06:09 21:14:03", offset: offset)
        #expect(date?.day == "2024-06-09")
        #expect(date?.offset == expected)
    }

    @Test(arguments: [
        ("Sun, 09 Jun 2024 21:14:03 +0200", "2024-06-09T21:14:03+02:00"),
        ("9 Jun 2024 21:14:03 GMT", "2024-06-09T21:14:03+00:00"), ("09 Jun 2024 21:14:03", "2024-06-09T21:14:03"),
        ("Jun 9 2024", nil), ("31 Jun 2024 10:00:00", nil),
    ])
    func `dates in email format are read`(text: String, expected: String?) {
        #expect(MetadataDate(mail: text)?.text == expected)
    }
}
