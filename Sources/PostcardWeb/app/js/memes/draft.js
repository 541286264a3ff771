import { get, send } from '../base/api.js';
import { signal } from '../base/signal.js';
import { sentSize } from './preview.js';

/**
 * A caption or an overlay of a meme.
 *
 * @typedef {{ key: string, list: 'above' | 'captions' | 'below' | 'overlays', index: number, value: any,
 *   isPlaced: boolean, name: string }} Part `key` is `captions/0`; a part that is placed has a box of its
 *   own, others stand above or below the picture.
 */

/** The parts of a meme, in the order in which they are read. */
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
                    ? `Picture ${index + 1}`
                    : isPair
                    ? ['Top text', 'Bottom text'][index]
                    : `Text ${words}`,
            });
        });
    }
    return found;
}

/** The texts of a meme in their order. */
export const textsOf = (meme) =>
    partsOf(meme).filter((part) => part.list !== 'overlays').map((part) => part.value.text ?? '');

/** What `POST /memes` takes for a draft, in which the crop of the picture is a member of the meme. */
export const bodyOf = (background, { crop, ...meme }) => ({ ...background, meme, ...crop && { crop } });

/** The part of a key; undefined when it is no more. */
export const partAt = (meme, key) => partsOf(meme).find((part) => part.key === key);

/** A meme that is being made, and what undoing brings back. */
export class Draft {
    /**
     * @param {any} meme As `POST /memes` takes it, and `crop` of the picture.
     */
    constructor(meme) {
        /** Values are never changed in place. */
        this.meme = signal(meme);
        this.selected = signal(/** @type {string | null} */ (partsOf(meme)[0]?.key ?? null));
        /** How many changes can be undone and done again. */
        this.depth = signal({ undo: 0, redo: 0 });
        this.past = /** @type {any[]} */ ([]);
        this.future = /** @type {any[]} */ ([]);
        this.burst = /** @type {string | null} */ (null);
        this.saved = meme;
    }

    /** Whether there is something that was not saved. */
    get isChanged() {
        return this.meme.peek() !== this.saved;
    }

    /** The part that is selected. */
    get part() {
        return this.selected.value ? partAt(this.meme.value, this.selected.value) : undefined;
    }

    /**
     * Makes a change that can be undone.
     *
     * @param {(meme: any) => void} edit Changes a copy.
     * @param {string} [burst] Changes of the same name that follow each other are undone in one step: the
     *   letters of a word, the moves of a drag.
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

    /** Makes another meme of it, which can be undone. */
    replace(meme) {
        this.change((old) => {
            for (const key of Object.keys(old)) delete old[key];
            Object.assign(old, meme);
        });
    }

    /**
     * Changes the selected part, or that of a key. Words that avoid something stay where they are moved to.
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

    /** Ends a burst: what follows is undone by itself. */
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

