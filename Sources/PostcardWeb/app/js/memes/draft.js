import { get, send } from '../base/api.js';
import { signal } from '../base/signal.js';
import { strings } from '../strings/editor.js';
import { sentSize } from './preview.js';

/**
 * A caption or an overlay of a meme.
 *
 * @typedef {{ key: string, list: 'above' | 'captions' | 'below' | 'overlays', index: number, value: any,
 *   isPlaced: boolean, name: string }} Part `key` looks like `captions/0`; a placed part has its own box; other parts
 *   are above or below the picture.
 */

/** Returns the parts of a meme in reading order. */
export function partsOf(meme) {
    const found = /** @type {Part[]} */ ([]);
    const [top, bottom, more] = ['above', 'captions', 'below'].flatMap((list) => meme[list] ?? []);
    const isPair = bottom && !more && meme.captions?.length === 2 &&
        top.box.y + top.box.height <= bottom.box.y;
    let words = 0;
    for (const list of /** @type {const} */ (['above', 'captions', 'below', 'overlays'])) {
        (meme[list] ?? []).forEach((value, index) => {
            const isPicture = list === 'overlays';
            if (!isPicture) words += 1;
            found.push({
                key: `${list}/${index}`,
                list,
                index,
                value,
                isPlaced: isPicture || list === 'captions',
                name: isPicture
                    ? strings.pictureNumber(index + 1)
                    : isPair
                    ? [strings.topText, strings.bottomText][index]
                    : strings.textNumber(words),
            });
        });
    }
    return found;
}

/** Returns the texts of a meme in reading order. */
export const textsOf = (meme) =>
    partsOf(meme).filter((part) => part.list !== 'overlays').map((part) => part.value.text ?? '');

/** Returns the body of `POST /memes` for a draft. The draft's meme contains the crop. */
export const bodyOf = (background, { crop, ...meme }) => ({ ...background, meme, ...crop && { crop } });

/** Returns the part with the given key; undefined if the part was removed. */
const partAt = (meme, key) => partsOf(meme).find((part) => part.key === key);

/** A meme being edited, with its undo history. */
export class Draft {
    /** @param {any} meme The meme as in `POST /memes`, with the `crop` of the picture. */
    constructor(meme) {
        /** Values are never modified in place. */
        this.meme = signal(meme);
        this.selected = signal(/** @type {string | null} */ (partsOf(meme)[0]?.key ?? null));
        /** The number of changes that can be undone and redone. */
        this.depth = signal({ undo: 0, redo: 0 });
        this.past = /** @type {any[]} */ ([]);
        this.future = /** @type {any[]} */ ([]);
        this.burst = /** @type {string | null} */ (null);
        this.saved = meme;
    }

    /** True if there are unsaved changes. */
    get isChanged() {
        return this.meme.peek() !== this.saved;
    }

    /** The selected part. */
    get part() {
        return this.selected.value ? partAt(this.meme.value, this.selected.value) : undefined;
    }

    /**
     * Makes a change that can be undone.
     *
     * @param {(meme: any) => void} edit Modifies a copy.
     * @param {string} [burst] Consecutive changes with the same name are undone in one step, such as
     *   keystrokes or a drag.
     */
    change(edit, burst) {
        const before = this.meme.peek();
        const next = structuredClone(before);
        edit(next);
        if (!burst || burst !== this.burst) {
            this.past.push(before);
            if (this.past.length > 200) this.past.shift();
        }
        this.future = [];
        this.burst = burst ?? null;
        this.#put(next);
    }

    /** Replaces the meme, as a change that can be undone. */
    replace(meme) {
        this.change((old) => {
            for (const key of Object.keys(old)) delete old[key];
            Object.assign(old, meme);
        });
    }

