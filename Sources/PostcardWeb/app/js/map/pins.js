import { h } from '../base/dom.js';
import { openMenu } from '../base/later.js';
import { go } from '../base/router.js';
import { plural } from '../base/words.js';
import { strings } from '../strings/map.js';
import { cluster, showing } from './mercator.js';

/** The maximum number of pins on the map at a time; the list beside the map contains more. */
const most = 200;

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box In pixels of the map view. */

/** The pins on the map: links for single pins, and buttons for clusters. */
export class PinLayer {
    /** @param {import('./map-view.js').MapView} map */
    constructor(map) {
        this.map = map;
        /** @type {import('./mercator.js').MapPin[]} */
        this.pins = [];
        /** @type {Map<string, HTMLElement>} */
        this.shown = new Map();
        this.clusters = [];
        /** @type {string[]} */
        this.visible = [];
        this.level = NaN;
        this.current = '';
        /** The boxes of controls over the map. */
        this.covers = /** @type {DOMRect[]} */ ([]);
        /** Called after the pins are positioned, to position other elements. */
        this.beside = /** @type {(() => void) | null} */ (null);
        this.marked = /** @type {{ x: number, y: number } | null} */ (null);
        this.marker = h('div', { class: 'map-mark' });
    }

    /** Replaces the pins. */
    take(pins) {
        this.pins = pins;
        this.level = NaN;
        for (const element of this.shown.values()) element.remove();
        this.shown.clear();
        this.place();
        this.map.draw();
    }

    /** Marks a point as returned by `project`; null removes the mark. */
    mark(place) {
        this.marked = place;
        this.marker.remove();
        if (place) this.map.pins.append(this.marker);
        this.map.draw();
    }

    /** The pins in view, in reading order from the upper left to the lower right. */
    get inView() {
        const { width, height } = this.map;
        return this.pins.map((pin) => ({ pin, ...this.map.pixel(pin) })).filter(({ x, y }) =>
            x >= 0 && x <= width && y >= 0 && y <= height
        )
            .sort((a, b) => Math.floor(a.y / 60) - Math.floor(b.y / 60) || a.x - b.x).map(({ pin }) => pin);
    }

    /** Positions all pins for the current camera. */
    place() {
        const { width, height, camera } = this.map;
        const level = Math.floor(camera.zoom);
        if (level !== this.level) {
            this.clusters = cluster(this.pins, camera.zoom);
            this.level = level;
        }
        const visible = [];
        for (const each of this.clusters) {
            const { x, y } = this.map.pixel(each);
            if (x > -30 && x < width + 30 && y > -10 && y < height + 50) visible.push({ each, x, y });
        }
        visible.sort((a, b) => Math.floor(a.y / 60) - Math.floor(b.y / 60) || a.x - b.x);
        visible.length = Math.min(visible.length, most);
        this.visible = visible.map(({ each }) => `${each.key} ${each.pins.length}`);
        const keep = new Set();
        // Names under the controls would be unreadable, so they are hidden.
        const labels = /** @type {Box[]} */ ([...this.covers]);
        this.map.taken = [
            ...this.covers,
            ...visible.map(({ x, y }) => ({ left: x - 20, right: x + 20, top: y - 34, bottom: y + 6 })),
        ];
        for (const { each, x, y } of visible) {
            const key = `${each.key} ${each.pins.length}`;
            keep.add(key);
            let element = this.shown.get(key);
            if (!element) {
                element = each.pins.length > 1 ? this.#group(each) : this.#single(each.pins[0]);
                this.shown.set(key, element);
                this.map.pins.append(element);
            }
            element.style.setProperty(
                'transform',
                `translate(${Math.round(x * 2) / 2}px, ${Math.round(y * 2) / 2}px)`,
            );
            // Tab skips pins under the controls; the user can move the map to reach them.
            element.toggleAttribute(
                'inert',
                this.covers.some((box) =>
                    x + 22 > box.left && x - 22 < box.right && y + 6 > box.top &&
                    y - 38 < box.bottom
                ),
            );
            if (each.pins.length === 1) {
                element.toggleAttribute('data-current', each.pins[0].id === this.current);
                // A name that would cover another name is hidden.
                const box = { left: x - 60, right: x + 60, top: y, bottom: y + 22 };
                const isFree = camera.zoom > 3 &&
                    !labels.some((other) =>
                        box.left < other.right && box.right > other.left &&
                        box.top < other.bottom && box.bottom > other.top
                    );
                if (isFree) {
                    labels.push(box);
                    const half = Math.min(80, 10 + each.pins[0].name.length * 4);
                    this.map.taken.push({ ...box, left: x - half, right: x + half });
                }
                element.toggleAttribute('data-named', isFree);
            }
        }
        if (this.marked) {
            const { x, y } = this.map.pixel(this.marked);
            this.marker.style.setProperty('transform', `translate(${x}px, ${y}px)`);
        }
        for (const [key, element] of this.shown) {
            if (keep.has(key)) continue;
            element.remove();
            this.shown.delete(key);
        }
        this.beside?.();
    }

    /** Updates the boxes of the controls over the map. */
    coverBy(elements) {
        const { left, top } = this.map.element.getBoundingClientRect();
        this.covers = elements.map((element) => element.getBoundingClientRect()).map((box) =>
            new DOMRect(box.x - left, box.y - top, box.width, box.height)
        );
        this.place();
    }

    /**
     * Sorts the pins in reading order for the Tab key. Call this only when the map is not moving, since moving an
     * element in the DOM removes its focus.
     */
    order() {
        const focused = document.activeElement;
        this.visible.forEach((key, at) => {
            const element = this.shown.get(key);
            const there = this.map.pins.children[at];
            if (element && there !== element) this.map.pins.insertBefore(element, there ?? null);
        });
        if (
            focused instanceof HTMLElement && focused !== document.activeElement &&
            this.map.pins.contains(focused)
        ) focused.focus({ preventScroll: true });
    }

    #single(pin) {
        const state = strings.pinStates[pin.album];
        return h('a', {
            class: 'pin',
            href: `/app/pins/${pin.id}`,
            draggable: 'false',
            data: { id: pin.id },
            'data-state': pin.album,
            'aria-label': `${pin.name}, ${state ?? plural(pin.photos, 'photo')}`,
        }, h('span', { class: 'pin-name', dir: 'auto', 'aria-hidden': 'true' }, pin.name));
    }

    #group(each) {
        return h('button', {
            class: 'cluster',
            'aria-label': strings.cluster(
                each.pins.length,
                each.pins.slice(0, 3).map((pin) => pin.name).join(', '),
                each.pins.length > 3,
            ),
            onclick: (event) => {
                this.#open(each, event.currentTarget);
            },
        }, String(each.pins.length));
    }

    /** Zooms in to separate the pins in a cluster. */
    #open(each, button) {
        const { width, height, camera } = this.map;
        // If no zoom can separate the pins, they are listed.
        if (camera.zoom >= 16) {
            return openMenu(
                button,
                each.pins.map((pin) => ({
                    text: pin.name,
                    icon: 'pin',
                    run: () => {
                        go(`/app/pins/${pin.id}`);
                    },
                })),
            );
        }
        const closer = showing(each.pins.map((pin) => pin.coordinate), width, height, 70, 17);
        this.map.fly({ ...closer, zoom: Math.max(closer.zoom, Math.floor(camera.zoom) + 1.01) });
        this.map.element.focus({ preventScroll: true });
    }
}
