import { h } from '../base/dom.js';
import { follow } from '../base/pointers.js';
import { lineAt, partsOf } from './lines.js';

/** The selected pictures in a grid, and the start of a range. */
export class Selection {
    /** @param {() => string[]} order All ids, in the order of the grid. @param {(ids: string[]) => void} changed */
    constructor(order, changed) {
        this.order = order;
        this.changed = changed;
        /** @type {Set<string>} */
        this.ids = new Set();
        this.anchor = '';
    }

    /** Selects or deselects a picture. */
    toggle(id) {
        if (!this.ids.delete(id)) this.ids.add(id);
        this.anchor = id;
        this.#notify();
    }

    /** Selects all pictures from the last selected one to this one; only this one if no picture is selected. */
    extend(id) {
        const order = this.order();
        const from = this.ids.has(this.anchor) ? order.indexOf(this.anchor) : -1;
        if (from < 0) return this.toggle(id);
        const to = order.indexOf(id);
        for (const each of order.slice(Math.min(from, to), Math.max(from, to) + 1)) this.ids.add(each);
        this.#notify();
    }

    /** Selects only these pictures. */
    set(ids) {
        this.ids = new Set(ids);
        this.anchor = ids.at(-1) ?? '';
        this.#notify();
    }

    /** The selected pictures that still exist, in grid order. */
    get list() {
        return this.order().filter((id) => this.ids.has(id));
    }

    #notify() {
        this.changed(this.list);
    }
}

/**
 * The movement that starts a drag, and the distance from an edge within which the view scrolls, in pixels.
 */
const [slack, edge] = [8, 56];

/**
 * Selects pictures by dragging. A mouse draws a frame, and selects the pictures that touch it; with Shift or Ctrl, it
 * adds them to the selection. While something is selected, dragging a finger along a line adds all pictures from the
 * start of the drag. Near an edge of the view, the grid scrolls.
 *
 * @param {import('./photo-grid.js').PhotoGrid} grid
 * @param {import('./selection.js').Selection} selection
 * @param {AbortSignal} until
 */
export function dragSelect(grid, selection, until) {
    const frame = h('div', { class: 'grid-frame', 'aria-hidden': 'true' });
    /** The last press, and the same once it has become a drag. */
    let [pressed, drag] = /** @type {any[]} */ ([null, null]);
    let timer = 0;

    /** Converts a screen position to layout coordinates, along and across the lines. */
    function place({ clientX, clientY }) {
        const [box, view] = [grid.element.getBoundingClientRect(), grid.scroller.getBoundingClientRect()];
        return grid.isHorizontal
            ? { along: clientY - box.top, across: clientX - view.left + grid.range.offset }
            : { along: clientX - box.left, across: clientY - view.top + grid.range.offset };
    }

    /** Returns the indices of the pictures that touch a frame. */
    function inside(one, other) {
        const [left, right] = [one.along, other.along].sort((a, b) => a - b);
        const [top, bottom] = [one.across, other.across].sort((a, b) => a - b);
        const found = [];
        for (
            let line = lineAt(grid.layout, Math.max(0, top));
            line <= lineAt(grid.layout, bottom);
            line += 1
        ) {
            if (
                grid.layout.offsets[line] > bottom ||
                grid.layout.offsets[line] + grid.layout.sizes[line] < top
            ) continue;
            for (
                const { index, start, length } of partsOf(line, grid)
            ) if (start <= right && start + length >= left) found.push(index);
        }
        return found;
    }

    /** Returns the index of the picture at a position, or of the picture before the position. */
    function at({ along, across }) {
        const parts = [...partsOf(lineAt(grid.layout, Math.max(0, across)), grid)];
        return (parts.findLast((part) => part.start <= along) ?? parts[0]).index;
    }

    function update() {
        const now = place(drag.event);
        let found = [];
        if (drag.isFinger) {
            const [from, to] = [at(drag.start), at(now)].sort((a, b) => a - b);
            for (let index = from; index <= to; index += 1) found.push(index);
        } else {
            found = inside(drag.start, now);
            const [x, y] = [drag.start, now].map((
                { along, across },
            ) => [along, across - grid.range.offset + grid.range.scrolled]);
            const [[left, right], [top, bottom]] = (grid.isHorizontal ? [1, 0] : [0, 1]).map((axis) =>
                [x[axis], y[axis]].sort((a, b) => a - b)
            );
            for (
                const [name, value] of Object.entries({
                    left,
                    top,
                    width: right - left,
                    height: bottom - top,
                })
            ) {
                frame.style.setProperty(name, `${value}px`);
            }
        }
        const key = found.join();
        if (key === drag.key) return;
        drag.key = key;
        selection.set([
            ...new Set([
                ...drag.before,
                ...found.map((index) => grid.items[index]).filter((item) => !item.isPending).map((item) =>
                    item.id
                ),
            ]),
        ]);
    }

    /** Scrolls while the pointer is near an edge. */
    function autoScroll() {
        if (!drag) return;
        const view = grid.scroller.getBoundingClientRect();
        const [position, first, last] = grid.isHorizontal
            ? [drag.event.clientX, view.left, view.right]
            : [drag.event.clientY, view.top, view.bottom];
        const by = Math.min(0, position - first - edge) + Math.max(0, position - last + edge);
        if (by) {
            grid.scroller[grid.isHorizontal ? 'scrollLeft' : 'scrollTop'] += by / 3;
            update();
        }
        timer = requestAnimationFrame(autoScroll);
    }

    function end() {
        cancelAnimationFrame(timer);
        frame.remove();
        drag = null;
    }

    follow(grid.element, {
        until,
        slack,
        began: (event) => {
            if (!event.isPrimary) return false;
            end();
            const isFinger = event.pointerType === 'touch';
            if (!grid.items.length || (isFinger && !selection.ids.size)) return false;
            pressed = {
                event,
                start: place(event),
                isFinger,
                key: '',
                before: isFinger || event.shiftKey || event.ctrlKey || event.metaKey ? selection.list : [],
            };
        },
        moved: ({ event }) => {
            if (!drag) {
                drag = pressed;
                if (!drag.isFinger) grid.element.append(frame);
                timer = requestAnimationFrame(autoScroll);
            }
            drag.event = event;
            update();
        },
        ended: end,
    });
    until.addEventListener('abort', end);
}
