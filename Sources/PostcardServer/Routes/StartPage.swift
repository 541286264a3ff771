import HTTPTypes
import HummingbirdCore
import NIOCore
import PostcardCore
import PostcardLibrary

extension Operation {
    /// Returns the operation for the page at `/` of a service without the web app. The page shows URLs to try in a browser.
    static func startPage(_ features: APIFeatures) -> Endpoint<Responder> {
        let page = StartPage(features).html
        return Operation(
            method: .get, path: PathTemplate("/"), name: "getStartPage", summary: "", tag: "service", route: "start",
            isDescribed: false, replies: []
        ).handled { _ in
            Response(
                status: .ok,
                headers: [
                    .contentType: "text/html; charset=utf-8", .cacheControl: "no-cache",
                    .contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'",
                ], body: .init(byteBuffer: ByteBuffer(string: page)))
        }
    }
}

/// The page at `/` with three URLs to try.
struct StartPage {
    /// A URL that users can open, either as is or after they complete it.
    private struct Example {
        let target: String
        let text: String
        /// True if the URL works as is.
        var isComplete = false
    }

    private let examples: [Example]
    private let note: String

    init(_ features: APIFeatures) {
        let meme = "/images/crossroads/Fix_the_bug/Rewrite_it/Me.jpg"
        let (thumbor, imgproxy) =
            features.allowsUnsigned ? ("unsafe", "insecure") : ("SIGNATURE", "SIGNATURE")
        examples = [
            Example(target: meme, text: "A meme", isComplete: features.allowsUnsigned),
            features.presets.first.map {
                Example(target: "/p/\($0)/PICTURE", text: "A picture processed by the \($0) preset")
            }
                ?? Example(target: "/\(thumbor)/fit-in/300x300/PICTURE", text: "A picture of at most 300 × 300 pixels"),
            Example(
                target: "/\(imgproxy)/rs:fill:300:200/plain/PICTURE@webp", text: "A WebP picture of 300 × 200 pixels"),
        ]
        note =
            "Replace PICTURE with the path of a file in a picture folder, or the URL of a picture on an allowed host."
            + (features.allowsUnsigned
                ? ""
                : " This service requires signed URLs. The URLs page in the documentation describes how to create SIGNATURE.")
    }

    /// The page.
    var html: String {
        let items = examples.map { example in
            let code = "<code>\(Markup.escaped(example.target))</code>"
            let link = example.isComplete ? "<a href=\"\(Markup.escaped(example.target))\">\(code)</a>" : code
            return "<dt>\(Markup.escaped(example.text))</dt><dd>\(link)</dd>"
        }
        return """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Postcard</title>
            <style>
            :root { color-scheme: light dark; }
            body { font: 1rem/1.6 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1.25rem; }
            h1 { font-size: 1.5rem; margin: 0 0 1rem; }
            dt { margin-top: 1rem; }
            dd { margin: 0; overflow-wrap: anywhere; }
            code { font-size: 0.95rem; }
            </style>
            <h1>Postcard</h1>
            <p>This service processes pictures. Their URLs describe how:</p>
            <dl>
            \(items.joined(separator: "\n"))
            </dl>
            <p>\(Markup.escaped(note))</p>
            <p>All operations: <a href="/openapi.json"><code>/openapi.json</code></a></p>

            """
    }
}
