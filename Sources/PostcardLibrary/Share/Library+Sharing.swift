import PostcardCore
import PostcardImaging
import PostcardPhotos
package import SystemPackage

extension Library {
    /// The maximum length of a video that is embedded in a page, in bytes.
    private static let maximumVideoBytesInPage = 8_000_000

    /// Shares photos, memes, entries, places, journals and albums of pins: as a self-contained page that also works on phones, or as an
    /// archive or a folder that contains the page and the files with their credits.
    ///
    /// - Parameters:
    ///   - ids: the ids of photos, memes, entries, places, journals or pins.
    ///   - title: the title of the page; `nil` for the title of the first item.
    ///   - target: the format and path of the share.
    ///   - positions: the positions that the share reveals.
    ///   - replacing: true to replace existing files.
    /// - Returns: the numbers of shared items, and warnings.
    /// - Throws: `LibraryError` with code `notFound`, `blank` if there is nothing to share, or `unsupported` for a file that may contain a
    ///   position that cannot be removed; `FileError` with code `exists` for existing files, `missingBlob`, `tooLarge` and others;
    ///   `ImageError` for a damaged picture; `CancellationError`.
    @concurrent public func share<Record>(
        _ ids: [RecordID<Record>], title: String? = nil, to target: ShareTarget, positions: SharedPositions = .places,
        replacing: Bool = false
    ) async throws -> ShareReport {
        try await share(
            ids: ids.map(\.rawValue), title: title, to: target, positions: positions, replacing: replacing)
    }

    /// Shares records of any kind.
    ///
    /// - Parameters:
    ///   - ids: the ids, or id prefixes with the kind; for journals and pins, also their names.
    ///   - outline: the land on the map; `nil` for a map without land.
    /// - Throws: the errors of `share(_:title:to:positions:replacing:)`.
    package func share(
        ids: [String], title: String? = nil, to target: ShareTarget, positions: SharedPositions = .places,
        replacing: Bool = false, outline: MapOutline? = nil
    ) async throws -> ShareReport {
        var gallery = try gallery(of: ids)
        gallery.reveal(positions)
        if let title = title?.trimmed, !title.isEmpty { gallery.title = title }
        guard gallery.sections.contains(where: { !$0.blocks.isEmpty }) else {
            throw LibraryError(.blank, "There is nothing to share in these items.")
        }
        let (pictures, problems) = try await pictures(of: gallery)
        switch target {
        case .page(let path):
            let urls = try videosInPage(gallery)
            let page = SharePage(
                gallery: gallery, settings: try settings(), outline: outline, picture: Self.embedded(pictures),
                url: { urls[$0] })
            try PictureFile.write(Array(page.html().utf8), to: path, replacing: replacing)
            let left = gallery.items.filter { $0.kind == .video && !Self.isInPage($0) }.map { "\($0.id).\($0.format)" }
            return report(gallery, notEmbedded: left, problems)
        case .archive(let path):
            var output = try ZipOutput(path, replacing: replacing, time: try wallTime())
            return try await write(gallery, pictures, outline, problems, to: &output)
        case .folder(let path):
            var output = try FolderOutput(path, replacing: replacing)
            return try await write(gallery, pictures, outline, problems, to: &output)
        }
    }

    private func pictures(
        of gallery: SharedGallery
    ) async throws -> (pictures: [(thumbnail: [UInt8], peek: [UInt8])], problems: [String]) {
        var pictures: [(thumbnail: [UInt8], peek: [UInt8])] = []
        var problems: [String] = []
        for item in gallery.items {
            try Task.checkCancellation()
            var both: [[UInt8]] = []
            for size in RenditionSize.allCases {
                let (picture, problem) = try await view(size, of: item.kind, item.blob)
                both.append(try picture.read())
                if let problem, size == .thumbnail { problems.append("\(item.id): \(problem)") }
            }
            pictures.append((both[0], both[1]))
        }
        return (pictures, problems)
    }

