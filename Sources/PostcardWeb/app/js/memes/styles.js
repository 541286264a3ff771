import { send } from '../base/api.js';
import { partsOf, textsOf } from './draft.js';

/**
 * A way in which words can stand on a picture: what makes it, how it is called, and how many words it has room for.
 *
 * @typedef {{ text: string, room: number, what: { style?: string, template?: string } }} Style
 */

/** @type {Style[]} */
const named = [
    { text: 'Classic', room: 2, what: { style: 'classic' } }, { text: 'White bar on top', room: 1, what: { style: 'band' } },
    { text: 'White bar below', room: 1, what: { style: 'band-below' } },
    { text: 'Subtitle', room: 1, what: { style: 'subtitle' } }, { text: 'Poster', room: 2, what: { style: 'poster' } },
    { text: 'Sticker', room: 1, what: { style: 'label' } }, { text: 'Small print', room: 1, what: { style: 'credit' } },
];

/**
 * The styles that a picture can have; a template's own one comes first.
 *
 * @param {{ background: { template?: string }, places?: number }} source
 */
export const stylesFor = ({ background, places }) => background.template
    ? [{ text: 'As drawn', room: places ?? 1, what: { template: background.template } }, ...named] : named;

/** What a picture begins with. */
export const firstStyle = named[0];

/** A caption as it is added: white letters with a black line round them. */
export const freshCaption = box => ({
    text: '', box, font: 'Frankmark', maximumSize: 0.17, minimumSize: '6px', fill: '#ffffff', outline: { color: '#000000', width: 0.0625 },
    letterCase: 'upper', alignment: 'center', verticalAlignment: 'middle', angle: 0, opacity: 1, lineSpacing: 1.35,
});

/** Makes a speech bubble of a caption, which stays in its box, or a caption of a bubble again. */
export const bubbled = (part, isBubble) => Object.assign(part, { avoid: undefined }, isBubble
    ? { fill: '#000000', outline: null, maximumSize: 0.08, letterCase: 'typed', shadow: null,
        bubble: { x: part.box.x + part.box.width / 4, y: Math.min(1, part.box.y + part.box.height * 1.6) } }
    : { ...freshCaption(part.box), text: part.text, bubble: null });

/** Lays a picture on the middle of a meme; nothing where there is none. */
export const addOverlay = (draft, picture) => picture && draft.add('overlays', { box: { x: 0.35, y: 0.35, width: 0.3, height: 0.3 },
    fit: 'inside', angle: 0, opacity: 1, cornerRadius: 0, level: 'above', picture });

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
    const body = { ...what, texts: texts.map(text => text.trim() ? text : placeholder) };
    const { meme } = (await send('POST', '/memes/specification', { body, until })).value;
    for (const { value: part } of partsOf(meme)) if (part.text === placeholder) part.text = '';
    return meme;
}

/**
 * The same meme in another style: its words go to the places of that, its pictures and bubbles stay. Words that have no place there are added as captions of
 * their own,
 * so that none is lost.
 *
 * @param {any} meme
 * @param {Style} style
 * @param {AbortSignal} [until]
 */
export async function restyled(meme, style, until) {
    const bubbles = meme.captions?.filter(part => part.bubble) ?? [];
    const words = textsOf({ ...meme, captions: meme.captions?.filter(part => !part.bubble) }).filter((text, at) => text.trim() || at < style.room);
    const next = await laidOut(style.what, Array.from({ length: style.room }, (_, at) => words[at] ?? ''), until);
    next.overlays = meme.overlays ?? [];
    for (const name of ['shapes', 'sameSize', 'effect', 'crop']) if (meme[name]) next[name] = meme[name];
    words.slice(style.room).filter(text => text.trim()).forEach((text, at) => {
        const box = { x: 0.1, y: Math.min(0.75, 0.4 + 0.18 * at), width: 0.8, height: 0.18 };
        next.captions = [...next.captions ?? [], { ...freshCaption(box), text }];
    });
    if (bubbles.length) next.captions = [...next.captions ?? [], ...bubbles];
    return next;
}
