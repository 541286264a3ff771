// Serves a folder of pictures, prints a URL, and stops: `swift run RunService PHOTOS`.

import Foundation
import Logging
import PostcardImaging
import PostcardIsolation
import PostcardServer

// In a child process that decodes a picture, this does not return.
let isolation = Isolation.prepare()

guard CommandLine.arguments.count == 2 else {
    print("usage: RunService PHOTOS")
    exit(64)
}
var configuration = ServerConfiguration()
configuration.images = [CommandLine.arguments[1]]
configuration.port = 0  // any free port
configuration.allowsUnsigned = true  // only for trials: sign URLs if other people can send requests

// `try await server.run()` alone runs until a signal arrives or the task is canceled.
let server = PictureServer(configuration, isolation: isolation, logger: Logger(label: "pictures"))
let (ports, port) = AsyncStream.makeStream(of: Int.self)

let service = Task { try await server.run(onListening: { port.yield($0) }) }
for await number in ports {
    print("http://127.0.0.1:\(number)/unsafe/300x200/smart/fuji-lake-at-dawn.jpg")
    break
}
service.cancel()
try await service.value
