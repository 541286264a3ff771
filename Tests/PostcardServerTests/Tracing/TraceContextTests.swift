import Testing

@testable import PostcardServer

@Suite struct TraceContextTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let span = "00f067aa0ba902b7"

    @Test(arguments: [
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true),
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00", false),
        // Other flags are not ours.
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-ff", true),
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-02", false),
        // Later versions, which may go on behind a dash.
        ("01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true),
        ("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-the-future-will-be-like", true),
        ("fe-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-", true),
    ])
    func `a trace that came goes on in version 00`(parent: String, isSampled: Bool) throws {
        let place = try #require(TraceContext(parent: parent, state: nil))
        #expect("\(place.traceID)" == Self.trace)
        #expect(place.isSampled == isSampled && place.isRemote && place.state.isEmpty)
        #expect(place.parent == "00-\(Self.trace)-\(Self.span)-0\(isSampled ? 1 : 0)")
    }

    @Test(arguments: [
        "", "00", "00-\(trace)-\(span)", "00-\(trace)-\(span)-", "00-\(trace)-\(span)-1", "00-\(trace)-\(span)-011",
        "00-\(trace)-\(span)-01-", "00-\(trace)-\(span)-01-what", "00-\(trace)-\(span)-01.what",
        "cc-\(trace)-\(span)-01.what",
        "cc-\(trace)-\(span)-011", "ff-\(trace)-\(span)-01", "ff-\(trace)-\(span)-01-what", "0-\(trace)-\(span)-01",
        ".0-\(trace)-\(span)-01", "000-\(trace)-\(span)-01", "00-00000000000000000000000000000000-\(span)-01",
        "00-\(trace)-0000000000000000-01", "00-4BF92F3577B34DA6A3CE929D0E0E4736-\(span)-01",
        "00-\(trace)-00F067AA0BA902B7-01", "00-\(trace)-\(span)-0A", "00-.bf92f3577b34da6a3ce929d0e0e4736-\(span)-01",
        "00-\(trace)0-\(span)-01", "00-\(trace.dropLast())-\(span)-01", "00-\(trace)-\(span)-0g",
        "00_\(trace)_\(span)_01", "00-\(trace)-\(span)-01, 00-\(trace)-\(span)-01", "00-\(trace)-\(span)-01\u{301}",
        "00-\(trace)-é0f067aa0ba902b-01", String(repeating: "0", count: 100_000),
    ])
    func `what is no place in a trace is none`(parent: String) {
        #expect(TraceContext(parent: parent, state: "a=1") == nil)
    }

    @Test(arguments: [
        ("rojo=00f067aa0ba902b7,congo=t61rcWkgMzE", "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"),
        ("foo=1 \t , \t bar=2,,", "foo=1,bar=2"), ("", ""), (" ,\t", ""), ("a=1,a=2", "a=1,a=2"),
        ("1a-_*/@z@= !\"#$%&'()*+-./:;<>?@[\\]^_`{|}~", "1a-_*/@z@= !\"#$%&'()*+-./:;<>?@[\\]^_`{|}~"),
    ])
    func `the list of others is passed on`(text: String, passed: String) {
        #expect(TraceState.accepted(text) == passed)
        #expect(TraceContext(parent: "00-\(Self.trace)-\(Self.span)-01", state: text)?.state == passed)
    }

    @Test(arguments: [
        "foo", "=1", "foo=", "foo =1", "FOO=1", "foo.bar=1", "@foo=1", "_foo=1", "foo=1=2", "foo=ü", "foo=\u{7F}",
        "a=1,bad",
        String(repeating: "a", count: 257) + "=1", "a=" + String(repeating: "1", count: 257),
        (1...33).map { "a\($0)=1" }.joined(separator: ","), String(repeating: ",", count: 100_000),
    ])
    func `a wrong list is dropped, and the trace goes on`(text: String) {
        #expect(TraceState.accepted(text) == nil)
        let place = TraceContext(parent: "00-\(Self.trace)-\(Self.span)-01", state: text)
        #expect(place?.state.isEmpty == true)
    }

    @Test func `of a long list long members go first, then the last ones`() {
        let long = "long=" + String(repeating: "x", count: 150)
        let short = (10..<80).map { "s\($0)=1" }.prefix(30)
        let others = short.map { $0 + String(repeating: "y", count: 8) }
        let passed = TraceState.accepted(([long] + others).joined(separator: ","))
        #expect(passed == others.joined(separator: ","))
        let middling = (0..<6).map { "m\($0)=" + String(repeating: "z", count: 100) }
        #expect(TraceState.accepted(middling.joined(separator: ",")) == middling.prefix(4).joined(separator: ","))
    }

    @Test func `32 members of the longest form are a list`() throws {
        let member = String(repeating: "k", count: 256) + "=" + String(repeating: "v", count: 256)
        let passed = try #require(TraceState.accepted(Array(repeating: member, count: 32).joined(separator: ",")))
        #expect(passed.utf8.count <= 512)
    }
}
