extension LZWDecoder.Failure {
    /// The failure in the words of the file's user.
    ///
    /// - Parameter index: counts frames from 0.
    func error(inFrame index: Int, of reader: GIFReader, completeRows: Int) -> ImageError {
        let count = reader.frames.count
        let place = count > 1 ? " in frame \(index + 1) of \(count)" : ""
        let rest = "\(completeRows) of \(reader.frames[index].size.height) rows are there"
        return switch self {
        case .invalidCodeSize:
            .damaged("The GIF file is damaged\(place): its pixels are coded with an impossible width.")
        case .unknownCode: .damaged("The GIF file is damaged\(place): a code has no meaning; \(rest).")
        case .endsEarly: .damaged("The GIF file is damaged\(place): its pixels end early; \(rest).")
        }
    }
}
