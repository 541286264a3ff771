import { h } from '../base/dom.js';
import { strings } from '../strings/pictures.js';
import { bounded, flow, layOut, lineAt, LineElements, lineOf, placesOf } from './lines.js';

/**
 * Returns the picture that a key moves the focus to.
 *
 * @param {string} key A name as in `KeyboardEvent.key`.
 * @param {{ layout: import('./lines.js').Lines, current: number, isHorizontal: boolean, extent: number }}
 *   grid `extent` is the length of the view across the lines.
 * @returns {number | null} The picture's index; null if the key does not move the focus.
 */
export function destination(key, { layout, current, isHorizontal, extent }) {
    const { starts, count, length } = layout;
    const last = starts[count] - 1;
    const line = lineOf(layout, current);
    const across = (step) => {
        const other = line + step;
        if (other < 0 || other >= count) return current;
        const part = (current - starts[line] + 0.5) / (starts[line + 1] - starts[line]);
        return Math.min(
            starts[other + 1] - 1,
            starts[other] + Math.floor(part * (starts[other + 1] - starts[other])),
        );
    };
    const page = Math.max(1, Math.floor(extent / (length / count)) - 1);
    const jump = (step) => starts[Math.max(0, Math.min(count - 1, line + step))];
    const [back, next, up, down] = isHorizontal
        ? ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']
        : ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
    const index = {
        [back]: () => current - 1,
        [next]: () => current + 1,
        [up]: () => across(-1),
        [down]: () => across(1),
        Home: () => 0,
        End: () => last,
        PageUp: () => jump(-page),
        PageDown: () => jump(page),
    }[key]?.();
    return index === undefined ? null : Math.max(0, Math.min(last, index));
}

/** The height of a section heading, in pixels. */
const headingHeight = 44;
/** The height of the part of a grid that the screen's head covers, in pixels. */
const covered = 60;
/** The distance beyond the view in which lines exist as elements, in pixels. */
const overscan = 600;
/** The time per frame for creating lines that are out of view, in milliseconds. */
const allowance = 5;

/**
 * A grid of any number of pictures. Only pictures near the view have elements.
 *
 * Links open pictures, and arrow keys move the focus. `manage.js` handles the other actions.
 */
