import { send } from '../base/api.js';
import { partsOf } from './draft.js';

/**
 * A way in which words can stand on a picture: what makes it, how it is called, and how many words it has room for.
 *
 * @typedef {{ text: string, room: number, what: { style?: string, template?: string } }} Style
 */

/** @type {Style[]} */
const named = [
    { text: 'Classic', room: 2, what: { style: 'classic' } }, { text: 'Band above', room: 1, what: { style: 'band' } },
    { text: 'Band below', room: 1, what: { style: 'band-below' } }, { text: 'Subtitle', room: 1, what: { style: 'subtitle' } },
    { text: 'Poster', room: 2, what: { style: 'poster' } }, { text: 'Label', room: 1, what: { style: 'label' } },
    { text: 'Credit', room: 1, what: { style: 'credit' } },
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

/** The words of a meme in their order. */
export const wordsOf = meme => partsOf(meme).filter(part => part.list !== 'overlays').map(part => part.value.text ?? '');

/**
 * The same meme in another style: its words go to the places of that, its pictures stay. Words that have no place there are added as captions of
 * their own,
 * so that none is lost.
 *
 * @param {any} meme
 * @param {Style} style
 * @param {AbortSignal} [until]
 */
export async function restyled(meme, style, until) {
    const words = wordsOf(meme).filter((text, at) => text.trim() || at < style.room);
    const next = await laidOut(style.what, Array.from({ length: style.room }, (_, at) => words[at] ?? ''), until);
    next.overlays = meme.overlays ?? [];
    if (meme.shapes?.length) next.shapes = meme.shapes;
    if (meme.sameSize) next.sameSize = true;
    words.slice(style.room).filter(text => text.trim()).forEach((text, at) => {
        const box = { x: 0.1, y: Math.min(0.75, 0.4 + 0.18 * at), width: 0.8, height: 0.18 };
        next.captions = [...next.captions ?? [], { ...freshCaption(box), text }];
    });
    return next;
}
