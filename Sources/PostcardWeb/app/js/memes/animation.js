/** The number of bytes at the start of a file that show whether the file is animated. */
const headLength = 64;

/**
 * Returns true for an animated WebP or PNG. Many chat and mail programs show only the first frame of such files, or
 * nothing.
 *
 * @param {Blob | string} file A file, or its URL.
 */
export async function isAnimated(file) {
    const head = typeof file === 'string'
        ? await fetch(file, { headers: { Range: `bytes=0-${headLength - 1}` }, credentials: 'same-origin' })
            .then((response) => response.ok ? response.arrayBuffer() : new ArrayBuffer(0))
        : await file.slice(0, headLength).arrayBuffer();
    const bytes = new Uint8Array(head.slice(0, headLength));
    const text = String.fromCharCode(...bytes);
    // The header of an extended WebP contains an animation flag, and an APNG contains a chunk before its frames.
    return text.startsWith('RIFF') && text.slice(8, 16) === 'WEBPVP8X'
        ? Boolean(bytes[20] & 2)
        : text.slice(1, 4) === 'PNG' && text.includes('acTL');
}
