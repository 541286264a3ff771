import { send } from '../base/api.js';

/** The number of bytes at the start of a file that show whether the file is animated. */
const headLength = 64;

/**
 * Returns true for an animated WebP or PNG. Many chat and mail programs show only the first frame of such files, or
 * nothing.
 *
 * @param {Blob | string} file A file, or its URL.
 */
export async function isAnimated(file) {
    const headers = { Range: `bytes=0-${headLength - 1}` };
    const blob = typeof file === 'string'
        ? await send('GET', file, { headers, isFile: true }).then(({ value }) => value, () => new Blob())
        : file;
    const bytes = new Uint8Array(await blob.slice(0, headLength).arrayBuffer());
    const text = String.fromCharCode(...bytes);
    // The header of an extended WebP contains an animation flag, and an APNG contains a chunk before its frames.
    return text.startsWith('RIFF') && text.slice(8, 16) === 'WEBPVP8X'
        ? Boolean(bytes[20] & 2)
        : text.slice(1, 4) === 'PNG' && text.includes('acTL');
}