    private static func embedded(
        _ pictures: [(thumbnail: [UInt8], peek: [UInt8])]
    ) -> (Int, RenditionSize) -> SharePage.Picture {
        { SharePage.Picture(embedding: $1 == .peek ? pictures[$0].peek : pictures[$0].thumbnail) }
    }

    /// Returns true if a video is in a page: it is small enough, and browsers play its format.
    package static func isInPage(_ item: SharedItem) -> Bool {
        item.bytes <= maximumVideoBytesInPage && ["mp4", "m4v", "mov", "3gp", "webm"].contains(item.format)
    }

    private func videosInPage(_ gallery: SharedGallery) throws -> [Int: String] {
        var urls: [Int: String] = [:]
        for (index, item) in gallery.items.enumerated() where item.kind == .video {
            guard Self.isInPage(item) else { continue }
            let bytes = try edit(of: item, gallery.positions)
                .applied(to: blobs.read(item.blob, limit: Self.maximumVideoBytesInPage))
            urls[index] = Base64.dataURL(bytes, mediaType: item.format == "webm" ? "video/webm" : "video/mp4")
        }
        return urls
    }

    /// Writes the files with their metadata, then the page.
    private func write(
        _ gallery: SharedGallery, _ pictures: [(thumbnail: [UInt8], peek: [UInt8])], _ outline: MapOutline?,
        _ problems: [String], to output: inout some ShareOutput
    ) async throws -> ShareReport {
        let names = Self.fileNames(for: gallery.items, gallery.positions)
        var notEmbedded: [String] = []
        let texts = gallery.sections.flatMap(\.blocks).flatMap { block in block.items.map { _ in block.text } }
        for (index, item) in gallery.items.enumerated() {
            try Task.checkCancellation()
            let name = names[index]
            if try !writeFile(of: item, as: "files/\(name)", gallery.positions, to: &output) {
                notEmbedded.append(name)
            }
            let sidecar = Sidecar(item, file: name, text: texts[index], hasPosition: gallery.positions == .all)
            try output.add("files/\(name).json", Array(ListingEncoder.encode(sidecar)))
        }
        let page = SharePage(
            gallery: gallery, settings: try settings(), outline: outline, picture: Self.embedded(pictures),
            url: { "files/\(names[$0])" })
        try output.add("index.html", Array(page.html().utf8))
        try output.finish()
        return report(gallery, notEmbedded: notEmbedded, problems)
    }

    /// Writes the file of one item with its credit, as a share without positions contains the file.
    ///
    /// - Throws: the errors of `share(_:title:to:positions:replacing:)`.
    package func writeSharedFile(of item: SharedItem, to path: FilePath) throws {
        var output = try FolderOutput(path.removingLastComponent(), replacing: true)
        _ = try writeFile(of: item, as: path.lastComponent?.string ?? "", .places, to: &output)
    }

    /// Writes the file of an item.
    ///
    /// - Returns: `false` if the credit could not be embedded.
    private func writeFile(
        of item: SharedItem, as name: String, _ positions: SharedPositions, to output: inout some ShareOutput
    ) throws -> Bool {
        let packet = CreditPacket(item)
        if item.kind == .video || (positions == .all && !packet.isNeeded) {
            try output.add(name, copyOf: blobs.path(of: item.blob), edit(of: item, positions))
            return !packet.isNeeded
        }
        let stored = try blobs.read(item.blob, limit: limits.bytes)
        let bytes = positions == .all ? stored : try filtered(item, stored)
        let credited = packet.isNeeded ? packet.embedded(in: bytes) : bytes
        try output.add(name, credited ?? bytes)
        return credited != nil
    }

    /// Returns the changes that remove all positions from a video; no changes if all positions are shared.
    ///
    /// - Throws: `LibraryError` with code `unsupported` for a format that may contain positions anywhere.
    private func edit(of item: SharedItem, _ positions: SharedPositions) throws -> FileEdit {
        guard item.kind == .video, positions != .all else { return .none }
        guard let edit = try VideoFilter.edit(of: blobs.path(of: item.blob)) else { throw Self.unfiltered(item) }
        return edit
    }

