import { h } from '../base/dom.js';
import { distance } from '../base/words.js';
import { strings } from '../strings/map.js';
import { gestures } from './gestures.js';
import { bounded, metersPerPixel, project, unproject, worldSize } from './mercator.js';
import { paint, readColors, viewOn } from './painter.js';
import { loadCities, loadWorld, piecesIn } from './world.js';

/**
 * The zooms from which the finer outline, and the pieces of the finest outline, are drawn. Below these zooms, the
 * coarser outlines are at most a pixel off.
 */
const [finer, finest] = [3.6, 6];
/** The zoom from which a view without any name shows the direction to the nearest place. */
const lonely = 8;

/** The canvas of the map with its camera and gestures. */
export class MapView {
    /**
     * @param {{ until: AbortSignal, moved: () => void, settled: () => void }} options `moved` is called for each
     *   frame with a new camera, and `settled` when the camera stops.
     */
    constructor({ until, moved, settled }) {
        this.canvas = h('canvas', { class: 'map-canvas' });
        this.pins = h('div', { class: 'map-pins' });
        this.cross = h('div', { class: 'map-cross', 'aria-hidden': 'true' });
        this.element = h(
            'div',
            {
                class: 'map-surface',
                tabindex: '0',
                role: 'application',
                'aria-label': strings.map,
                'aria-roledescription': 'map',
                'aria-describedby': 'map-keys',
            },
            this.canvas,
            this.pins,
            this.cross,
            // This help is shown while the map has the keyboard focus.
            h(
                'p',
                { id: 'map-keys', class: 'map-keys small' },
                strings.keysHelp,
            ),
        );
        /** @type {import('./mercator.js').Camera} */
        this.camera = { x: 0.5, y: 0.36, zoom: 1 };
        this.width =
            this.height =
            this.frame =
            this.flight =
                0;
        /** The end of a flight; `null` without a flight. @type {import('./mercator.js').Camera | null} */
        this.goal = null;
        /** @type {import('./world.js').World | null} */
        this.world = null;
        /** @type {import('./world.js').World | null} */
        this.fine = null;
        /** @type {import('./tiles.js').TileLayer | null} */
        this.tiles = null;
        /** The direction and distance to the nearest place, if the view contains no name. */
        this.near = h('p', { class: 'map-near' });
        this.cities = /** @type {any[]} */ ([]);
        this.places = /** @type {import('./world.js').Place[]} */ ([]);
        /** The boxes of pins and their names. @type {import('./pins.js').Box[]} */
        this.taken = [];
        this.moved = moved;
        this.settled = settled;
        /** Called when the view's size is known. @type {(() => void) | null} */
        this.sized = null;
        this.until = until;
        this.colors = null;
        this.isRefining = false;
        this.gestures = gestures(this.element, this, until);
        const observer = new ResizeObserver(() => this.#resized());
        observer.observe(this.element);
        until.addEventListener('abort', () => {
            observer.disconnect();
            cancelAnimationFrame(this.frame);
            cancelAnimationFrame(this.flight);
        });
        const recolored = () => {
            this.colors = null;
            this.draw();
        };
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolored, { signal: until });
        const themed = new MutationObserver(recolored);
        themed.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
        until.addEventListener('abort', () => themed.disconnect());
        this.#load();
    }

    /**
     * Returns the position of a point in the view, in CSS pixels. Of the point's copies, the one nearest to the
     * center is used.
     */
    pixel(point) {
        const size = worldSize(this.camera.zoom);
        const dx = point.x - this.camera.x;
        return {
            x: (dx - Math.round(dx)) * size + this.width / 2,
            y: (point.y - this.camera.y) * size + this.height / 2,
        };
    }

    /** Returns the coordinate of a position in the view. */
    coordinate(x, y) {
        const size = worldSize(this.camera.zoom);
        return unproject({
            x: this.camera.x + (x - this.width / 2) / size,
            y: Math.max(0, Math.min(1, this.camera.y + (y - this.height / 2) / size)),
        });
    }

    /** The coordinate of the center of the view, or of the end of a flight. */
    get middle() {
        return unproject(this.goal ?? this.camera);
    }

    /** Shows a camera at once. */
    jump(camera) {
        this.gestures.cancel();
        this.#land();
        this.#look(camera);
        this.settled();
    }

