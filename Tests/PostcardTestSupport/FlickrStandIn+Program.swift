#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension FlickrStandIn {
    /// Runs a stand-in until it is stopped from outside, for manual tests of the command line. This is the whole body of a program.
    ///
    /// The program prints the URL for API calls. Any key of 32 hexadecimal digits is valid.
    ///
    /// - Parameter arguments: `latitude longitude [count [port]]`; by default 600 photos around the Eiffel Tower, and a
    ///   free port.
    /// - Throws: a system error if it can't listen.
    public static func run(arguments: [String]) async throws {
        let numbers = arguments.compactMap { Double($0) }
        let counts = numbers.dropFirst(2).compactMap { Int(exactly: $0) }
        guard numbers.count == arguments.count, numbers.count != 1, counts.count == max(0, numbers.count - 2) else {
            print("usage: flickr-stand-in [LATITUDE LONGITUDE [COUNT [PORT]]]")
            return
        }
        let photos = FlickrStandInPhoto.neighborhood(
            latitude: numbers.first ?? 48.8584, longitude: numbers.dropFirst().first ?? 2.2945,
            count: counts.first ?? 600, radius: 3_000, now: defaultNow)
        let standIn = try await FlickrStandIn(Settings(photos: photos), port: counts.dropFirst().first ?? 0)
        print(standIn.endpoint)
        // Otherwise, a program that reads the URL from a pipe would wait for a full buffer.
        fflush(nil)
        try await standIn.waitUntilStopped()
    }
}
