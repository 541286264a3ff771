import { signal } from '../base/signal.js';

/**
 * A caption or an overlay of a meme.
 *
 * @typedef {{ key: string, list: 'above' | 'captions' | 'below' | 'overlays', index: number, value: any, isPlaced: boolean, name: string }} Part
 *   `key` is `captions/0`; a part
 *   that is placed has a box of its own, others stand above or below the picture.
 */

/** The parts of a meme, in the order in which they are read. */
export function partsOf(meme) {
    const found = /** @type {Part[]} */ ([]);
    const [top, bottom, more] = ['above', 'captions', 'below'].flatMap(list => meme[list] ?? []);
    const isPair = bottom && !more && meme.captions?.length === 2 && top.box.y + top.box.height <= bottom.box.y;
    let words = 0;
    for (const list of /** @type {const} */ (['above', 'captions', 'below', 'overlays'])) {
        (meme[list] ?? []).forEach((value, index) => {
            const isPicture = list === 'overlays';
            if (!isPicture) words += 1;
            found.push({ key: `${list}/${index}`, list, index, value, isPlaced: isPicture || list === 'captions',
                name: isPicture ? `Picture ${index + 1}` : isPair ? ['Top text', 'Bottom text'][index] : `Text ${words}` });
        });
    }
    return found;
}

/** The texts of a meme in their order. */
export const textsOf = meme => partsOf(meme).filter(part => part.list !== 'overlays').map(part => part.value.text ?? '');

/** What `POST /memes` takes for a draft, in which the crop of the picture is a member of the meme. */
export const bodyOf = (background, { crop, ...meme }) => ({ ...background, meme, ...crop && { crop } });

/** The part of a key; undefined when it is no more. */
export const partAt = (meme, key) => partsOf(meme).find(part => part.key === key);

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
    get isChanged() { return this.meme.peek() !== this.saved; }

    /** The part that is selected. */
    get part() { return this.selected.value ? partAt(this.meme.value, this.selected.value) : undefined; }

    /**
     * Makes a change that can be undone.
     *
     * @param {(meme: any) => void} edit Changes a copy.
     * @param {string} [burst] Changes of the same name that follow each other are undone in one step: the letters of a word, the moves of a drag.
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
        this.change(old => { for (const key of Object.keys(old)) delete old[key]; Object.assign(old, meme); });
    }

    /** Changes the selected part, or that of a key. Words that avoid something stay where they are moved to. */
    changePart(edit, burst, key = this.selected.peek()) {
        if (!key || !partAt(this.meme.peek(), key)) return;
        this.change(meme => {
            const part = partAt(meme, key)?.value;
            const box = JSON.stringify(part?.box);
            edit(part);
            if (part?.avoid && JSON.stringify(part.box) !== box) delete part.avoid;
        }, burst && `${burst} ${key}`);
    }

    /** Ends a burst: what follows is undone by itself. */
    settle() { this.burst = null; }

    undo() { this.#step(this.past, this.future); }

    redo() { this.#step(this.future, this.past); }

    /** Adds a part to the end of a list and selects it. */
    add(list, value) {
        this.change(meme => { (meme[list] ??= []).push(value); });
        this.selected.value = `${list}/${this.meme.peek()[list].length - 1}`;
    }

    /** Removes a part; the one before it is selected. */
    remove(key) {
        const parts = partsOf(this.meme.peek());
        const at = parts.findIndex(part => part.key === key);
        if (at < 0) return;
        this.change(meme => { meme[parts[at].list].splice(parts[at].index, 1); });
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
        if (this.selected.peek() && !partAt(meme, this.selected.peek())) this.selected.value = partsOf(meme)[0]?.key ?? null;
    }
}