    /** Removes a part; the one before it is selected. */
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
 * A way in which words can stand on a picture: what makes it, how it is called, and how many words it has
 * room for.
 *
 * @typedef {{ text: string, room: number, what: { style?: string, template?: string } }} Style
 */

/** @type {Style[]} */
const named = [
    { text: 'Classic', room: 2, what: { style: 'classic' } },
    { text: 'White bar on top', room: 1, what: { style: 'band' } },
    { text: 'White bar below', room: 1, what: { style: 'band-below' } },
    { text: 'Subtitle', room: 1, what: { style: 'subtitle' } },
    { text: 'Poster', room: 2, what: { style: 'poster' } },
    { text: 'Sticker', room: 1, what: { style: 'label' } },
    { text: 'Small print', room: 1, what: { style: 'credit' } },
];

/**
 * The styles that a picture can have; a template's own one comes first.
 *
 * @param {{ background: { template?: string }, places?: number }} source
 */
export const stylesFor = ({ background, places }) =>
    background.template
        ? [{ text: 'As drawn', room: places ?? 1, what: { template: background.template } }, ...named]
        : named;

/** What a picture begins with. */
export const firstStyle = named[0];

/** A caption as it is added: white letters with a black line round them. */
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

/** Makes a speech bubble of a caption, which stays in its box, or a caption of a bubble again. */
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

/** Lays a picture on the middle of a meme; nothing where there is none. */
export const addOverlay = (draft, picture) =>
    picture &&
    draft.add('overlays', {
        box: { x: 0.35, y: 0.35, width: 0.3, height: 0.3 },
        fit: 'inside',
        angle: 0,
        opacity: 1,
        cornerRadius: 0,
        level: 'above',
        picture,
    });

/** Stands for words that are not written yet: the service leaves out captions without any. */
const placeholder = '\u2026';

/**
 * The meme that a style or a template makes of words, with all its boxes.
 *
 * @param {{ style?: string, template?: string }} what
 * @param {string[]} texts Blank ones keep their boxes.
 * @param {AbortSignal} [until]
 * @returns {Promise<any>}
 * @throws {import('../base/api.js').Problem}
 */
export async function laidOut(what, texts, until) {
    const body = { ...what, texts: texts.map((text) => text.trim() ? text : placeholder) };
    const { meme } = (await send('POST', '/memes/specification', { body, until })).value;
    for (const { value: part } of partsOf(meme)) if (part.text === placeholder) part.text = '';
    return meme;
}

/**
 * The same meme in another style: its words go to the places of that, its pictures and bubbles stay. Words
 * that have no place there are added as captions of their own, so that none is lost.
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
 * What a meme is made of.
 *
 * @typedef {{ title: string, background: { picture?: string, template?: string }, meme: any, base: { width:
 *   number, height: number } | null, file?: string, video?: string, places?: number, refusal?: string,
 *   credit?: string }} Source `base` is the size of the picture in pixels where it is known, otherwise `file`
 *   is its address; `video` is that of a video of which a part is to be taken first; `places` is how many
 *   words a template has; `refusal` says why it may not be lettered.
 */

const blank = Array(firstStyle.room).fill('');

/**
 * What the address of the editor names: `photo`, `entry` with `number`, `template`, `meme`, or `upload`; null
 * for none.
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
    if (!photo.license.allowsDerivatives) {
        return { title, background: {}, base: null, meme: {}, refusal: forbids(title, photo.license.name) };
    }
    return { ...await ofPicture(title, `library:${id}`, photo, until), credit: photo.credit };
}

async function ofEntry(id, number, until) {
    const entry = await get(`/library/entries/${encodeURIComponent(id)}`, until);
    const medium = entry.media[number - 1] ?? entry.media[0];
    const title = medium?.title || 'Picture of an entry';
    if (medium?.license && !medium.license.allowsDerivatives) {
        return { title, background: {}, base: null, meme: {}, refusal: forbids(title, medium.license.name) };
    }
    if (medium?.kind === 'video' && medium.license) {
        return {
            title,
            background: {},
            base: null,
            meme: {},
            refusal: 'Only videos of your own can become memes here.',
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
        title: template.name,
        background: { template: id },
        base: null,
        places: template.lines,
        meme: await laidOut({ template: id }, Array(template.lines).fill(''), until),
    };
}

async function ofMeme(id, until) {
    const made = await get(`/library/memes/${encodeURIComponent(id)}`, until);
    // What it was made of keeps its credit and its place; where that is gone, the meme's own copy is taken.
    const photo = made.photo ? await get(`/library/photos/${made.photo}`, until).catch(() => null) : null;
    const background = made.template
        ? { template: made.template }
        : { picture: photo ? `library:${photo.id}` : `library:${id}/source` };
    const meme = structuredClone(made.spec);
    // What lies on it is recorded as `blob:` and its digest.
    for (const overlay of meme.overlays ?? []) {
        overlay.picture = overlay.picture?.replace(/^blob:/, `library:${id}/`);
    }
    if (made.framing?.crop) meme.crop = made.framing.crop;
    return {
        title: 'Copy of a meme',
        background,
        base: photo,
        file: `/library/memes/${id}/source`,
        places: meme.captions?.length,
        meme,
        credit: made.credit,
    };
}

/** The size in pixels of the picture beneath a meme. */
export async function sizeOf({ base, file = '' }) {
    if (base) return base;
    const image = Object.assign(new Image(), { src: file });
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight };
}

const forbids = (title, license) =>
    `“${title}” is under ${license}, which does not allow changed versions. It can be shown and shared as it is.`;
