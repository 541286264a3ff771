import { fill, h } from '../base/dom.js';
import { tileHost } from '../base/services.js';

const most = 240;
const side = 256;

/**
 * Draws streets on a map, with the credit that their makers ask for.
 *
 * @param {import('./map-view.js').MapView} map
 * @param {{ url: string, credit: string }} tiles
 * @param {HTMLElement} note Where the credit stands, or that they cannot be had.
 * @param {AbortSignal} until
 */
export function streets(map, { url, credit }, note, until) {
    const credits = linked(credit);
    const trouble = [
        'The streets cannot be reached. ',
        h('button', { class: 'map-again', onclick: () => again() }, 'Try again'),
    ];
    const tell = (isAway) => fill(note, isAway ? trouble : credits);
    let wasAway = false;
    const layer = new TileLayer(url, () => {
        if (layer.isAway !== wasAway) tell(wasAway = layer.isAway);
        map.draw();
    });
    const again = () => {
        if (layer.isAway) layer.retry();
    };
    addEventListener('online', again, { signal: until });
    tell(false);
    return layer;
}

/**
 * Asks whether streets shall be shown, and says who learns what by that.
 *
 * @param {string} url The address of tiles.
 * @param {HTMLElement} note Where it is asked.
 * @param {(isWanted: boolean) => void} answer
 */
export function askForStreets(url, note, answer) {
    fill(
        note,
        h(
            'span',
            { class: 'map-question', role: 'group', 'aria-label': 'Streets' },
            h(
                'span',
                null,
                `Show streets? ${
                    tileHost(url)
                } then learns which parts of the map you look at, and the address of your connection.`,
            ),
            h(
                'span',
                { class: 'row' },
                h('button', { class: 'button button-primary', onclick: () => answer(true) }, 'Show streets'),
                h('button', { class: 'button', onclick: () => answer(false) }, 'No'),
            ),
        ),
    );
}

/** The parts of a credit: `[words](address)` and addresses as links, and OpenStreetMap to its terms. */
export function linked(credit) {
    const link = (words, href) => h('a', { href, target: '_blank', rel: 'noopener' }, words);
    const linkable = /(\[[^\]]+\]\(https?:[^)\s]+\)|https?:\/\/\S+|OpenStreetMap(?: contributors)?)/;
    return credit.split(linkable).map((part, at) => {
        if (at % 2 === 0) return part;
        const [, words, href] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? [];
        if (words) return link(words, href);
        return link(part, part.startsWith('http') ? part : 'https://www.openstreetmap.org/copyright');
    });
}

/**
 * A map of somebody else, in square pictures, drawn over the outline where the service names one.
 *
 * @typedef {{ image: HTMLImageElement, x: number, y: number, part: number, left: number, top: number, drawn:
 *   number }} Part A square of a picture, and where it is drawn.
 */
export class TileLayer {
    /**
     * @param {string} url With `{z}`, `{x}` and `{y}` for the zoom and the column and row of a tile.
     * @param {() => void} changed Is called when a tile has come, or could not be had.
     */
    constructor(url, changed) {
        this.url = url;
        this.changed = changed;
        /** @type {Map<string, HTMLImageElement>} The tiles that were asked for, the last ones last. */
        this.images = new Map();
        this.loaded = this.failed = 0;
    }

    /** A Boolean value that indicates whether no tile can be had: the first one failed. */
    get isAway() {
        return this.failed > 0 && this.loaded === 0;
    }

    /** Asks anew after tiles could not be had. */
    retry() {
        this.images.clear();
        this.loaded = this.failed = 0;
        this.changed();
    }

    /**
     * Finds what is there of a view; where a tile is missing, the part of one that is farther away.
     *
     * @param {{ left: number, top: number, right: number, bottom: number, size: number }} view
     * @returns {{ parts: Part[], isWhole: boolean }} `isWhole` says that nothing beneath the parts is seen.
     */
    find(view) {
        if (this.isAway) return { parts: [], isWhole: false };
        const zoom = Math.max(0, Math.min(19, Math.round(Math.log2(view.size / side))));
        const count = 2 ** zoom;
        const drawn = view.size / count;
        const wanted = new Set();
        const parts = [];
        let isWhole = true;
        for (
            let row = Math.max(0, Math.floor(view.top * count));
            row <= Math.min(count - 1, Math.floor(view.bottom * count));
            row += 1
        ) {
            for (
                let column = Math.floor(view.left * count);
                column <= Math.floor(view.right * count);
                column += 1
            ) {
                const place = {
                    left: (column / count - view.left) * view.size,
                    top: (row / count - view.top) * view.size,
                    drawn: drawn + 0.5,
                };
                const x = ((column % count) + count) % count;
                wanted.add(`${zoom}/${x}/${row}`);
                const image = this.#ask(zoom, x, row);
                const part = isLoaded(image)
                    ? { image, x: 0, y: 0, part: image.naturalWidth }
                    : this.#partOf(zoom, x, row);
                if (part) parts.push({ ...part, ...place });
                else isWhole = false;
            }
        }
        this.#forget(wanted);
        return { parts, isWhole };
    }

    #partOf(zoom, x, y) {
        for (let up = 1; up <= Math.min(4, zoom); up += 1) {
            const image = this.images.get(`${zoom - up}/${x >> up}/${y >> up}`);
            if (!isLoaded(image)) continue;
            const part = image.naturalWidth / 2 ** up;
            return { image, x: (x % 2 ** up) * part, y: (y % 2 ** up) * part, part };
        }
        return null;
    }

    #ask(zoom, x, y) {
        const key = `${zoom}/${x}/${y}`;
        const known = this.images.get(key);
        if (known) {
            this.images.delete(key);
            this.images.set(key, known);
            return known;
        }
        const image = new Image(side, side);
        const told = (name) => {
            // Nobody waits any longer for what was forgotten.
            if (this.images.get(key) !== image) return;
            this[name] += 1;
            this.changed();
        };
        // Who makes the tiles wants to know which site shows them.
        image.referrerPolicy = 'strict-origin-when-cross-origin';
        image.addEventListener('load', () => told('loaded'));
        image.addEventListener('error', () => told('failed'));
        image.src = this.url.replace('{z}', String(zoom)).replace('{x}', String(x)).replace('{y}', String(y));
        this.images.set(key, image);
        return image;
    }

    /** Stops asking for tiles that have left the view, and keeps no more than are useful. */
    #forget(wanted) {
        for (const [key, image] of this.images) {
            if (wanted.has(key) || (isLoaded(image) && this.images.size <= most)) continue;
            this.images.delete(key);
            image.removeAttribute('src');
        }
    }
}

const isLoaded = (image) => Boolean(image?.complete && image.naturalWidth);
