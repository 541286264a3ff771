import { send } from '../base/api.js';
import { partsOf } from './draft.js';

/** The ways in which words can stand on a picture, as the service names them, and how many words each has room for. */
export const styles = [
    { name: 'classic', text: 'Classic', room: 2 }, { name: 'band', text: 'Band above', room: 1 }, { name: 'bandBelow', text: 'Band below', room: 1 },
    { name: 'subtitle', text: 'Subtitle', room: 1 }, { name: 'poster', text: 'Poster', room: 2 }, { name: 'label', text: 'Label', room: 1 },
        { name: 'credit', text: 'Credit', room: 1 },
];

/** A caption as it is added: white letters with a black line round them. */
export const freshCaption = box => ({
    text: '', box, font: 'Frankmark', maximumSize: 0.13, minimumSize: '8px', fill: '#ffffff', outline: { color: '#000000', width: 0.0625 },
    letterCase: 'upper', alignment: 'center', verticalAlignment: 'middle', angle: 0, opacity: 1, lineSpacing: 1.35,
});

/** An overlay as it is added. */
export const freshOverlay = picture => ({ picture, box: { x: 0.35, y: 0.35, width: 0.3, height: 0.3 }, fit: 'inside', angle: 0, opacity: 1,
    cornerRadius: 0, level: 'above' });

/** Stands for words that are not written yet: the service leaves out captions without any. */
const placeholder = '\u2026';

/**
 * The meme that a style or a template makes of words, with all its boxes.
 *
 * @param {{ picture?: string, template?: string, style?: string }} what
 * @param {string[]} texts Blank ones keep their boxes.
 * @param {AbortSignal} [until]
 * @returns {Promise<any>}
 * @throws {import('../base/problem.js').Problem}
 */
export async function laidOut(what, texts, until) {
    const { value } = await send('POST', '/memes/specification',
        { body: { ...what, texts: texts.map(text => text.trim() ? text : placeholder) }, until });
    const meme = value.meme;
    for (const { value: part } of partsOf(meme)) if (part.text === placeholder) part.text = '';
    return meme;
}

/** The words of a meme in their order. */
export const wordsOf = meme => partsOf(meme).filter(part => part.list !== 'overlays').map(part => part.value.text ?? '');

/**
 * The same meme in another style: its words go to the places of that, its pictures stay. Words that have no place there are added as captions of
 * their own, so that none is lost.
 *
 * @param {any} meme
 * @param {{ picture?: string, template?: string }} background
 * @param {string} name
 */
export async function restyled(meme, background, name) {
    const room = styles.find(style => style.name === name)?.room ?? 1;
    const words = wordsOf(meme).filter((text, at) => text.trim() || at < room);
    const texts = Array.from({ length: room }, (_, at) => words[at] ?? '');
    const next = await laidOut({ ...background, style: name }, texts);
    next.overlays = meme.overlays ?? [];
    if (meme.shapes?.length) next.shapes = meme.shapes;
    words.slice(room).filter(text => text.trim()).forEach((text, at) => {
        next.captions = [...next.captions ?? [], { ...freshCaption({ x: 0.1, y: Math.min(0.75, 0.4 + 0.18 * at), width: 0.8, height: 0.18 }), text }];
    });
    return next;
}