    /**
     * Changes the selected part, or the part with a key. A moved text no longer avoids detail, so it stays where it
     * is.
     */
    changePart(edit, burst, key = this.selected.peek()) {
        if (!key || !partAt(this.meme.peek(), key)) return;
        this.change((meme) => {
            const part = partAt(meme, key)?.value;
            const box = JSON.stringify(part?.box);
            edit(part);
            if (part?.avoid && JSON.stringify(part.box) !== box) delete part.avoid;
        }, burst && `${burst} ${key}`);
    }

    /** Ends a burst: the next change is a separate undo step. */
    settle() {
        this.burst = null;
    }

    undo() {
        this.#step(this.past, this.future);
    }

    redo() {
        this.#step(this.future, this.past);
    }

    /** Adds a part to the end of a list and selects it. */
    add(list, value) {
        this.change((meme) => {
            (meme[list] ??= []).push(value);
        });
        this.selected.value = `${list}/${this.meme.peek()[list].length - 1}`;
    }

    /** Removes a part, and selects the one before it. */
    remove(key) {
        const parts = partsOf(this.meme.peek());
        const at = parts.findIndex((part) => part.key === key);
        if (at < 0) return;
        this.change((meme) => {
            meme[parts[at].list].splice(parts[at].index, 1);
        });
        this.selected.value = partsOf(this.meme.peek())[Math.max(0, at - 1)]?.key ?? null;
    }

    #step(from, to) {
        const next = from.pop();
        if (!next) return;
        to.push(this.meme.peek());
        this.burst = null;
        this.#put(next);
    }

    #put(meme) {
        this.meme.value = meme;
        this.depth.value = { undo: this.past.length, redo: this.future.length };
        if (this.selected.peek() && !partAt(meme, this.selected.peek())) {
            this.selected.value = partsOf(meme)[0]?.key ?? null;
        }
    }
}

/**
 * A text style: its name, its number of texts, and the request options that produce the style.
 *
 * @typedef {{ text: string, room: number, what: { style?: string, template?: string } }} Style
 */

/** @type {Style[]} */
const named = [
    { text: strings.classic, room: 2, what: { style: 'classic' } },
    { text: strings.barOnTop, room: 1, what: { style: 'band' } },
    { text: strings.barBelow, room: 1, what: { style: 'band-below' } },
    { text: strings.subtitle, room: 1, what: { style: 'subtitle' } },
    { text: strings.poster, room: 2, what: { style: 'poster' } },
    { text: strings.sticker, room: 1, what: { style: 'label' } },
    { text: strings.smallPrint, room: 1, what: { style: 'credit' } },
];

/**
 * Returns the styles for a picture; the template's style is first.
 *
 * @param {{ background: { template?: string }, places?: number }} source
 */
export const stylesFor = ({ background, places }) =>
    background.template
        ? [{ text: strings.asDrawn, room: places ?? 1, what: { template: background.template } }, ...named]
        : named;

/** The initial style for a picture. */
const firstStyle = named[0];

/** Returns a new caption: white text with a black outline. */
export const freshCaption = (box) => ({
    text: '',
    box,
    font: 'Frankmark',
    maximumSize: 0.17,
    minimumSize: '6px',
    fill: '#ffffff',
    outline: { color: '#000000', width: 0.0625 },
    letterCase: 'upper',
    alignment: 'center',
    verticalAlignment: 'middle',
    angle: 0,
    opacity: 1,
    lineSpacing: 1.35,
});

/** Turns a caption into a speech bubble, or a bubble into a caption. The box stays the same. */
export const bubbled = (part, isBubble) =>
    Object.assign(
        part,
        { avoid: undefined },
        isBubble
            ? {
                fill: '#000000',
                outline: null,
                maximumSize: 0.08,
                letterCase: 'typed',
                shadow: null,
                bubble: {
                    x: part.box.x + part.box.width / 4,
                    y: Math.min(1, part.box.y + part.box.height * 1.6),
                },
            }
            : { ...freshCaption(part.box), text: part.text, bubble: null },
    );

/**
 * Adds a picture to the selected or next empty slot of a template, or as an overlay in the center of a meme; does nothing
 * without a picture.
 */