export class PhotoGrid {
    /**
     * @param {{ until: AbortSignal, scroller: HTMLElement, label: string, isHorizontal?: boolean, target?:
     *   number, section?: (item: any) => string }} options `scroller` is the element that scrolls; a
     *   horizontal grid scrolls itself. `target` is the row height in pixels, which depends on the width by
     *   default. `section` returns a picture's heading; consecutive pictures with equal headings form a section.
     */
    constructor({ until, scroller, label, isHorizontal = false, target, section }) {
        const canvas = h('div', { class: 'grid-canvas', role: 'presentation' });
        this.element = h('div', {
            class: ['grid', isHorizontal && 'grid-horizontal'],
            role: 'grid',
            'aria-label': label,
            'aria-multiselectable': 'true',
        }, canvas);
        this.scroller = isHorizontal ? this.element : scroller;
        this.range = new ScrollRange(this.element, canvas, this.scroller, isHorizontal);
        this.lines = new LineElements(canvas, isHorizontal);
        /** @type {import('./tile.js').PeekItem[]} */
        this.items = [];
        /** @type {Set<string>} */
        this.selected = new Set();
        this.layout = layOut(new Float32Array(0), 1, 1, 0);
        this.isHorizontal = isHorizontal;
        this.target = target;
        this.section = isHorizontal ? undefined : section;
        this.begins = /** @type {Uint8Array | undefined} */ (undefined);
        /** `current` is the index that Tab focuses; `cross` is the length of a line. */
        this.gap =
            this.current =
            this.cross =
            this.frame =
                0;
        /** The picture to reveal once the length of a line is known. */
        this.place = /** @type {{ id: string, by: number } | null} */ (null);
        this.stop = /** @type {HTMLElement | null} */ (null);
        const observer = new ResizeObserver(() => this.#resized());
        observer.observe(this.element);
        this.scroller.addEventListener('scroll', () => this.#soon(), { passive: true, signal: until });
        this.element.addEventListener('keydown', (event) => this.#moved(event), { signal: until });
        this.element.addEventListener('focusin', (event) => this.#focused(event), { signal: until });
        until.addEventListener('abort', () => {
            observer.disconnect();
            cancelAnimationFrame(this.frame);
        });
    }

    /**
     * Shows items; existing tiles move to their new positions.
     *
     * @param {import('./tile.js').PeekItem[]} items
     */
    take(items) {
        const before = placesOf(this.lines.tiles);
        const focusedID = this.#hasFocus ? this.items[this.current]?.id : null;
        const next = focusedID ? items.findIndex((item) => item.id === focusedID) : -1;
        const anchor = this.anchor;
        this.items = items;
        this.current = Math.max(0, Math.min(items.length - 1, next >= 0 ? next : this.current));
        if (this.selected.size) {
            this.selected = new Set(items.map((item) => item.id).filter((id) => this.selected.has(id)));
        }
        this.#layOut();
        if (anchor && next < 0) this.reveal(anchor.id, anchor.by);
        if (focusedID) this.focus(this.current);
        flow(this.lines.tiles, before);
    }

    /** Returns the item of a tile. */
    itemOf(element) {
        return this.items[Number(element?.closest('[data-index]')?.dataset.index)] ?? null;
    }

    /** Returns the tile of an item in or near the view. */
    tileOf(id) {
        return this.lines.tiles.find((tile) => tile.item?.id === id) ?? null;
    }

    /**
     * The first picture in view, and how far below its top the view starts. Used to restore the scroll position.
     */
    get anchor() {
        if (!this.layout.count || !this.cross) return null;
        const top = this.range.offset + 1;
        const line = lineAt(this.layout, Math.max(0, top));
        return top <= 1 ? null : {
            id: this.items[this.layout.starts[line]]?.id,
            by: Math.round(top - this.layout.offsets[line]),
        };
    }

    /** The scroll position, from 0 to 1. */
    get part() {
        const most = this.layout.length - this.range.extent;
        return most > 0 ? Math.max(0, Math.min(1, this.range.offset / most)) : 0;
    }

    set part(part) {
        this.range.go(part * (this.layout.length - this.range.extent));
        this.#soon();
    }

    /** Returns the heading above a line; empty if the line does not start a section. */
    headingOf(line) {
        const at = this.layout.starts[line];
        return this.begins?.[at] ? this.section?.(this.items[at]) || strings.noDate : '';
    }

    /** The section of the first picture in view. */
    get sectionInView() {
        const at = this.layout.starts[lineAt(this.layout, this.#top)];
        return this.section?.(this.items[at]) || strings.noDate;
    }

    /** The offset just below the screen's head: the first offset at which a section is readable. */
    get #top() {
        return Math.max(0, this.range.offset + covered + headingHeight + 1);
    }

    /** Returns the text of each run of pictures with equal texts, and its start as a fraction of the scroll range. */
    sections(textOf) {
        const most = Math.max(1, this.layout.length - this.range.extent);
        return this.items.map((item, at) => ({ text: textOf(item), at })).filter(({ text }, at, all) =>
            text !== all[at - 1]?.text
        )
            .map(({ text, at }) => ({
                text,
                part: Math.min(1, this.layout.offsets[lineOf(this.layout, at)] / most),
            }));
    }

    /** Scrolls by a number of sections. */
    goBySections(step) {
        const { layout, begins } = this;
        const lines = [...layout.starts.subarray(0, layout.count)].map((at, line) => begins?.[at] ? line : -1)
            .filter((line) => line >= 0);
        const here = Math.max(0, lines.filter((line) => layout.offsets[line] <= this.#top).length - 1);
        const line = lines[Math.max(0, Math.min(lines.length - 1, here + step))];
        this.range.go(layout.offsets[line] - headingHeight - covered);
        this.#render();
    }

    /** Scrolls a picture into view, or to its earlier position if `by` comes from an anchor. */
    reveal(id, by) {
        const index = this.items.findIndex((item) => item.id === id);
        if (index < 0) return false;
        if (!this.cross) {
            this.place = { id, by };
            return true;
        }
        const line = lineOf(this.layout, index);
        const [top, size, shown] = [this.layout.offsets[line], this.layout.sizes[line], this.range.extent];
        const from = this.range.offset;
        if (by !== undefined) this.range.go(top + by - 1);
        else if (top < from || top + size > from + shown - 60) {
            this.range.go(Math.max(0, top - (shown - size) / 2));
        }
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

    /** Shows a screen at the grid's former scroll position, once. */
    restore(screen) {
        if (screen.hasPlace) return;
        screen.hasPlace = true;
        const { anchor } = screen.state;
        requestAnimationFrame(() => {
            screen.ready();
            if (anchor) this.reveal(anchor.id, anchor.by);
        });
    }

    /** Marks the selected pictures. */
    select(ids) {
        this.selected = new Set(ids);
        for (const tile of this.lines.tiles) tile.mark(this.selected);
    }

    get #hasFocus() {
        return this.element.contains(document.activeElement);
    }

    #resized() {
        const cross = this.isHorizontal ? this.element.clientHeight : this.element.clientWidth;
        if (!cross || Math.abs(cross - this.cross) < 1) return;
        const anchor = this.anchor;
        this.cross = cross;
        this.#layOut();
        if (this.place) {
            const { id, by } = this.place;
            this.place = null;
            this.reveal(id, by);
        } else if (anchor) this.reveal(anchor.id, anchor.by);
    }

    #layOut() {
        const ratios = Float32Array.from(
            this.items,
            (item) => bounded(item.width / item.height) ** (this.isHorizontal ? -1 : 1),
        );
        const width = this.isHorizontal ? this.element.clientWidth : this.cross;
        this.gap = width < 600 ? 3 : 6;
        const target = this.target ??
            (this.isHorizontal
                ? Math.max(160, Math.min(320, width / 3))
                : Math.max(112, Math.min(220, 70 + width / 7)));
        if (!this.cross) return;
        const focused = this.lines.tiles.find((tile) => tile.link === document.activeElement)?.item;
        this.lines.lift();
        const sections = this.section && this.items.map(this.section);
        this.begins = sections && Uint8Array.from(sections, (text, at) => Number(text !== sections[at - 1]));
        this.layout = layOut(ratios, this.cross, target, this.gap, this.begins, headingHeight);
        this.range.resize(this.layout.length);
        this.element.setAttribute('aria-rowcount', String(this.layout.count));
        this.#render();
        this.lines.settle();
        if (focused) this.tileOf(focused.id)?.link.focus({ preventScroll: true });
    }

    #soon() {
        this.frame ||= requestAnimationFrame(() => {
            this.frame = 0;
            this.#render();
        });
    }

    #render() {
        const { layout, lines } = this;
        if (!layout.count) return;
        const began = performance.now();
        const [scrolled, extent] = [this.range.scrolled, this.range.extent];
        const from = scrolled * this.range.scale;
        const [first, last] = [
            lineAt(layout, Math.max(0, from - overscan)),
            lineAt(layout, from + extent + overscan),
        ];
        const focusLine = this.#hasFocus ? lineOf(layout, this.current) : -1;
        lines.release((line) => (line >= first && line <= last) || line === focusLine);
        lines.place(layout, scrolled - from);
        const [top, bottom] = [lineAt(layout, Math.max(0, from)), lineAt(layout, from + extent)];
        for (let line = top; line <= bottom; line += 1) if (!lines.shown.has(line)) lines.build(line, this);
        // If this frame's time is used up, lines out of view are created in the next frames.
        for (let step = 1; step <= Math.max(top - first, last - bottom); step += 1) {
            for (const line of [bottom + step, top - step]) {
                if (line < first || line > last || lines.shown.has(line)) continue;
                if (performance.now() - began > allowance) return this.#soon();
                lines.build(line, this);
            }
        }
        this.#roving(top);
    }

    /**
     * Makes one picture reachable with Tab: the current one, or the first one in view if the current one is far away.
     */
    #roving(top = lineAt(this.layout, this.range.offset)) {
        const { starts, count } = this.layout;
        const line = lineOf(this.layout, this.current);
        const tile = this.lines.tileAt(line, this.current - starts[line]) ??
            this.lines.tileAt(Math.min(count - 1, top + 1), 0);
        if (!tile || tile.link === this.stop) return;
        if (this.stop) this.stop.tabIndex = -1;
        this.stop = tile.link;
        this.stop.tabIndex = 0;
    }

    #focused(event) {
        const cell = event.target instanceof Element && event.target.closest('[data-index]');
        if (!cell) return;
        this.current = Number(cell.dataset.index);
        this.#roving();
    }

    #moved(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || !this.items.length) return;
        const to = destination(event.key, {
            layout: this.layout,
            current: this.current,
            isHorizontal: this.isHorizontal,
            extent: this.range.extent,
        });
        if (to === null) return;
        event.preventDefault();
        event.stopPropagation();
        this.focus(to);
    }
}

