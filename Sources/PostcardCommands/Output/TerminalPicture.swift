import PlatformLibc
import PostcardCore
import PostcardImaging

/// Displays pictures in a terminal: as images if the terminal supports them, otherwise as colored half blocks.
struct TerminalPicture {
    /// The ways to show a picture in a terminal.
    enum Way: Equatable {
        /// Kitty's graphics protocol: https://sw.kovidgoyal.net/kitty/graphics-protocol/
        case kitty
        /// iTerm2's inline images: https://iterm2.com/documentation-images.html
        case iTerm
        /// Characters U+2580, the upper half block. The text color shows one pixel, and the background color shows the pixel below it.
        case blocks
        /// Half blocks in the 216 colors of xterm.
        case indexedBlocks

        /// Chooses a way that the terminal supports; `nil` for a terminal that shows only plain text.
        init?(environment: (String) -> String?) {
            let terminal = environment("TERM") ?? ""
            let program = environment("TERM_PROGRAM") ?? ""
            guard terminal != "dumb" else { return nil }
            // Terminal multiplexers do not forward images to the terminal.
            let isWrapped = environment("TMUX") != nil || terminal.hasPrefix("screen") || terminal.hasPrefix("tmux")
            if !isWrapped {
                if environment("KITTY_WINDOW_ID") != nil || terminal.contains("kitty") || terminal.contains("ghostty")
                    || program == "ghostty"
                {
                    self = .kitty
                    return
                }
                if program == "iTerm.app" || program == "WezTerm" || environment("LC_TERMINAL") == "iTerm2" {
                    self = .iTerm
                    return
                }
            }
            let isPlain = terminal == "linux" || terminal.hasPrefix("vt")
            guard environment("NO_COLOR") == nil, !isPlain else { return nil }
            let color = environment("COLORTERM") ?? ""
            self = color == "truecolor" || color == "24bit" || terminal.contains("direct") ? .blocks : .indexedBlocks
        }
    }

    private let way: Way
    private let columns: Int
    private let rows: Int

    /// Inspects the terminal at standard output.
    ///
    /// - Throws: `Failure` if it is not a terminal, or shows only plain text.
    init() throws(Failure) {
        try require(
            Console.isOutputTerminal, .usage,
            "Standard output is not a terminal that can show the picture; omit --preview.")
        guard let way = Way(environment: { Environment[$0] }) else {
            throw Failure(
                .usage, "This terminal shows only plain text (because of TERM or NO_COLOR); omit --preview.")
        }
        self.init(way: way, size: Self.size)
    }

    init(way: Way, size: (columns: Int, rows: Int)) {
        self.way = way
        columns = max(2, size.columns)
        rows = max(2, size.rows)
    }

    /// Shows a picture file; for an animation, its first frame.
    func show(_ bytes: [UInt8], limits: DecodingLimits) throws {
        let box = PixelSize(width: columns * 16, height: rows * 32)
        try show(Image(decoding: bytes, options: DecodingOptions(resize: Resize(into: box), limits: limits)))
    }

    /// Shows a picture, as large as possible without scrolling.
    func show(_ image: Image) throws { try Console.write(Array(text(for: image).utf8)) }

    /// Returns the text that displays a picture in a terminal.
    func text(for image: Image) throws -> String {
        switch way {
        case .kitty: return try kitty(image)
        case .iTerm: return try iTerm(image)
        case .blocks: return try blocks(image) { "2;\($0.red);\($0.green);\($0.blue)" }
        case .indexedBlocks: return try blocks(image) { "5;\(Self.index(of: $0))" }
        }
    }

    /// The number of rows for the picture. The other rows are left for the prompt.
    private var shownRows: Int { max(1, rows - 2) }

    /// Returns the size of the picture in cells, which are about twice as tall as they are wide.
    private func cells(for image: Image) -> (columns: Int, rows: Int) {
        let size = Resize(into: PixelSize(width: columns, height: shownRows * 2), enlarges: true).size(for: image.size)
        return (size.width, (size.height + 1) / 2)
    }

    private func small(_ image: Image, cellWidth: Int) throws -> Image {
        let cells = cells(for: image)
        return try image.resized(
            Resize(into: PixelSize(width: cells.columns * cellWidth, height: cells.rows * 2 * cellWidth)))
    }

    private func kitty(_ image: Image) throws -> String {
        let cells = cells(for: image)
        let data = Base64.standard.encode(try small(image, cellWidth: 12).encoded(as: .png))
        var text = ""
        var start = data.startIndex
        // Pieces have at most 4096 bytes. With q=2, the terminal sends no response.
        while start < data.endIndex {
            let end = data.index(start, offsetBy: 4_096, limitedBy: data.endIndex) ?? data.endIndex
            let first = start == data.startIndex ? "a=T,f=100,q=2,c=\(cells.columns),r=\(cells.rows)," : ""
            text += "\u{1B}_G\(first)m=\(end < data.endIndex ? 1 : 0);\(data[start..<end])\u{1B}\\"
            start = end
        }
        return text + "\n"
    }

    private func iTerm(_ image: Image) throws -> String {
        let bytes = try small(image, cellWidth: 12).encoded(as: .png)
        let size = cells(for: image)
        return "\u{1B}]1337;File=inline=1;size=\(bytes.count);width=\(size.columns);height=\(size.rows):"
            + "\(Base64.standard.encode(bytes))\u{07}\n"
    }

    /// Returns the nearest color of the xterm cube. Each channel has the steps 0, 95, 135, 175, 215 and 255.
    private static func index(of color: Color) -> Int {
        func step(_ channel: UInt8) -> Int { channel < 48 ? 0 : channel < 115 ? 1 : (Int(channel) - 35) / 40 }
        return 16 + 36 * step(color.red) + 6 * step(color.green) + step(color.blue)
    }

    private func blocks(_ image: Image, code: (Color) -> String) throws -> String {
        let cells = cells(for: image)
        let picture = try image.flattened(onto: .black).resized(
            to: PixelSize(width: cells.columns, height: cells.rows * 2))
        var text = ""
        for y in stride(from: 0, to: picture.size.height, by: 2) {
            var last = ""
            for x in 0..<picture.size.width {
                let colors = "\u{1B}[38;\(code(picture[x, y]));48;\(code(picture[x, y + 1]))m"
                if colors != last { text += colors }
                last = colors
                text += "\u{2580}"
            }
            text += "\u{1B}[0m\n"
        }
        return text
    }

    private static var size: (columns: Int, rows: Int) {
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
        let columns = Environment["COLUMNS"].flatMap(Int.init) ?? (isKnown ? Int(size.ws_col) : 0)
        let rows = Environment["LINES"].flatMap(Int.init) ?? (isKnown ? Int(size.ws_row) : 0)
        return (columns > 0 ? min(columns, 500) : 80, rows > 0 ? min(rows, 300) : 24)
    }
}