export const addOverlay = (draft, picture) => {
    if (!picture) return;
    const part = partAt(draft.meme.peek(), draft.selected.peek());
    const slot = part?.list === 'overlays' && !part.value.picture
        ? part.index
        : (draft.meme.peek().overlays ?? []).findIndex((overlay) => !overlay.picture);
    if (slot >= 0) {
        draft.change((meme) => meme.overlays[slot].picture = picture);
        draft.selected.value = `overlays/${slot}`;
        return;
    }
    draft.add('overlays', {
        box: { x: 0.35, y: 0.35, width: 0.3, height: 0.3 },
        fit: 'inside',
        angle: 0,
        opacity: 1,
        cornerRadius: 0,
        level: 'below',
        picture,
    });
};

const sameBox = (one, other) => ['x', 'y', 'width', 'height'].every((side) => one[side] === other[side]);

/** A placeholder for empty texts, because the service omits empty captions. */
const placeholder = '\u2026';

/**
 * Returns the meme, with all boxes, that a style or template produces for texts.
 *
 * @param {{ style?: string, template?: string }} what
 * @param {string[]} texts The texts; blank ones keep their boxes, with the default texts of a template.
 * @param {AbortSignal} [until]
 * @returns {Promise<any>}
 * @throws {import('../base/api.js').Problem}
 */
async function laidOut(what, texts, until) {
    const complete = async (texts) =>
        (await send('POST', '/memes/specification', { body: { ...what, texts }, until })).value.meme;
    const meme = await complete(texts.map((text) => text.trim() ? text : placeholder));
    // Without texts, only slots with a default text have a caption.
    const usual = what.template && texts.some((text) => !text.trim()) ? partsOf(await complete([])) : [];
    for (const { value: part } of partsOf(meme).filter((part) => part.value.text === placeholder)) {
        part.text = usual.find(({ value }) => 'text' in value && sameBox(value.box, part.box))?.value.text ??
            '';
    }
    return meme;
}

/**
 * Returns a meme in another style. Its texts move to the style's boxes; overlays and bubbles stay. Extra texts become
 * additional captions, so no text is lost.
 *
 * @param {any} meme
 * @param {Style} style
 * @param {AbortSignal} [until]
 */
export async function restyled(meme, style, until) {
    const bubbles = meme.captions?.filter((part) => part.bubble) ?? [];
    const words = textsOf({ ...meme, captions: meme.captions?.filter((part) => !part.bubble) }).filter((
        text,
        at,
    ) => text.trim() || at < style.room);
    const next = await laidOut(
        style.what,
        Array.from({ length: style.room }, (_, at) => words[at] ?? ''),
        until,
    );
    next.overlays = meme.overlays ?? [];
    for (const name of ['shapes', 'sameSize', 'effect', 'crop']) if (meme[name]) next[name] = meme[name];
    words.slice(style.room).filter((text) => text.trim()).forEach((text, at) => {
        const box = { x: 0.1, y: Math.min(0.75, 0.4 + 0.18 * at), width: 0.8, height: 0.18 };
        next.captions = [...next.captions ?? [], { ...freshCaption(box), text }];
    });
    if (bubbles.length) next.captions = [...next.captions ?? [], ...bubbles];
    return next;
}

/**
 * The source of a meme.
 *
 * @typedef {{ title: string, background: { picture?: string, template?: string }, meme: any, base: { width:
 *   number, height: number } | null, file?: string, video?: string, places?: number, refusal?: string,
 *   credit?: string, replaces?: string }} Source `base` is the size of the picture in pixels if the size is known,
 *   otherwise `file` is the picture's URL; `video` is the URL of a video from which a part must be chosen first;
 *   `places` is the number of texts in a template; `refusal` is the reason why the source cannot become a meme;
 *   `replaces` is the id of the meme that is deleted when the new meme is saved.
 */

const blank = Array(firstStyle.room).fill('');

