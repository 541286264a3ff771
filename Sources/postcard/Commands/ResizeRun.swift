import PostcardImaging
import PostcardLibrary
import SystemPackage

/// One run of `thumbnail --to` or `peek --to`.
struct ResizeRun {
    let options: ResizeOptions
    let folder: FilePath
    let decoding: DecodingOptions
    /// `thumbnail` or `peek`, for the summary.
    let kind: String

    private struct Tally: Sendable {
        var made = 0
        var upToDate = 0
        var failed = 0
        var onlyError: (any Error)?
    }

    func run() async throws {
        var tally = Tally()
        let items = items(failed: &tally)
        let found = tally
        let result = try await withInterruption {
            var tally = found
            var progress = Progress(total: items.count, isShown: Console.showsProgress && !options.quiet)
            await batch.run(items, workers: Console.processors) { item, outcome in
                count(outcome, of: item, in: &tally, progress: &progress)
            }
            progress.clear()
            return (tally: tally, isInterrupted: Task.isCancelled)
        }
        summarize(result.tally)
        if result.isInterrupted { throw CancellationError() }
        try checkFailures(result.tally, of: items.count)
    }

    private var batch: ResizeBatch {
        ResizeBatch(decoding: decoding, encoding: .jpeg(quality: options.quality), remakes: options.force)
    }

    private func count(
        _ outcome: ResizeBatch.Outcome, of item: ResizeBatch.Item, in tally: inout Tally, progress: inout Progress
    ) {
        progress.advance()
        switch outcome {
        case .made: tally.made += 1
        case .upToDate: tally.upToDate += 1
        case .failed(let error):
            progress.clear()
            report(error, at: "\(item.input)", in: &tally)
        }
    }

    private func report(_ error: any Error, at path: String, in tally: inout Tally) {
        tally.failed += 1
        tally.onlyError = error
        let message = Failure(error).description
        Console.error(message.contains(path) ? message : "\(path): \(message)")
    }

    /// One failure keeps its own exit status when nothing else was asked for.
    private func checkFailures(_ tally: Tally, of count: Int) throws {
        guard tally.failed > 0 else { return }
        if let error = tally.onlyError, tally.failed == 1, tally.made + tally.upToDate == 0 {
            throw Failure(Failure(error).status, "No \(kind) was made.")
        }
        throw Failure(.tryAgain, "\(tally.failed) of \(tally.failed + tally.made + tally.upToDate) pictures failed.")
    }

    private func summarize(_ tally: Tally) {
        guard !options.quiet else { return }
        var text = "\(tally.made) \(kind)\(tally.made == 1 ? "" : "s") made in \(folder)"
        if tally.upToDate > 0 { text += ", \(tally.upToDate) up to date" }
        Console.error(text)
    }

    /// Each picture with its place in the folder. A picture of a folder keeps its way below that folder; a name taken
    /// already gets a number.
    private func items(failed tally: inout Tally) -> [ResizeBatch.Item] {
        var items: [ResizeBatch.Item] = []
        var taken: Set<FilePath> = []
        for input in options.inputs {
            do {
                let root = FilePath(input)
                let isFolder = try PictureTree.isFolder(root)
                let pictures = isFolder ? try PictureTree.pictures(below: root) : [root]
                if isFolder && pictures.isEmpty { throw LibraryError(.notFound, "There are no pictures in \(root).") }
                for picture in pictures {
                    var relative = FilePath(root: nil, picture.components.suffix(1))
                    if isFolder { relative = FilePath(root: nil, picture.components.dropFirst(root.components.count)) }
                    items.append(ResizeBatch.Item(input: picture, output: place(for: relative, taken: &taken)))
                }
            } catch {
                report(error, at: input, in: &tally)
            }
        }
        return items
    }

    private func place(for relative: FilePath, taken: inout Set<FilePath>) -> FilePath {
        let stem = relative.stem ?? "picture"
        let base = folder.pushing(relative.removingLastComponent())
        var path = base.appending("\(stem).jpg")
        var number = 2
        while !taken.insert(path).inserted {
            path = base.appending("\(stem)-\(number).jpg")
            number += 1
        }
        return path
    }
}
