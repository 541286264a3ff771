/** The widths that the service makes of a picture, in pixels. */
const widths = [160, 320, 640, 1280, 2560];

/**
 * The address of a smaller version of a picture; with its blob's digest it can be cached for good.
 *
 * @param {string} path Of the item, such as `/library/photos/photo-7k3x9w2mq4ta` or `/library/entries/entry-7k3x9w2mq4ta/media/1`.
 * @param {string | undefined} blob The digest of its file, or the beginning of it.
 * @param {number} width In CSS pixels; the next width for this screen is taken.
 */
export function picture(path, blob, width) {
    const wanted = width * Math.min(devicePixelRatio, 3);
    return address(path, blob, widths.find(each => each >= wanted) ?? widths[widths.length - 1]);
}

/** All versions of a picture, for `srcset`. */
export const choices = (path, blob) => widths.map(width => `${address(path, blob, width)} ${width}w`).join(', ');

/** The address of the file itself. */
export const file = (path, blob) => `${path}/file${query(blob)}`;

/** The address of a video as all browsers play it. */
export const playable = (path, blob) => `${path}/video${query(blob)}`;

const address = (path, blob, width) => `${path}/w${width}${query(blob)}`;
const query = blob => blob ? `?v=${blob.slice(0, 12)}` : '';