/** The maximum length of an element in browsers, in pixels. The scroll range of longer grids is scaled. */
const longest = 6_000_000;

/** The scroll position of a vertical or horizontal grid, in pixels of its layout. */
class ScrollRange {
    /**
     * @param {HTMLElement} element The grid.
     * @param {HTMLElement} canvas The element in the grid that is as long as all lines.
     * @param {HTMLElement} scroller The element that scrolls: the grid itself if it is horizontal.
     * @param {boolean} isHorizontal
     */
    constructor(element, canvas, scroller, isHorizontal) {
        this.element = element;
        this.canvas = canvas;
        this.scroller = scroller;
        this.isHorizontal = isHorizontal;
        this.length = 0;
    }

    /** Sets the total length of the lines. */
    resize(length) {
        this.length = length;
        this.canvas.style.setProperty(
            this.isHorizontal ? 'width' : 'height',
            `${Math.min(longest, length)}px`,
        );
        this.canvas.style.setProperty(this.isHorizontal ? 'height' : 'width', '100%');
    }

    /** The length of the view, in pixels. */
    get extent() {
        return this.isHorizontal ? this.scroller.clientWidth : this.scroller.clientHeight;
    }

    /** How far the scroller is scrolled past the start of the grid, in pixels of the scroller. */
    get scrolled() {
        if (this.isHorizontal) return this.scroller.scrollLeft;
        return this.scroller.getBoundingClientRect().top - this.element.getBoundingClientRect().top;
    }

    /** The ratio of the grid's scroll range to the element's scroll range. */
    get scale() {
        if (this.length <= longest) return 1;
        const shown = this.extent;
        return (this.length - shown) / (longest - shown);
    }

    /** The offset in the layout at which the view starts. */
    get offset() {
        return this.scrolled * this.scale;
    }

    /** Scrolls to an offset in the layout. */
    go(offset) {
        this.scroller[this.isHorizontal ? 'scrollLeft' : 'scrollTop'] += offset / this.scale - this.scrolled;
    }
}
