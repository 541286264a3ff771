import { h } from '../base/dom.js';
import { Tile } from './tile.js';

/**
 * Pictures laid out in lines of equal length: rows if the page scrolls down, columns if it scrolls sideways.
 *
 * @typedef {{ count: number, starts: Int32Array, offsets: Float64Array, sizes: Float32Array, length: number
 *   }} Lines Line `n` contains the pictures from `starts[n]` up to but not including `starts[n + 1]`. It starts at
 *   `offsets[n]`, and `sizes[n]` is the height of the row or the width of the column. `length` is the total
 *   length with gaps.
 */

/**
 * Lays out pictures in one pass.
 *
 * @param {Float32Array} ratios For each picture, its length along the line divided by its length across it.
 * @param {number} cross The length of a line.
 * @param {number} target The preferred size of a line; lines are up to a third smaller or larger.
 * @param {number} gap
 * @param {Uint8Array} [begins] 1 for each picture that starts a section, and therefore a line.
 * @param {number} [heading] The space for a heading before a section's first line.
 * @returns {Lines}
 */
export function layOut(ratios, cross, target, gap, begins, heading = 0) {
    const starts = new Int32Array(ratios.length + 1);
    const offsets = new Float64Array(ratios.length + 1);
    const sizes = new Float32Array(ratios.length);
    let [count, offset, at] = [0, 0, 0];
    while (at < ratios.length) {
        starts[count] = at;
        if (begins?.[at]) offset += heading;
        offsets[count] = offset;
        let sum = 0;
        let size = Infinity;
        while (at < ratios.length) {
            const ratio = bounded(ratios[at]);
            const gaps = gap * (at - starts[count]);
            const next = (cross - gaps) / (sum + ratio);
            // A picture that would make the line too small moves to the next line, if this line is closer to the
            // target without the picture.
            if (sum > 0 && next < target && target - next > size - target) break;
            sum += ratio;
            size = next;
            at += 1;
            if (size <= target || begins?.[at]) break;
        }
        // The last line is not stretched to the full length.
        sizes[count] = Math.min(size, at === ratios.length || begins?.[at] ? target * 1.15 : target * 1.6);
        offset += sizes[count] + gap;
        count += 1;
    }
    starts[count] = ratios.length;
    offsets[count] = offset;
    return {
        count,
        starts: starts.subarray(0, count + 1),
        offsets: offsets.subarray(0, count + 1),
        sizes: sizes.subarray(0, count),
        length: Math.max(0, offset - gap),
    };
}

/** Limits an aspect ratio to between 1:2 and 3:1; wider panoramas and taller strips are cropped. */
export const bounded = (ratio) => Math.max(0.5, Math.min(3, ratio || 1.5));

/**
 * Yields the pictures in a line, each with its index, and its start and length along the line.
 *
 * @param {number} line
 * @param {{ layout: Lines, items: { width: number, height: number }[], gap: number, isHorizontal: boolean }}
 *   grid
 */
export function* partsOf(line, { layout, items, gap, isHorizontal }) {
    let start = 0;
    for (let index = layout.starts[line]; index < layout.starts[line + 1]; index += 1) {
        const length = layout.sizes[line] *
            bounded(items[index].width / items[index].height) ** (isHorizontal ? -1 : 1);
        yield { index, start, length };
        start += length + gap;
    }
}

/** Returns the line at an offset: the last line that starts at or before the offset. */
export function lineAt({ offsets, count }, offset) {
    let [low, high] = [0, count - 1];
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (offsets[middle] <= offset) low = middle;
        else high = middle - 1;
    }
    return Math.max(0, low);
}

/** Returns the line that contains a picture. */
export function lineOf({ starts, count }, index) {
    let [low, high] = [0, count - 1];
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (starts[middle] <= index) low = middle;
        else high = middle - 1;
    }
    return Math.max(0, low);
}

/** The maximum number of unused tiles to keep. */
const most = 60;

