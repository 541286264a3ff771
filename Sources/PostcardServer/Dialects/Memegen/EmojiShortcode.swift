import PostcardCore

/// The emoji that replace `:name:` in the lines of memegen URLs, by common short names and by Unicode names, such as `:rocket:`.
enum EmojiShortcode {
    /// The maximum length of a name in bytes.
    private static let longestName = 40

    /// The short names that differ from Unicode names, each followed by its emoji.
    private static let aliases = """
        +1 👍 thumbsup 👍 thumbs up 👍 -1 👎 thumbsdown 👎 thumbs down 👎 joy 😂 rofl 🤣 smile 😄 smiley 😃 grin 😁 laughing 😆 sweat smile 😅 wink 😉 \
        blush 😊 heart eyes 😍 kissing heart 😘 thinking 🤔 neutral face 😐 unamused 😒 sob 😭 cry 😢 scream 😱 rage 😡 angry 😠 sunglasses 😎 sleeping 😴 \
        sweat 😓 weary 😩 tired 😫 flushed 😳 skull 💀 poop 💩 hankey 💩 clown 🤡 robot 🤖 alien 👽 see no evil 🙈 facepalm 🤦 shrug 🤷 pray 🙏 clap 👏 \
        wave 👋 ok hand 👌 muscle 💪 point up ☝️ point down 👇 point left 👈 point right 👉 raised hands 🙌 eyes 👀 brain 🧠 heart ❤️ broken heart 💔 \
        100 💯 tada 🎉 sparkles ✨ star ⭐ zap ⚡ boom 💥 bomb 💣 warning ⚠️ x ❌ white check mark ✅ check ✔️ question ❓ exclamation ❗ sunny ☀️ \
        cat 🐱 dog 🐶 pizza 🍕 beer 🍺 beers 🍻 coffee ☕ cake 🍰 computer 💻 moneybag 💰 gift 🎁 trophy 🏆 bug 🐛 snake 🐍 crab 🦀
        """

    private static let emoji: [NameKey: String] = {
        var emoji: [NameKey: String] = [:]
        for value in Array(0x2600...0x27BF) + Array(0x1F300...0x1FAFF) as [UInt32] {
            guard let scalar = Unicode.Scalar(value), scalar.properties.isEmoji, let name = scalar.properties.name
            else {
                continue
            }
            emoji[name.lowercased()] = String(scalar) + (scalar.properties.isEmojiPresentation ? "" : "\u{FE0F}")
        }
        var name: [Substring] = []
        for word in aliases.split(separator: " ") {
            guard word.unicodeScalars.first?.value ?? 0 >= 0x2000 else {
                name.append(word)
                continue
            }
            emoji[name.joined(separator: " ")] = String(word)
            name = []
        }
        return emoji
    }()

    /// Returns a decoded line with known names replaced by emoji. Unknown names stay as typed.
    static func replaced(in line: String) -> String {
        var parts = line.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 2 else { return line }
        var text = parts.removeFirst()
        while let part = parts.first {
            parts.removeFirst()
            let name = part.lowercased().replacing("_", with: " ")
            if !parts.isEmpty, part.utf8.count <= longestName, let found = emoji[name] {
                text += found + parts.removeFirst()
            } else {
                text += ":" + part
            }
        }
        return text
    }
}