/**
 * Returns the source in the editor's URL: `photo`, `entry` with `number`, `template`, `meme`, or `upload`;
 * null if there is none. With `edit`, the saved result replaces the meme.
 *
 * @param {URLSearchParams} query
 * @param {AbortSignal} until
 * @returns {Promise<Source | null>}
 * @throws {import('../base/api.js').Problem}
 */
export async function sourceOf(query, until) {
    const [photo, entry, template, meme, upload] = ['photo', 'entry', 'template', 'meme', 'upload'].map(
        (name) => query.get(name),
    );
    if (photo) return ofPhoto(photo, until);
    if (entry) return ofEntry(entry, Number(query.get('number') ?? 1), until);
    if (template) return ofTemplate(template, until);
    if (meme) return ofMeme(meme, query.has('edit'), until);
    if (upload) {
        return ofPicture(strings.yourPicture, `upload:${upload}`, sentSize(`upload:${upload}`), until);
    }
    return null;
}

async function ofPicture(title, name, base, until) {
    return { title, background: { picture: name }, base, meme: await laidOut(firstStyle.what, blank, until) };
}

async function ofPhoto(id, until) {
    const photo = await get(`/library/photos/${encodeURIComponent(id)}`, until);
    const title = photo.title || strings.photo;
    if (!photo.license.allowsDerivatives) {
        return { title, background: {}, base: null, meme: {}, refusal: forbids(title, photo.license.name) };
    }
    return { ...await ofPicture(title, `library:${id}`, photo, until), credit: photo.credit };
}

async function ofEntry(id, number, until) {
    const entry = await get(`/library/entries/${encodeURIComponent(id)}`, until);
    const medium = entry.media[number - 1] ?? entry.media[0];
    const title = medium?.title || strings.pictureOfEntry;
    if (medium?.license && !medium.license.allowsDerivatives) {
        return { title, background: {}, base: null, meme: {}, refusal: forbids(title, medium.license.name) };
    }
    if (medium?.kind === 'video' && medium.license) {
        return {
            title,
            background: {},
            base: null,
            meme: {},
            refusal: strings.onlyOwnVideos,
        };
    }
    if (medium?.kind === 'video') {
        return {
            title,
            background: {},
            base: null,
            meme: {},
            video: `/library/entries/${id}/media/${number}/file`,
        };
    }
    return ofPicture(title, `library:${id}/${number}`, medium, until);
}

async function ofTemplate(id, until) {
    const template = await get(`/templates/${encodeURIComponent(id)}`, until);
    return {
        title: strings.templateNames[id] ?? template.name,
        background: { template: id },
        base: null,
        places: template.lines,
        meme: await laidOut({ template: id }, Array(template.lines).fill(''), until),
    };
}

async function ofMeme(id, isEdited, until) {
    const made = await get(`/library/memes/${encodeURIComponent(id)}`, until);
    // The original photo provides the credit and location. If the photo was deleted, the meme's own copy is used.
    const photo = made.photo ? await get(`/library/photos/${made.photo}`, until).catch(() => null) : null;
    const background = made.template
        ? { template: made.template }
        : { picture: photo ? `library:${photo.id}` : `library:${id}/source` };
    const meme = structuredClone(made.spec);
    // Overlays are stored as `blob:` followed by their digest.
    for (const overlay of meme.overlays ?? []) {
        overlay.picture = overlay.picture?.replace(/^blob:/, `library:${id}/`);
    }
    if (made.framing?.crop) meme.crop = made.framing.crop;
    return {
        title: isEdited ? strings.editMeme : strings.copyOfMeme,
        replaces: isEdited ? id : undefined,
        background,
        base: photo,
        file: `/library/memes/${id}/source`,
        places: meme.captions?.length,
        meme,
        credit: made.credit,
    };
}

/** Returns the size of a meme's base image in pixels. */
export async function sizeOf({ base, file = '' }) {
    if (base) return base;
    const image = Object.assign(new Image(), { src: file });
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight };
}

const forbids = (title, license) => strings.forbids(title, license);