/** The lines of a grid that exist as elements. Their tiles are reused for the same or other pictures. */
export class LineElements {
    /** @param {HTMLElement} canvas Their container. @param {boolean} isHorizontal */
    constructor(canvas, isHorizontal) {
        this.canvas = canvas;
        this.isHorizontal = isHorizontal;
        this.shift = 0;
        /** @type {Map<number, { element: HTMLElement, tiles: Tile[] }>} */
        this.shown = new Map();
        /** @type {Map<string, Tile>} Tiles being laid out again, by item id. */
        this.known = new Map();
        /** @type {Tile[]} */
        this.pool = [];
    }

    get tiles() {
        return [...this.shown.values()].flatMap(({ tiles }) => tiles);
    }

    /** Returns the tile of a picture; undefined if the picture has no element. */
    tileAt(line, position) {
        return this.shown.get(line)?.tiles[position];
    }

    /**
     * Removes all lines. Until `settle` is called, remaining pictures get their tiles back, so nothing is loaded
     * twice.
     */
    lift() {
        for (const { element, tiles } of this.shown.values()) {
            for (const tile of tiles) if (tile.item) this.known.set(tile.item.id, tile);
            element.remove();
        }
        this.shown.clear();
    }

    /** Releases the tiles of removed pictures. */
    settle() {
        for (const tile of this.known.values()) this.#keep(tile);
        this.known.clear();
    }

    /** Removes the lines for which `isWanted` returns false. */
    release(isWanted) {
        for (const [line, { element, tiles }] of this.shown) {
            if (isWanted(line)) continue;
            element.remove();
            tiles.forEach((tile) => this.#keep(tile));
            this.shown.delete(line);
        }
    }

    /** Moves all lines, in a grid whose scroll range is scaled. */
    place(layout, shift) {
        if (shift === this.shift) return;
        this.shift = shift;
        for (const [line, { element }] of this.shown) this.#put(element, layout.offsets[line]);
    }

    /** Creates the element of a line. */
    build(line, grid) {
        const { layout, items, selected } = grid;
        const size = layout.sizes[line];
        const heading = grid.headingOf(line);
        // Screen readers get the month from the name of each picture.
        const element = h(
            'div',
            { class: 'grid-line', role: 'row', 'aria-rowindex': line + 1 },
            heading && h('div', { class: 'grid-heading', 'aria-hidden': 'true' }, heading),
        );
        const tiles = [];
        for (const { index, start, length } of partsOf(line, grid)) {
            const item = items[index];
            const tile = this.known.get(item.id) ?? this.pool.pop() ?? new Tile();
            this.known.delete(item.id);
            tile.show(
                item,
                index,
                this.isHorizontal
                    ? { width: size, height: length, left: 0, top: start }
                    : { width: length, height: size, left: start, top: 0 },
            );
            tile.mark(selected);
            element.append(tile.element);
            tiles.push(tile);
        }
        this.#put(element, layout.offsets[line]);
        // Lines are inserted in visual order, for screen readers.
        const after = Math.min(...[...this.shown.keys()].filter((other) => other > line));
        this.canvas.insertBefore(element, this.shown.get(after)?.element ?? null);
        this.shown.set(line, { element, tiles });
    }

    #put(element, offset) {
        element.style.setProperty(
            'transform',
            `translate${this.isHorizontal ? 'X' : 'Y'}(${offset + this.shift}px)`,
        );
    }

    #keep(tile) {
        tile.clear();
        if (this.pool.length < most) this.pool.push(tile);
    }
}

/** Returns the positions of tiles on the screen, by item id. */
export function placesOf(tiles) {
    return new Map(
        tiles.filter((tile) => tile.item).map((tile) => [tile.item.id, tile.element.getBoundingClientRect()]),
    );
}

/**
 * Animates tiles from their previous positions, and fades in new tiles; does nothing if the user prefers reduced
 * motion.
 */
export function flow(tiles, before) {
    if (!before.size || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const { item, element } of tiles) {
        // Placeholders do not move.
        if (item?.isPending) continue;
        const was = before.get(item?.id);
        if (!was) {
            element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 180 });
            continue;
        }
        const is = element.getBoundingClientRect();
        const [dx, dy] = [was.left - is.left, was.top - is.top];
        if (Math.abs(dx) + Math.abs(dy) < 1) continue;
        element.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'none' }], {
            duration: 180,
            easing: 'cubic-bezier(.2, .7, .3, 1)',
        });
    }
}
