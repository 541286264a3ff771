import { get } from '../base/api.js';
import { sentSize } from './own-picture.js';
import { firstStyle, laidOut } from './styles.js';

/**
 * What a meme is made of.
 *
 * @typedef {{ title: string, background: { picture?: string, template?: string }, meme: any, base: { width: number, height: number } | null,
 *   file?: string, video?: string, places?: number, refusal?: string, credit?: string }} Source
 *   `base` is the size of the picture in pixels where it is known, otherwise `file` is its address; `video` is that of a video of which a part
 *   is to be taken first; `places` is how many words a template has; `refusal` says why it may not be lettered.
 */

const blank = Array(firstStyle.room).fill('');

/**
 * What the address of the editor names: `photo`, `entry` with `number`, `template`, `meme`, or `upload`; null for none.
 *
 * @param {URLSearchParams} query
 * @param {AbortSignal} until
 * @returns {Promise<Source | null>}
 * @throws {import('../base/api.js').Problem}
 */
export async function sourceOf(query, until) {
    const [photo, entry, template, meme, upload] = ['photo', 'entry', 'template', 'meme', 'upload'].map(name => query.get(name));
    if (photo) return ofPhoto(photo, until);
    if (entry) return ofEntry(entry, Number(query.get('number') ?? 1), until);
    if (template) return ofTemplate(template, until);
    if (meme) return ofMeme(meme, until);
    if (upload) return ofPicture('Your picture', `upload:${upload}`, sentSize(`upload:${upload}`), until);
    return null;
}

async function ofPicture(title, name, base, until) {
    return { title, background: { picture: name }, base, meme: await laidOut(firstStyle.what, blank, until) };
}

async function ofPhoto(id, until) {
    const photo = await get(`/library/photos/${encodeURIComponent(id)}`, until);
    const title = photo.title || 'Photo';
    if (!photo.license.allowsDerivatives) return { title, background: {}, base: null, meme: {}, refusal: forbids(title, photo.license.name) };
    return { ...await ofPicture(title, `library:${id}`, photo, until), credit: photo.credit };
}

async function ofEntry(id, number, until) {
    const entry = await get(`/library/entries/${encodeURIComponent(id)}`, until);
    const medium = entry.media[number - 1] ?? entry.media[0];
    const title = medium?.title || 'Picture of an entry';
    if (medium?.license && !medium.license.allowsDerivatives) return { title, background: {}, base: null, meme: {},
        refusal: forbids(title, medium.license.name) };
    if (medium?.kind === 'video' && medium.license) return { title, background: {}, base: null, meme: {},
        refusal: 'Only videos of your own can become memes here.' };
    if (medium?.kind === 'video') return { title, background: {}, base: null, meme: {}, video: `/library/entries/${id}/media/${number}/file` };
    return ofPicture(title, `library:${id}/${number}`, medium, until);
}

async function ofTemplate(id, until) {
    const template = await get(`/templates/${encodeURIComponent(id)}`, until);
    return { title: template.name, background: { template: id }, base: null, places: template.lines,
        meme: await laidOut({ template: id }, Array(template.lines).fill(''), until) };
}

async function ofMeme(id, until) {
    const made = await get(`/library/memes/${encodeURIComponent(id)}`, until);
    // What it was made of keeps its credit and its place; where that is gone, the meme's own copy is taken.
    const photo = made.photo ? await get(`/library/photos/${made.photo}`, until).catch(() => null) : null;
    const background = made.template ? { template: made.template } : { picture: photo ? `library:${photo.id}` : `library:${id}/source` };
    const meme = structuredClone(made.spec);
    // What lies on it is recorded as `blob:` and its digest.
    for (const overlay of meme.overlays ?? []) overlay.picture = overlay.picture?.replace(/^blob:/, `library:${id}/`);
    if (made.framing?.crop) meme.crop = made.framing.crop;
    return { title: 'Copy of a meme', background, base: photo, file: `/library/memes/${id}/source`, places: meme.captions?.length, meme, credit: made.credit };
}

/** The size in pixels of the picture beneath a meme. */
export async function sizeOf({ base, file = '' }) {
    if (base) return base;
    const image = Object.assign(new Image(), { src: file });
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight };
}

const forbids = (title, license) => `“${title}” is under ${license}, which does not allow changed versions. It can be shown and shared as it is.`;
