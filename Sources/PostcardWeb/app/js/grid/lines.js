import { h } from '../base/dom.js';
import { partsOf } from './rows.js';
import { Tile } from './tile.js';

/** Tiles that are kept for later, at most. */
const most = 60;

/** The lines of a grid that are elements. Their tiles are used again, for the pictures they had or for others. */
export class LineElements {
    /** @param {HTMLElement} canvas What they are in. @param {boolean} isHorizontal */
    constructor(canvas, isHorizontal) {
        this.canvas = canvas;
        this.isHorizontal = isHorizontal;
        this.shift = 0;
        /** @type {Map<number, { element: HTMLElement, tiles: Tile[] }>} */
        this.shown = new Map();
        /** @type {Map<string, Tile>} Tiles that are laid out anew, by the ids of their items. */
        this.known = new Map();
        /** @type {Tile[]} */
        this.pool = [];
    }

    get tiles() { return [...this.shown.values()].flatMap(({ tiles }) => tiles); }

    /** The tile of a picture; undefined where it is no element. */
    tileAt(line, position) { return this.shown.get(line)?.tiles[position]; }

    /** Takes all lines away. Tiles of pictures that stay are used for them again until `settle`, so that nothing is loaded twice. */
    lift() {
        for (const { element, tiles } of this.shown.values()) {
            for (const tile of tiles) if (tile.item) this.known.set(tile.item.id, tile);
            element.remove();
        }
        this.shown.clear();
    }

    /** Gives up the tiles whose pictures did not come back. */
    settle() {
        for (const tile of this.known.values()) this.#keep(tile);
        this.known.clear();
    }

    /** Takes the lines away that are not wanted. */
    release(isWanted) {
        for (const [line, { element, tiles }] of this.shown) {
            if (isWanted(line)) continue;
            element.remove();
            tiles.forEach(tile => this.#keep(tile));
            this.shown.delete(line);
        }
    }

    /** Moves all lines, in a grid whose scroll range is scaled. */
    place(layout, shift) {
        if (shift === this.shift) return;
        this.shift = shift;
        for (const [line, { element }] of this.shown) this.#put(element, layout.offsets[line]);
    }

    /** Makes a line of a grid an element. */
    build(line, grid) {
        const { layout, items, selected } = grid;
        const size = layout.sizes[line];
        const element = h('div', { class: 'grid-line', role: 'row', 'aria-rowindex': line + 1 });
        const tiles = [];
        for (const { index, start, length } of partsOf(line, grid)) {
            const item = items[index];
            const tile = this.known.get(item.id) ?? this.pool.pop() ?? new Tile();
            this.known.delete(item.id);
            tile.show(item, index, this.isHorizontal ? { width: size, height: length, left: 0, top: start }
                : { width: length, height: size, left: start, top: 0 });
            tile.mark(selected);
            element.append(tile.element);
            tiles.push(tile);
        }
        this.#put(element, layout.offsets[line]);
        // In order, so that screen readers go through them as they are seen.
        const after = Math.min(...[...this.shown.keys()].filter(other => other > line));
        this.canvas.insertBefore(element, this.shown.get(after)?.element ?? null);
        this.shown.set(line, { element, tiles });
    }

    #put(element, offset) {
        element.style.setProperty('transform', `translate${this.isHorizontal ? 'X' : 'Y'}(${offset + this.shift}px)`);
    }

    #keep(tile) {
        tile.clear();
        if (this.pool.length < most) this.pool.push(tile);
    }
}

/** Where tiles are on the screen, by the ids of their items. */
export function placesOf(tiles) {
    return new Map(tiles.filter(tile => tile.item).map(tile => [tile.item.id, tile.element.getBoundingClientRect()]));
}

/** Lets tiles flow from where they were, and those that are new appear; at once where motion is not wanted. */
export function flow(tiles, before) {
    if (!before.size || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const { item, element } of tiles) {
        const was = before.get(item?.id);
        if (!was) {
            if (!item?.isPending) element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 180 });
            continue;
        }
        const is = element.getBoundingClientRect();
        const [dx, dy] = [was.left - is.left, was.top - is.top];
        if (Math.abs(dx) + Math.abs(dy) < 1) continue;
        element.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'none' }],
            { duration: 180, easing: 'cubic-bezier(.2, .7, .3, 1)' });
    }
}