    /// Returns the file of a picture with only the metadata that shares may contain. Formats without a filter are re-encoded.
    ///
    /// - Throws: `LibraryError` with code `unsupported` for a file that can be neither filtered nor re-encoded under its name.
    private func filtered(_ item: SharedItem, _ bytes: [UInt8]) throws -> [UInt8] {
        let format = Self.format(of: item, .places)
        if format == item.format, let copy = MetadataFilter.filtered(bytes) {
            guard let header = try? ImageHeader(of: copy), header.metadata.position == nil else {
                throw Self.unfiltered(item)
            }
            return copy
        }
        guard format == "jpg" || format == "png" else { throw Self.unfiltered(item) }
        return try ImageWork.run {
            let decoded = try DecodedImage(bytes, options: DecodingOptions(limits: limits, toleratesDamage: true))
            let options: EncodingOptions = format == "png" ? .png : .jpeg(quality: Self.quality)
            return try decoded.image.encoded(as: options.withMetadata(decoded.header.metadata.keeping(.allButPosition)))
        }
    }

    /// The quality of JPEG files made from camera RAW files and from damaged JPEG files.
    private static let quality = 95

    /// Returns the format of a shared file as a file name extension. Pictures in formats without a filter are re-encoded.
    private static func format(of item: SharedItem, _ positions: SharedPositions) -> String {
        guard item.kind == .picture, positions != .all else { return item.format }
        return switch ImageFormat(fileExtension: item.format) {
        case .bmp, .tiff, .ico, .tga: "png"
        case .raw: "jpg"
        case .jpeg, .png, .gif, .webp, .avif, .heic, .jxl, nil: item.format
        }
    }

    private static func unfiltered(_ item: SharedItem) -> LibraryError {
        LibraryError(
            .unsupported,
            "The \(item.format) file of \(item.id) may contain the position where it was taken, and Postcard can't remove positions from this format.",
            .shareWithPositions(orLeaveOut: true))
    }

    private func report(_ gallery: SharedGallery, notEmbedded: [String], _ problems: [String]) -> ShareReport {
        let closed = gallery.items.filter { $0.id.hasPrefix("meme-") && $0.license?.allowsDerivatives == false }
        let reserved = gallery.items.count {
            !$0.id.hasPrefix("meme-") && $0.license?.id == License.allRightsReserved.id
        }
        let (photos, owners) = reserved == 1 ? ("1 photo", "its owner") : ("\(reserved) photos", "their owners")
        let warning = "All rights reserved for \(photos): ask \(owners) before you publish."
        return ShareReport(
            title: gallery.title, items: gallery.items.count, places: gallery.places.count, notEmbedded: notEmbedded,
            withheldPositions: gallery.positions == .all ? 0 : gallery.items.count { $0.coordinate != nil },
            roundedPlaces: gallery.roundedPlaces,
            warnings: problems + (reserved == 0 ? [] : [warning])
                + closed.map { item in
                    "\(item.id): the license of its photo does not allow publishing changed versions: "
                        + "\(item.license?.name ?? "")"
                })
    }

    /// Returns file names that are valid in every file system and sort in page order.
    private static func fileNames(for items: [SharedItem], _ positions: SharedPositions) -> [String] {
        let digits = "\(items.count)".count
        return items.enumerated().map { index, item in
            let words = item.title.lowercased().unicodeScalars.split { !("a"..."z" ~= $0 || "0"..."9" ~= $0) }
            let slug = words.map { String($0) }.joined(separator: "-").prefix(48)
            let start = (index + 1).padded(to: digits)
            let format = Self.format(of: item, positions)
            return "\(start)\(slug.isEmpty ? "" : "-\(slug)").\(Medium.isFormat(format) ? format : "bin")"
        }
    }
}