    /** Moves to a camera with animation. */
    fly(camera) {
        // Inertia would move the camera away.
        this.gestures.cancel();
        this.#land();
        if (matchMedia('(prefers-reduced-motion: reduce)').matches) return this.jump(camera);
        const from = { ...this.camera };
        const to = bounded(camera, this.width, this.height);
        const dx = to.x - from.x - Math.round(to.x - from.x);
        const began = performance.now();
        const far = Math.hypot(dx, to.y - from.y) * worldSize(Math.min(from.zoom, to.zoom)) > 2 * this.width;
        const length = far ? 450 : 240;
        const step = (now) => {
            const part = Math.min(1, (now - began) / length);
            const eased = 1 - (1 - part) ** 3;
            this.#look({
                x: from.x + dx * eased,
                y: from.y + (to.y - from.y) * eased,
                zoom: from.zoom + (to.zoom - from.zoom) * eased,
            });
            if (part < 1) {
                this.flight = requestAnimationFrame(step);
            } else {
                this.goal = null;
                this.settled();
            }
        };
        this.goal = to;
        this.flight = requestAnimationFrame(step);
    }

    /** Stops a flight at its current position. */
    #land() {
        cancelAnimationFrame(this.flight);
        this.goal = null;
    }

    panned(dx, dy) {
        this.#land();
        const size = worldSize(this.camera.zoom);
        this.#look({ ...this.camera, x: this.camera.x - dx / size, y: this.camera.y - dy / size });
    }

    zoomed(factor, x, y) {
        this.#land();
        this.#look(this.#around(factor, x, y));
    }

    stepped(factor, x = this.width / 2, y = this.height / 2) {
        // Zoom steps in quick succession add up.
        this.fly(this.#around(factor, x, y, this.goal ?? this.camera));
    }

    /** Draws in the next frame. */
    draw() {
        if (!this.frame) this.frame = requestAnimationFrame(() => this.#paint());
    }

    /** Returns a camera with another scale that keeps a position of the view fixed. */
    #around(factor, x, y, camera = this.camera) {
        const { zoom } = bounded(
            { ...camera, zoom: camera.zoom + Math.log2(factor) },
            this.width,
            this.height,
        );
        const [before, after] = [worldSize(camera.zoom), worldSize(zoom)];
        const [dx, dy] = [x - this.width / 2, y - this.height / 2];
        return {
            x: camera.x + dx / before - dx / after,
            y: camera.y + dy / before - dy / after,
            zoom,
        };
    }

    #look(camera) {
        this.camera = bounded(camera, this.width || 390, this.height || 600);
        this.draw();
    }

    #resized() {
        [this.width, this.height] = [this.element.clientWidth, this.element.clientHeight];
        if (!this.width || !this.height) return;
        const scale = Math.min(devicePixelRatio, 3);
        this.canvas.width = Math.round(this.width * scale);
        this.canvas.height = Math.round(this.height * scale);
        this.camera = bounded(this.camera, this.width, this.height);
        this.sized?.();
        this.#paint();
    }

    #paint() {
        cancelAnimationFrame(this.frame);
        this.frame = 0;
        if (!this.width) return;
        const context = this.canvas.getContext('2d', { alpha: false });
        const scale = this.canvas.width / this.width;
        context.setTransform(scale, 0, 0, scale, 0, 0);
        this.colors ??= readColors(this.element);
        // Pins are placed first: city names must not overlap them.
        this.moved();
        const { camera, width, height, places, taken, colors, tiles } = this;
        const world = camera.zoom >= finer && this.fine || this.world;
        const pieces = camera.zoom < finest ? [] : piecesIn(viewOn(camera, width, height), () => {
            if (!this.until.aborted) this.draw();
        });
        const isNamed = paint(context, {
            tiles,
            camera,
            width,
            height,
            cities: places,
            taken,
            colors,
            world,
            pieces,
        });
        const isKnown = isNamed || camera.zoom < lonely || this.pins.querySelector('[data-named]');
        const near = isKnown
            ? ''
            : this.#nearest([...places, ...pieces.flatMap((each) => each.world?.places ?? [])]);
        if (this.near.textContent !== near) this.near.textContent = near;
        if (camera.zoom >= finer && !this.fine) this.#refine();
    }

    /** Returns the direction and distance to the nearest place: `↗ Topeka, 12 km`. */
    #nearest(places) {
        let [nearest, least] = [/** @type {import('./world.js').Place | null} */ (null), Infinity];
        for (const place of places) {
            const far = Math.hypot(place.x - this.camera.x, place.y - this.camera.y);
            if (far < least) [nearest, least] = [place, far];
        }
        if (!nearest) return '';
        // A place in the center needs no direction.
        if (least * worldSize(this.camera.zoom) < 24) return nearest.name;
        const turn = Math.atan2(nearest.y - this.camera.y, nearest.x - this.camera.x) / (Math.PI / 4);
        const meters = least * worldSize(this.camera.zoom) * metersPerPixel(this.camera);
        const shown = distance(meters < 10_000 ? meters : Math.round(meters / 1000) * 1000);
        return `${'→↘↓↙←↖↑↗'[(Math.round(turn) + 8) % 8]} ${nearest.name}, ${shown}`;
    }

    async #load() {
        const cities = loadCities();
        this.world = await loadWorld('world-low').catch(() => null);
        this.draw();
        this.cities = await cities;
        this.places = this.cities.map(([name, latitude, longitude]) => ({
            name,
            ...project({ latitude, longitude }),
        }));
        this.draw();
        this.settled();
        // The finer outline is needed soon, but must not delay anything else.
        (window.requestIdleCallback ??
            ((run) => setTimeout(run, 800)))(() => {
                if (!this.until.aborted) loadWorld('world').catch(() => {});
            });
    }

    async #refine() {
        if (this.isRefining) return;
        this.isRefining = true;
        this.fine = await loadWorld('world').catch(() => null);
        if (this.fine) this.draw();
        // The browser may be offline, so the app tries again later.
        else {setTimeout(() => {
                this.isRefining = false;
                if (!this.until.aborted) this.draw();
            }, 10_000);}
    }
}
