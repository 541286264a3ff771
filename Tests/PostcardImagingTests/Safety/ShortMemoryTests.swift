import Testing

@testable import PostcardImaging

#if os(Linux)
    struct ShortMemoryTests {
        @Test func `an edit without memory for a copy throws an error and does not end the process`() throws {
            let names = [
                "setColor", "lay", "filtered", "blurred", "blurred on a smaller copy", "sharpened", "rounded", "turned",
                "rotated",
                "resized",
            ]
            #expect(try DecodingRun.shortMemory().map(String.init) == names.map { "\($0) outOfMemory" })
        }
    }
#endif
