import { h } from '../base/dom.js';
import { bounded, flow, layOut, lineAt, LineElements, lineOf, placesOf } from './lines.js';

/**
 * The picture that a key leads to.
 *
 * @param {string} key As `KeyboardEvent.key` has it.
 * @param {{ layout: import('./lines.js').Lines, current: number, isHorizontal: boolean, extent: number }}
 *   grid `extent` is the length of the view across the lines.
 * @returns {number | null} Its index; null for keys that lead nowhere.
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

/** The height of the heading of a section, in pixels. */
const headingHeight = 44;
/** What the head of a screen covers of a grid that scrolls beneath it, in pixels. */
const covered = 60;
/** How far beyond the view lines are elements, in pixels. */
const overscan = 600;
/** Milliseconds of a frame after which no more lines are made that are out of view. */
const allowance = 5;

/**
 * A grid of any number of pictures, of which only those near the view are elements.
 *
 * Links open and arrows move; what else is done with pictures is `manage.js`'s.
 */
export class PhotoGrid {
    /**
     * @param {{ until: AbortSignal, scroller: HTMLElement, label: string, isHorizontal?: boolean, target?:
     *   number, section?: (item: any) => string }} options `scroller` is what scrolls, unless the grid is
     *   horizontal: then it does itself; `target` is the height of a row in pixels, otherwise by the width;
     *   `section` is what stands above the pictures that have the same.
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
        /** `current` is where the Tab key goes, `cross` the length of a line. */
        this.gap =
            this.current =
            this.cross =
            this.frame =
                0;
        /** What to reveal once the length of a line is known. */
        this.place = '';
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
     * Shows items; tiles that were there move to their new places.
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

    /** The item of a tile. */
    itemOf(element) {
        return this.items[Number(element?.closest('[data-index]')?.dataset.index)] ?? null;
    }

    /** The tile of an item that is in view or near it. */
    tileOf(id) {
        return this.lines.tiles.find((tile) => tile.item?.id === id) ?? null;
    }

    /** The first picture in view and how far it is above, to come back to it. */
    get anchor() {
        if (!this.layout.count || !this.cross) return null;
        const top = this.range.offset + 1;
        const line = lineAt(this.layout, Math.max(0, top));
        return top <= 1 ? null : {
            id: this.items[this.layout.starts[line]]?.id,
            by: Math.round(top - this.layout.offsets[line]),
        };
    }

    /** How far it is scrolled, from 0 to 1. */
    get part() {
        const most = this.layout.length - this.range.extent;
        return most > 0 ? Math.max(0, Math.min(1, this.range.offset / most)) : 0;
    }

    set part(part) {
        this.range.go(part * (this.layout.length - this.range.extent));
        this.#soon();
    }

    /** The heading above a line; empty where it begins no section. */
    headingOf(line) {
        const at = this.layout.starts[line];
        return this.begins?.[at] ? this.section?.(this.items[at]) || 'Without a date' : '';
    }

    /** The section of the first picture in view. */
    get sectionInView() {
        const at = this.layout.starts[lineAt(this.layout, this.#top)];
        return this.section?.(this.items[at]) || 'Without a date';
    }

    /** The offset below the head, where the first section that is read begins. */
    get #top() {
        return Math.max(0, this.range.offset + covered + headingHeight + 1);
    }

    /** Where the pictures begin of which a text is the same, as parts of the way that can be scrolled. */
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

    /** Scrolls by so many sections. */
    goBySections(step) {
        const { layout, begins } = this;
        const lines = [...layout.starts.subarray(0, layout.count)].map((at, line) => begins?.[at] ? line : -1)
            .filter((line) => line >= 0);
        const here = Math.max(0, lines.filter((line) => layout.offsets[line] <= this.#top).length - 1);
        const line = lines[Math.max(0, Math.min(lines.length - 1, here + step))];
        this.range.go(layout.offsets[line] - headingHeight - covered);
        this.#render();
    }

    /** Scrolls so that a picture is in view; with `by`, of an anchor, to where it was. */
    reveal(id, by) {
        const index = this.items.findIndex((item) => item.id === id);
        if (index < 0) return false;
        if (!this.cross) {
            this.place = JSON.stringify({ id, by });
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

    /** Marks what is selected. */
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
            const { id, by } = JSON.parse(this.place);
            this.place = '';
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
        // What is not in view yet is made in the next frames, where there is no time left in this one.
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
     * One picture can be reached by Tab: the current one, or where that is far away, the first one in view.
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

/** Beyond this a browser cuts the length of an element: the scroll range of longer grids is scaled. */
const longest = 6_000_000;

/** How far a grid is scrolled, down a page or sideways by itself, in pixels of its layout. */
class ScrollRange {
    /**
     * @param {HTMLElement} element The grid.
     * @param {HTMLElement} canvas What in it has the length of all lines.
     * @param {HTMLElement} scroller What scrolls: the grid itself where it is horizontal.
     * @param {boolean} isHorizontal
     */
    constructor(element, canvas, scroller, isHorizontal) {
        this.element = element;
        this.canvas = canvas;
        this.scroller = scroller;
        this.isHorizontal = isHorizontal;
        this.length = 0;
    }

    /** Makes room for lines of a length. */
    resize(length) {
        this.length = length;
        this.canvas.style.setProperty(
            this.isHorizontal ? 'width' : 'height',
            `${Math.min(longest, length)}px`,
        );
        this.canvas.style.setProperty(this.isHorizontal ? 'height' : 'width', '100%');
    }

    /** The length of the view. */
    get extent() {
        return this.isHorizontal ? this.scroller.clientWidth : this.scroller.clientHeight;
    }

    /** How far the scroller is scrolled past the begin of the grid, in its own pixels. */
    get scrolled() {
        if (this.isHorizontal) return this.scroller.scrollLeft;
        return this.scroller.getBoundingClientRect().top - this.element.getBoundingClientRect().top;
    }

    /** How much longer the grid is than what scrolls. */
    get scale() {
        if (this.length <= longest) return 1;
        const shown = this.extent;
        return (this.length - shown) / (longest - shown);
    }

    /** Where the view begins in the layout. */
    get offset() {
        return this.scrolled * this.scale;
    }

    /** Scrolls to a place of the layout. */
    go(offset) {
        this.scroller[this.isHorizontal ? 'scrollLeft' : 'scrollTop'] += offset / this.scale - this.scrolled;
    }
}
