import CText

/// HarfBuzz, FriBidi and GLib, loaded on first use, because linking these libraries would add a fifth to the program's startup time.
// why it stops the program: typesetters and typefaces, which all text needs, throw from `openTextLibrary` first.
let textLibrary: postcard_text_functions = {
    guard let functions = postcard_text_open() else { preconditionFailure("Call openTextLibrary() first.") }
    return functions.pointee
}()

/// Opens the libraries for ``textLibrary``. Typesetters and typefaces call this function before anything else uses the libraries.
func openTextLibrary() throws(MemeError) {
    guard postcard_text_open() == nil else { return }
    throw MemeError(
        .missingLibrary,
        "Can't draw text: HarfBuzz, FriBidi or GLib can't be loaded. Install them (libharfbuzz0b, libfribidi0 and libglib2.0-0 on Debian)."
    )
}
