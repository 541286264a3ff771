import ArgumentParser
import Logging
import PlatformFoundation
import PostcardCommands
import PostcardLibrary
import PostcardServer
import SystemPackage

struct AppCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app", abstract: "Open your library in the browser.",
        discussion: """
            The app is only for this machine; with --phone, phones on your network can use
            it too. For other machines, use postcard serve. Your browser gets a page that
            only you can read, which signs it in. Sandboxed browsers (snap, flatpak) may be
            unable to read it: after 5 seconds, or at once with --no-browser, Postcard
            prints a URL that does the same. Each works once, for 10 minutes. Browsers and
            phones stay signed in for 30 days, with tokens in the library's app.tokens file.
            Press Ctrl+C to stop the app.

            Pins are named after cities and towns that the program knows. Place searches go
            online only after you allow them in the app, and never with --places none.
            Opening the album of a pin without photos sends the pin's coordinate to
            Wikimedia Commons, or to Flickr. Streets come from OpenStreetMap, or from the
            server of --tiles, after you allow them in the app.

            The connection to a phone is not encrypted, so use a network that you trust.
            On unencrypted pages, browsers offer no position, clipboard or offline copies.
            For those, let a program with a trusted certificate, such as Tailscale Serve or
            Caddy, forward to the app's port, and give its URL with --phone-url.

            EXAMPLES
              postcard app
              postcard app --phone
              tailscale serve --bg 8080
              postcard app --port 8080 --phone-url https://desk.example.ts.net
              postcard app --library holidays --no-browser --port 9000
              postcard app --places none
              postcard app --tiles \\
                "https://tile.example.org/{z}/{x}/{y}.png © OpenStreetMap contributors"
            """)

    @OptionGroup var library: LibraryOptions
    @Option(help: "The port; 0 selects any free port. (8080, or any free port if 8080 is taken)") var port: Int?
    @Flag(help: "Print the sign-in URL instead of opening a browser.") var noBrowser = false
    @Flag(help: "Let phones on your network sign in by scanning a code.") var phone = false
    @Option(
        name: .customLong("phone-url"),
        help: ArgumentHelp(
            "Let phones sign in at this HTTPS URL of a proxy on this machine. Implies --phone.", valueName: "url"))
    var phoneURL: String?
    @Option(
        help: ArgumentHelp(
            "The place search service, used once you allow it in the app: nominatim, foursquare or none. (nominatim; foursquare if FOURSQUARE_API_KEY is set)",
            valueName: "service"))
    var places: String?
    @Option(
        help: ArgumentHelp(
            "Streets for the map, once you allow them in the app: the tile URL and its credit, or none. (OpenStreetMap)",
            valueName: "url credit"))
    var tiles: String?
    @Option(
        help: ArgumentHelp(
            "Serve the app's files from this folder, for development.", valueName: "dir", visibility: .hidden),
        completion: .directory) var appFolder: String?

    /// The street tiles that the app suggests. The app requests no tiles before the user agrees. Users can set another URL without an
    /// update.
    private static let streets = "https://tile.openstreetmap.org/{z}/{x}/{y}.png © OpenStreetMap contributors"

    func validate() throws {
        guard let phoneURL else { return }
        let url = URL(string: phoneURL)
        guard url?.scheme == "https", url?.host?.isEmpty == false, ["", "/"].contains(url?.path) else {
            throw Failure(
                .usage,
                "--phone-url is \(phoneURL); it must be an HTTPS URL without a path, such as https://desk.example.ts.net."
            )
        }
    }

    func run() async throws {
        let directory = try library.open(creates: true).directory
        let origin = phoneURL.map { String($0.reversed().drop { $0 == "/" }.reversed()) }
        let host = origin ?? (phone ? DeviceTokens.networkAddress : nil)
        if phone && host == nil {
            throw Failure(
                .unavailable, "No local network found. Connect to Wi-Fi first, or omit --phone.")
        }
        // If the token file can't be written, as in a read-only library, a token lasts until the app ends.
        let devices =
            host != nil ? try DeviceTokens(in: directory, host: host) : try? DeviceTokens(in: directory, host: nil)
        do {
            do {
                try await serve(configuration(directory.string, devices, port: port ?? 8080), devices)
            } catch let error as StartupError where error.code == .cannotListen && port == nil {
                try await serve(configuration(directory.string, devices, port: 0), devices)
            }
        } catch let error as StartupError {
            throw ServiceProcess.failure(error)
        }
        ServiceProcess.end()
    }

    private func configuration(
        _ directory: String, _ devices: DeviceTokens?, port: Int
    ) throws(StartupError) -> ServerConfiguration {
        try ServerConfiguration(environment: ProcessInfo.processInfo.environment, file: nil) {
            // A proxy on this machine connects over loopback.
            $0.host = devices?.host == nil || phoneURL != nil ? "127.0.0.1" : "0.0.0.0"
            $0.publicAddress = phoneURL ?? $0.publicAddress
            // As host names, only IP addresses and this machine's names are allowed.
            if $0.allowedNames.isEmpty && devices?.host != nil { $0.allowedNames = ["localhost"] }
            $0.port = port
            $0.library = directory
            $0.tokens = devices == nil ? [DeviceTokens.newOwner()] : []
            $0.tokenFile = devices?.file.string
            if $0.places == nil {
                $0.places = Environment["FOURSQUARE_API_KEY"] == nil ? "nominatim" : "foursquare"
            }
            $0.set([(\.places.orEmpty, places), (\.tiles.orEmpty, tiles ?? $0.tiles ?? Self.streets)])
            if $0.tiles == "none" { $0.tiles = nil }
            $0.set([(\.appFolder, appFolder)])
        }
    }

    private func serve(
        _ configuration: ServerConfiguration, _ devices: DeviceTokens?
    ) async throws {
        let page = SignInPage()
        defer { page.remove() }
        let (server, _) = try ServiceProcess.prepare(configuration, logLevel: .warning, devices: devices)
        try await server.run { port in
            ServiceProcess.limitStopping(configuration)
            defer { if let address = server.makeDeviceAddress(port: port) { showCode(address) } }
            let address = "http://127.0.0.1:\(port)/app/"
            let signIn = "\(address)#t=\(server.makeTicket(for: DeviceTokens.owner, onUse: page.remove))"
            guard !noBrowser, Shell.hasDesktop, let file = page.write(leadingTo: signIn) else {
                return Console.print("Postcard is open at \(signIn)")
            }
            Console.print("Postcard is open at \(address)")
            Browser.open(file)
            Task {
                await page.expire(after: PictureServer.ticketLifetime) {
                    Console.print("If no browser has opened, go to \(signIn)")
                }
            }
        }
    }

    /// Shows the URL for a phone, as a QR code in a terminal.
    private func showCode(_ address: String) {
        if Console.isAtTerminal, let code = QRCode(address) {
            Console.errorInPlace(code.terminalLines.map { $0 + "\n" }.joined())
        }
        Console.print("On your phone, scan the code or open \(address)")
        Console.print("The code works once, for 10 minutes. Manage devices in the app's settings.")
    }
}
