/// The HTML document around the contents of a page, shared by shares and galleries.
struct PageFrame {
    /// The title, as plain text.
    let title: String
    /// The allowed sources of pictures, styles and scripts in the content security policy.
    let policy: String
    /// The style and any other elements in the head.
    let head: String
    /// The class of the body.
    let kind: String
    /// The contents of the body.
    let body: String

    /// The HTML of the page.
    var html: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \(policy); base-uri 'none'; \
        form-action 'none'">
        <meta name="referrer" content="no-referrer">
        <meta name="generator" content="Postcard">
        <title>\(Markup.escaped(title))</title>
        \(head)
        </head>
        <body class="\(kind)">
        \(body)
        </body>
        </html>

        """
    }
}
