/// The line breaking class of a character: those of UAX #14 that captions need.
enum LineBreakClass {
    /// Letters and digits that words are made of.
    case letter
    case digit
    /// Hangul syllables: words in a text with spaces, like ideographs in one without.
    case hangul
    /// Stands alone: Chinese characters, kana, emoji.
    case ideograph
    /// Thai, Lao, Khmer, Myanmar: words are not divided.
    case southEastAsian
    case space
    /// U+200B: a line may end here.
    case zeroWidthSpace
    /// Holds its neighbours together.
    case glue
    /// Opening brackets and quotes.
    case open
    /// Closing brackets and quotes, full stops and commas of East Asia.
    case close
    /// Never begins a line: small kana, iteration and length marks, ! ? . , : ; %
    case follower
    case hyphen
    case dash
    case slash
    case softHyphen
    case other

    init(_ scalar: UInt32) {
        self =
            switch scalar {
            case 0x0A, 0x20, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: .space
            case 0x200B: .zeroWidthSpace
            case 0xA0, 0x2007, 0x2011, 0x202F, 0x2060, 0xFEFF: .glue
            case 0x2D, 0x2010, 0x2012, 0x2013: .hyphen
            case 0xAD: .softHyphen
            case 0x2014, 0x2015: .dash
            case 0x2F: .slash
            case 0x21, 0x25, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x2026, 0x203C, 0x2047...0x2049: .follower
            case 0xBF, 0xA1: .open
            default: LineBreakClass(beyondPunctuation: scalar)
            }
    }

    private init(beyondPunctuation scalar: UInt32) {
        if LineBreakClass.isEastAsianFollower(scalar) {
            self = .follower
            return
        }
        switch scalar {
        case 0xE01...0xE5B, 0xE81...0xEDF, 0x1000...0x109F, 0x1780...0x17E9, 0xA9E0...0xA9FF, 0xAA60...0xAA7F:
            self = .southEastAsian
            return
        case 0x1100...0x11FF, 0xA960...0xA97F, 0xAC00...0xD7FF:
            self = .hangul
            return
        default: break
        }
        guard let properties = Unicode.Scalar(scalar)?.properties else {
            self = .other
            return
        }
        switch properties.generalCategory {
        case .openPunctuation, .initialPunctuation: self = .open
        case .closePunctuation, .finalPunctuation: self = .close
        case .decimalNumber: self = scalar >= 0xFF10 && scalar <= 0xFF19 ? .ideograph : .digit
        default:
            if LineBreakClass.isIdeographic(scalar) || (scalar > 0xA9 && properties.isEmojiPresentation) {
                self = .ideograph
            } else {
                self = properties.isAlphabetic ? .letter : .other
            }
        }
    }

    /// Kinsoku: what a line of Japanese or Chinese must not begin with, beside closing brackets.
    private static func isEastAsianFollower(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x3001, 0x3002, 0x3005, 0x301C, 0x303B, 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085,
            0x3087,
            0x308E, 0x3095, 0x3096, 0x309B...0x309E, 0x30A0, 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30C3, 0x30E3,
            0x30E5,
            0x30E7, 0x30EE, 0x30F5, 0x30F6, 0x30FB...0x30FE, 0x31F0...0x31FF, 0xFF01, 0xFF05, 0xFF0C, 0xFF0E, 0xFF1A,
            0xFF1B,
            0xFF1F, 0xFF61, 0xFF64, 0xFF65, 0xFF67...0xFF70, 0xFF9E, 0xFF9F:
            true
        default: false
        }
    }

    private static func isIdeographic(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x2E80...0x2FFF, 0x3003...0x30FF, 0x3105...0x312F, 0x3190...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF02...0xFF9F, 0x1F000...0x1FAFF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
