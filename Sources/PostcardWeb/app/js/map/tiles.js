import { fill, h } from '../base/dom.js';
import { tileHost } from '../base/services.js';
import { strings } from '../strings/pins.js';

const most = 240;
const side = 256;

/**
 * Draws streets on a map, with the required credit.
 *
 * @param {import('./map-view.js').MapView} map
 * @param {{ url: string, credit: string }} tiles
 * @param {HTMLElement} note The container for the credit, or for an error.
 * @param {AbortSignal} until
 */
export function streets(map, { url, credit }, note, until) {
    const credits = linked(credit);
    const trouble = [
        strings.streetsFailed,
        h('button', { class: 'map-again', onclick: () => again() }, strings.retry),
    ];
    const showState = (isAway) => fill(note, isAway ? trouble : credits);
    let wasAway = false;
    const layer = new TileLayer(url, () => {
        if (layer.isAway !== wasAway) showState(wasAway = layer.isAway);
        map.draw();
    });
    const again = () => {
        if (layer.isAway) layer.retry();
    };
    addEventListener('online', again, { signal: until });
    showState(false);
    return layer;
}

/**
 * Asks if streets should be shown, and explains what their server learns.
 *
 * @param {string} url The template for tile URLs.
 * @param {HTMLElement} note The container for the question.
 * @param {(isWanted: boolean) => void} answer
 */
export function askForStreets(url, note, answer) {
    fill(
        note,
        h(
            'span',
            { class: 'map-question', role: 'group', 'aria-label': strings.streets },
            h(
                'span',
                null,
                strings.askForStreets(tileHost(url)),
            ),
            h(
                'span',
                { class: 'row' },
                h(
                    'button',
                    { class: 'button button-primary', onclick: () => answer(true) },
                    strings.showStreets,
                ),
                h('button', { class: 'button', onclick: () => answer(false) }, strings.no),
            ),
        ),
    );
}

/** Returns a credit with links: `[text](URL)`, URLs, and OpenStreetMap's copyright page. */
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
 * A third-party map of square tiles, drawn over the outline.
 *
 * @typedef {{ image: HTMLImageElement, x: number, y: number, part: number, left: number, top: number, drawn:
 *   number }} Part A square part of a tile, and its position in the view.
 */
export class TileLayer {
    /**
     * @param {string} url A template with `{z}`, `{x}` and `{y}` for the zoom, column and row of a tile.
     * @param {() => void} changed Called when a tile has loaded or failed.
     */
    constructor(url, changed) {
        this.url = url;
        this.changed = changed;
        /** @type {Map<string, HTMLImageElement>} The requested tiles, most recent last. */
        this.images = new Map();
        this.loaded = this.failed = 0;
    }

    /** True if no tile is available because the first tiles failed. */
    get isAway() {
        return this.failed > 0 && this.loaded === 0;
    }

    /** Requests the tiles again after a failure. */
    retry() {
        this.images.clear();
        this.loaded = this.failed = 0;
        this.changed();
    }

    /**
     * Returns the loaded tiles in a view. A missing tile is replaced by a part of a tile with a lower zoom.
     *
     * @param {{ left: number, top: number, right: number, bottom: number, size: number }} view
     * @returns {{ parts: Part[], isWhole: boolean }} `isWhole` is true if the parts cover the whole view.
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
        const settle = (name) => {
            // The tile is no longer needed.
            if (this.images.get(key) !== image) return;
            this[name] += 1;
            this.changed();
        };
        // Tile servers require clients to identify the site that shows the tiles.
        image.referrerPolicy = 'strict-origin-when-cross-origin';
        image.addEventListener('load', () => settle('loaded'));
        image.addEventListener('error', () => settle('failed'));
        image.src = this.url.replace('{z}', String(zoom)).replace('{x}', String(x)).replace('{y}', String(y));
        this.images.set(key, image);
        return image;
    }

    /** Cancels requests for tiles out of view, and limits the number of tiles. */
    #forget(wanted) {
        for (const [key, image] of this.images) {
            if (wanted.has(key) || (isLoaded(image) && this.images.size <= most)) continue;
            this.images.delete(key);
            image.removeAttribute('src');
        }
    }
}

const isLoaded = (image) => Boolean(image?.complete && image.naturalWidth);
