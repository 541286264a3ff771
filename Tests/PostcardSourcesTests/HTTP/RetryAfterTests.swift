import Testing

@testable import PostcardSources

struct RetryAfterTests {
    @Test(arguments: [("0", 0), ("120", 120), (" 7", 7), ("99999999999999999999999", 31_536_000)])
    func `seconds are read`(value: String, seconds: Int) {
        #expect(RetryAfter.delay(of: value, date: nil) == .seconds(seconds))
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:07 GMT", 30),
        ("Thu, 01 Jan 1970 00:00:10 GMT", "Thu, 01 Jan 1970 00:00:00 GMT", 10),
        ("Fri, 01 Mar 2024 00:00:00 GMT", "Wed, 28 Feb 2024 00:00:00 GMT", 2 * 86_400),
        ("Wed, 01 Mar 2023 00:00:00 GMT", "Tue, 28 Feb 2023 00:00:00 GMT", 86_400),
        ("Fri, 01 Jan 2027 00:00:00 GMT", "Thu, 31 Dec 2026 23:59:59 GMT", 1),
        ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 09:00:00 GMT", 0),
    ])
    func `a date is relative to the server's date`(value: String, date: String, seconds: Int) {
        #expect(RetryAfter.delay(of: value, date: date) == .seconds(seconds))
    }

    @Test(arguments: [
        "", "soon", "-5", "1.5", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 25:49:37 GMT",
        "Sun, 99 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 99999 08:49:37 GMT", "٣",
    ])
    func `an invalid value results in no delay`(value: String) {
        #expect(RetryAfter.delay(of: value, date: "Sun, 06 Nov 1994 08:49:07 GMT") == nil)
    }

    @Test func `a date without the server's date results in no delay`() {
        #expect(RetryAfter.delay(of: "Sun, 06 Nov 1994 08:49:37 GMT", date: nil) == nil)
        #expect(RetryAfter.delay(of: "Sun, 06 Nov 1994 08:49:37 GMT", date: "today") == nil)
    }
}
