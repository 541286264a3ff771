import { h } from '../base/dom.js';
import { flow, placesOf } from './flow.js';
import { destination } from './moves.js';
import { bounded, layOut, lineAt, lineOf } from './rows.js';
import { Tile } from './tile.js';

/** Beyond this a browser cuts the height of an element: the scroll range of longer grids is scaled. */
const longest = 6_000_000;
const overscan = 600;

/**
 * What a tile shows.
 *
 * @typedef {{ id: string, path: string, blob?: string, width: number, height: number, title: string, kind?: string, color?: string, href?:
 *   string, length?: number, isPending?: boolean, note?: string }} GridItem `path` is where its pictures are below, as `pictures.js` has
 *   it; a pending item is an empty place.
 */

/**
 * A grid of any number of pictures, of which only those near the view are elements.
 *
 * Links open, arrows move, and all that a screen does with its pictures comes as events of `element`, whose `detail` is the item: none of
 * its own.
 */
export class PhotoGrid {
    /**
     * @param {{ until: AbortSignal, scroller: HTMLElement, label: string, isHorizontal?: boolean, target?: number }} options `scroller` is
     *   what scrolls, unless the grid is horizontal: then it does itself; `target` is the height of a row in pixels, otherwise by the
     *   width.
     */
    constructor({ until, scroller, label, isHorizontal = false, target }) {
        this.isHorizontal = isHorizontal;
        this.target = target;
        this.canvas = h('div', { class: 'grid-canvas', role: 'presentation' });
        this.element = h('div', { class: ['grid', isHorizontal && 'grid-horizontal'], role: 'grid', 'aria-label': label,
            'aria-multiselectable': 'true' }, this.canvas);
        this.scroller = isHorizontal ? this.element : scroller;
        /** @type {GridItem[]} */
        this.items = [];
        /** @type {Map<number, { element: HTMLElement, tiles: Tile[] }>} */
        this.lines = new Map();
        /** @type {Map<string, Tile>} Tiles that are laid out anew, by the ids of their items. */
        this.known = new Map();
        /** @type {Tile[]} */
        this.pool = [];
        this.current = 0;
        /** @type {Set<string>} */
        this.selected = new Set();
        this.layout = layOut(new Float32Array(0), 1, 1, 0);
        this.frame = 0;
        this.cross = 0;
        this.place = '';
        const observer = new ResizeObserver(() => this.#resized());
        observer.observe(this.element);
        this.scroller.addEventListener('scroll', () => this.#soon(), { passive: true, signal: until });
        this.element.addEventListener('keydown', event => this.#moved(event), { signal: until });
        this.element.addEventListener('focusin', event => this.#focused(event), { signal: until });
        until.addEventListener('abort', () => { observer.disconnect(); cancelAnimationFrame(this.frame); });
    }

    /**
     * Shows items; tiles that were there move to their new places.
     *
     * @param {GridItem[]} items
     */
    take(items) {
        const before = placesOf(this.#tiles());
        const focusedID = this.element.contains(document.activeElement) ? this.items[this.current]?.id : null;
        const next = focusedID ? items.findIndex(item => item.id === focusedID) : -1;
        const anchor = this.anchor;
        this.items = items;
        this.current = Math.max(0, Math.min(items.length - 1, next >= 0 ? next : this.current));
        for (const id of this.selected) if (!items.some(item => item.id === id)) this.selected.delete(id);
        this.#layOut();
        if (anchor && next < 0) this.#keep(anchor);
        if (focusedID) this.focus(this.current);
        flow(this.#tiles(), before);
    }

    /** The item of a tile. */
    itemOf(element) {
        return this.items[Number(element?.closest('[data-index]')?.dataset.index)] ?? null;
    }

    /** The tile of an item that is in view or near it. */
    tileOf(id) { return this.#tiles().find(tile => tile.item?.id === id) ?? null; }

    #tiles() { return [...this.lines.values()].flatMap(({ tiles }) => tiles); }

    /** The first picture in view and how far it is above, to come back to it. */
    get anchor() {
        if (!this.layout.count || !this.cross) return null;
        const top = this.#virtual() + 1;
        const line = lineAt(this.layout, Math.max(0, top));
        return top <= 1 ? null : { id: this.items[this.layout.starts[line]]?.id, by: Math.round(top - this.layout.offsets[line]) };
    }

    /** Scrolls so that a picture is in view; with `by`, of an anchor, to where it was. */
    reveal(id, by) {
        const index = this.items.findIndex(item => item.id === id);
        if (index < 0) return false;
        if (!this.cross) { this.place = JSON.stringify({ id, by }); return true; }
        const line = lineOf(this.layout, index);
        const [top, size, shown] = [this.layout.offsets[line], this.layout.sizes[line], this.#extent()];
        const from = this.#virtual();
        if (by !== undefined) this.#scroll(top + by - 1);
        else if (top < from || top + size > from + shown - 60) this.#scroll(Math.max(0, top - (shown - size) / 2));
        this.#render();
        return true;
    }

    /** Focuses a picture, scrolling to it if needed. */
    focus(index) {
        const item = this.items[index];
        if (!item) return;
        this.current = index;
        this.reveal(item.id);
        this.tileOf(item.id)?.link.focus({ preventScroll: true });
    }

    /** Marks what is selected. */
    select(ids) {
        this.selected = new Set(ids);
        for (const tile of this.#tiles()) tile.mark(this.selected);
        this.element.toggleAttribute('data-selecting', this.selected.size > 0);
    }

    // MARK: Layout

    #resized() {
        const cross = this.isHorizontal ? this.element.clientHeight : this.element.clientWidth;
        if (!cross || Math.abs(cross - this.cross) < 1) return;
        const anchor = this.anchor;
        this.cross = cross;
        this.#layOut();
        if (this.place) {
            const { id, by } = JSON.parse(this.place);
            this.place = '';
            this.reveal(id, by);
        } else if (anchor) this.#keep(anchor);
    }

    #layOut() {
        const ratios = Float32Array.from(this.items, item => {
            const ratio = bounded(item.width / item.height);
            return this.isHorizontal ? 1 / ratio : ratio;
        });
        const width = this.isHorizontal ? this.element.clientWidth : this.cross;
        this.gap = width < 600 ? 3 : 6;
        const target = this.target ?? (this.isHorizontal ? Math.max(160, Math.min(320, width / 3))
            : Math.max(112, Math.min(220, 70 + width / 7)));
        if (!this.cross) return;
        // Tiles of pictures that stay are used for them again, so that nothing is loaded twice.
        let focused = /** @type {GridItem | null} */ (null);
        for (const { element, tiles } of this.lines.values()) {
            for (const tile of tiles) {
                if (tile.item) this.known.set(tile.item.id, tile);
                if (tile.link === document.activeElement) focused = tile.item;
            }
            element.remove();
        }
        this.lines.clear();
        this.layout = layOut(ratios, this.cross, target, this.gap);
        const shown = Math.min(longest, this.layout.length);
        this.canvas.style.setProperty(this.isHorizontal ? 'width' : 'height', `${shown}px`);
        this.canvas.style.setProperty(this.isHorizontal ? 'height' : 'width', '100%');
        this.element.setAttribute('aria-rowcount', String(this.layout.count));
        this.#render();
        for (const tile of this.known.values()) {
            tile.clear();
            this.pool.push(tile);
        }
        this.known.clear();
        if (focused) this.tileOf(focused.id)?.link.focus({ preventScroll: true });
    }

    /** How much longer the grid is than its scroll range. */
    get #scale() {
        const shown = this.#extent();
        return this.layout.length > longest ? (this.layout.length - shown) / (longest - shown) : 1;
    }

    #extent() { return this.isHorizontal ? this.scroller.clientWidth : this.scroller.clientHeight; }

    /** How far the scroller is scrolled past the grid's begin. */
    #scrolled() {
        if (this.isHorizontal) return this.scroller.scrollLeft;
        return this.scroller.getBoundingClientRect().top - this.element.getBoundingClientRect().top;
    }

    #virtual() { return this.#scrolled() * this.#scale; }

    #scroll(offset) {
        const change = offset / this.#scale - this.#scrolled();
        if (this.isHorizontal) this.scroller.scrollLeft += change;
        else this.scroller.scrollTop += change;
    }

    #keep({ id, by }) {
        const index = this.items.findIndex(item => item.id === id);
        if (index < 0) return;
        this.#scroll(this.layout.offsets[lineOf(this.layout, index)] + by - 1);
        this.#render();
    }

    // MARK: Elements

    #soon() {
        if (!this.frame) this.frame = requestAnimationFrame(() => { this.frame = 0; this.#render(); });
    }

    #render() {
        if (!this.layout.count) return;
        const scrolled = this.#scrolled();
        const from = scrolled * this.#scale;
        const first = lineAt(this.layout, Math.max(0, from - overscan));
        const last = lineAt(this.layout, from + this.#extent() + overscan);
        const focusLine = this.element.contains(document.activeElement) ? lineOf(this.layout, this.current) : -1;
        for (const line of [...this.lines.keys()]) if ((line < first || line > last) && line !== focusLine) this.#release(line);
        const shift = scrolled - from;
        const axis = this.isHorizontal ? 'X' : 'Y';
        for (let line = first; line <= last; line += 1) if (!this.lines.has(line)) this.#build(line);
        for (const [line, { element }] of this.lines) {
            const transform = `translate${axis}(${this.layout.offsets[line] + shift}px)`;
            if (element.style.transform !== transform) element.style.setProperty('transform', transform);
        }
        this.#roving();
    }

    #build(line) {
        const [start, end] = [this.layout.starts[line], this.layout.starts[line + 1]];
        const size = this.layout.sizes[line];
        const element = h('div', { class: 'grid-line', role: 'row', 'aria-rowindex': line + 1 });
        const tiles = [];
        let at = 0;
        for (let index = start; index < end; index += 1) {
            const item = this.items[index];
            const ratio = bounded(item.width / item.height);
            const [width, height] = this.isHorizontal ? [size, size / ratio] : [size * ratio, size];
            const tile = this.known.get(item.id) ?? this.pool.pop() ?? new Tile();
            this.known.delete(item.id);
            tile.show(item, index, { width, height, left: this.isHorizontal ? 0 : at, top: this.isHorizontal ? at : 0 });
            tile.mark(this.selected);
            element.append(tile.element);
            tiles.push(tile);
            at += (this.isHorizontal ? height : width) + this.gap;
        }
        this.lines.set(line, { element, tiles });
        // In order, so that screen readers go through them as they are seen.
        const after = [...this.lines.keys()].filter(other => other > line).sort((a, b) => a - b)[0];
        this.canvas.insertBefore(element, after === undefined ? null : this.lines.get(after)?.element ?? null);
    }

    #release(line) {
        const found = this.lines.get(line);
        if (!found) return;
        found.element.remove();
        for (const tile of found.tiles) {
            tile.clear();
            if (this.pool.length < 60) this.pool.push(tile);
        }
        this.lines.delete(line);
    }

    // MARK: Focus

    #roving() {
        let hasStop = false;
        for (const { tiles } of this.lines.values()) {
            for (const tile of tiles) {
                const isStop = tile.index === this.current;
                tile.link.tabIndex = isStop ? 0 : -1;
                hasStop ||= isStop;
            }
        }
        // The current picture is far away: Tab goes to the first one in view.
        if (!hasStop) {
            const line = Math.min(this.layout.count - 1, lineAt(this.layout, this.#virtual()) + 1);
            const tile = this.lines.get(line)?.tiles[0];
            if (tile) tile.link.tabIndex = 0;
        }
    }

    #focused(event) {
        const cell = event.target instanceof Element && event.target.closest('[data-index]');
        if (!cell) return;
        this.current = Number(cell.dataset.index);
        this.#roving();
    }

    #moved(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || !this.items.length) return;
        const to = destination(event.key, { layout: this.layout, current: this.current, isHorizontal: this.isHorizontal,
            extent: this.#extent() });
        if (to === null) return;
        event.preventDefault();
        event.stopPropagation();
        this.focus(to);
    }
}
