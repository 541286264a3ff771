// Serves a folder of pictures, tells an address, and stops: `swift run RunService PHOTOS`.

import Logging
import PostcardLibrary
import PostcardServer

// In a child process that decodes a picture, this does not return.
let isolation = PictureProcess.prepare()

var configuration = ServerConfiguration()
configuration.images = [CommandLine.arguments[1]]
configuration.port = 0  // any free one
configuration.allowsUnsigned = true  // only for trying: sign addresses where others may ask

// `try await server.run()` alone goes on until a signal or the end of its task stops it.
let server = PictureServer(configuration, isolation: isolation, logger: Logger(label: "pictures"))
let (ports, port) = AsyncStream.makeStream(of: Int.self)

let service = Task { try await server.run(onListening: { port.yield($0) }) }
for await number in ports {
    print("http://127.0.0.1:\(number)/unsafe/300x200/smart/fuji-lake-at-dawn.jpg")
    break
}
service.cancel()
try await service.value
