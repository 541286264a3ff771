/**
 * What a peek shows and can do: a grid item with the address of its file, and what concerns it.
 *
 * @typedef {import('./tile.js').GridItem & { file?: string, name?: string, caption?: string, credit?: string, date?: string,
 *   refusal?: string | null, meme?: string | null, shareID?: string, entry?: string, number?: number }} PeekItem `refusal` is why no meme
 *   can be made of it; `meme` is the address where one is made, null for none; `entry` and `number` are of the picture of an entry.
 */

/** The address of the editor with a picture. */
export const memeAddress = item => item.meme === undefined ? `/app/memes/new?photo=${item.id}` : item.meme;

/** The file of an item, as `share` takes it. */
export const fileOf = item => item?.file ? { path: item.file, name: item.name ?? 'picture.jpg', isPicture: item.kind !== 'video' } : null;

/**
 * Shows what the tile of an item shows, until the larger picture is there.
 *
 * @returns {string | undefined} Its address.
 */
export function beginWithTile(image, item) {
    const tile = /** @type {HTMLImageElement | null} */ (document.querySelector(`.tile[data-key="${CSS.escape(item.id)}"] img`));
    const small = tile?.currentSrc;
    if (small) image.style.setProperty('background', `url("${small}") center / contain no-repeat`);
    image.addEventListener('load', () => image.style.removeProperty('background'));
    return small;
}
