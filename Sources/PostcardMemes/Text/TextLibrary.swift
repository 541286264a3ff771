import CText

/// HarfBuzz, FriBidi and GLib. Linked, they would be a fifth of each start of the program.
// why it stops the program: typesetters and typefaces, which are needed to set text, throw from `openTextLibrary` before.
let textLibrary: postcard_text_functions = {
    guard let functions = postcard_text_open() else { preconditionFailure("openTextLibrary() comes first.") }
    return functions.pointee
}()

/// Opens what ``textLibrary`` names, as typesetters and typefaces do: all else that uses it comes after them.
func openTextLibrary() throws(MemeError) {
    guard postcard_text_open() == nil else { return }
    throw MemeError(
        .missingLibrary,
        "Text cannot be set: HarfBuzz, FriBidi or GLib cannot be opened. Install them (libharfbuzz0b, libfribidi0 and libglib2.0-0 on Debian)."
    )
}
