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
            The app is for this machine alone; postcard serve is for others. Your browser
            is given a page that only you can read, which signs it in. Browsers in a
            sandbox (snap, flatpak) may not read it: after 5 seconds, or at once with
            --no-browser, an address is printed that does the same. Either is good once,
            in the next 10 minutes; the session ends with the command. Press Ctrl+C to
            end it.

            EXAMPLES
              postcard app
              postcard app --library holidays --no-browser --port 9000
              postcard app --tiles https://tile.example.org/{z}/{x}/{y}.png \\
                --tiles-credit "© OpenStreetMap contributors"
            """)

    @OptionGroup var library: LibraryOptions
    @Option(help: "The port; 0 takes any free one. (8080, or any free one when that is taken)") var port: Int?
    @Flag(help: "Print the address that signs in, and open no browser.") var noBrowser = false
    @Option(help: .setting("tiles")) var tiles: String?
    @Option(help: .setting("tilesCredit")) var tilesCredit: String?
    @Option(
        help: ArgumentHelp(
            "Serve the app's files from this folder, for work on them.", valueName: "dir", visibility: .hidden),
        completion: .directory) var appFolder: String?

    /// The name of the token by which the person at this machine is known.
    private static let owner = "owner"

    func run() async throws {
        let directory = try library.open(creates: true).directory
        let token = (0..<4).map { _ in String(UInt64.random(in: .min ... .max) | 1 << 63, radix: 16) }.joined()
        do throws(StartupError) {
            do {
                try await serve(configuration(directory.string, token: token, port: port ?? 8080))
            } catch  where error.code == .cannotListen && port == nil {
                try await serve(configuration(directory.string, token: token, port: 0))
            }
        } catch {
            throw ServiceProcess.failure(error)
        }
        ServiceProcess.end()
    }

    private func configuration(
        _ directory: String, token: String, port: Int
    ) throws(StartupError) -> ServerConfiguration {
        try ServerConfiguration(environment: ProcessInfo.processInfo.environment, file: nil) {
            $0.host = "127.0.0.1"
            $0.port = port
            $0.socket = ""
            $0.library = directory
            $0.tokens = ["\(Self.owner):\(token)"]
            $0.tokenFile = ""
            if $0.places.isEmpty {
                $0.places = Environment["FOURSQUARE_API_KEY"] == nil ? "nominatim" : "foursquare"
            }
            $0.set([(\.tiles, tiles), (\.tilesCredit, tilesCredit), (\.appFolder, appFolder)])
        }
    }

    private func serve(_ configuration: ServerConfiguration) async throws(StartupError) {
        let page = SignInPage()
        defer { page.remove() }
        do {
            let (server, _) = try ServiceProcess.prepare(configuration, logLevel: .warning)
            try await server.run { port in
                ServiceProcess.limitStopping(configuration)
                let address = "http://127.0.0.1:\(port)/app/"
                let signIn = "\(address)#t=\(server.makeTicket(for: Self.owner, onUse: page.remove))"
                guard !noBrowser, Browser.isAvailable, let file = page.write(leadingTo: signIn) else {
                    return Console.print("Postcard is open at \(signIn)")
                }
                Console.print("Postcard is open at \(address)")
                Browser.open(file)
                Task {
                    await page.expire(after: PictureServer.ticketLifetime) {
                        Console.print("If no browser has opened it, open \(signIn)")
                    }
                }
            }
        } catch let error as StartupError {
            throw error
        } catch {
            throw StartupError(.cannotListen, "\(error)")
        }
    }
}

/// The browser of the person at this machine.
enum Browser {
    /// A Boolean value that indicates whether there is a screen: without one, `xdg-open` would start a browser in the terminal.
    static var isAvailable: Bool {
        #if os(macOS)
            true
        #else
            Environment["DISPLAY"] != nil || Environment["WAYLAND_DISPLAY"] != nil
        #endif
    }

    /// Opens a page. Every user of the machine can read the path.
    static func open(_ page: FilePath) {
        _ = Shell.run("\(Shell.opener) \(Shell.quoted(page.string)) </dev/null >/dev/null 2>&1 &")
    }
}
