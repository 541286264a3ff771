import { mayWrite, picture, resource } from '../base/api.js';
import { fill, h, icon, svg } from '../base/dom.js';
import { takeFiles } from '../base/keys.js';
import { later } from '../base/later.js';
import { showResource } from '../base/lists.js';
import { effect } from '../base/signal.js';
import { empty, head } from '../base/states.js';
import { countOf, dayOf } from '../base/words.js';
import { project, showing, worldSize } from '../map/mercator.js';
import { strings } from '../strings/journals.js';
import { addFiles, journalMenu, stopOf, titleOf } from './list.js';
import { mediaItems } from './media.js';

const [width, edge] = [600, 26];
/** The heights of the map. A route from north to south needs more height, because the world fills the width. */
const heights = [200, 320, 460];
/** The width of the drawn land, as a multiple of the map's width: wide pages show more land on both sides. */
const wider = 3;

/**
 * Returns a map of a journal's route from place to place; null if there is none.
 *
 * @param {any[]} places The places in order.
 * @param {any[]} [tracks] The GPS tracks.
 */
function routeMap(places, tracks = []) {
    const lines = tracks.flatMap((track) => track.lines).map((line) =>
        line.split(' ').map((point) => {
            const [latitude, longitude] = point.split(',').map(Number);
            return { latitude, longitude };
        })
    );
    const all = [...places.map((place) => place.coordinate), ...lines.flat()];
    if (all.length < 2) return null;
    const drawn = heights.map((height) => ({ height, ...dotsOf(all, height) }));
    const fits = ({ dots, height }) => dots.every(({ y }) => y >= edge / 2 && y <= height - edge / 2);
    const { camera, dots: points, height } = drawn.find(fits) ?? drawn[drawn.length - 1];
    const dots = points.splice(0, places.length);
    const land = svg('g', { class: 'route-land', transform: `translate(${width * (1 - wider) / 2})` });
    // Without land, the route is still shown.
    drawLand(land, camera, height).catch(() => {});
    return svg(
        'svg',
        {
            class: 'route',
            style: { '--tall': String(height / heights[0]) },
            viewBox: `0 0 ${width} ${height}`,
            role: 'img',
            'aria-label': strings.route(places[0]?.name, places.at(-1)?.name),
        },
        land,
        lines.map((line) => svg('path', { class: 'route-track', d: pathOf(points.splice(0, line.length)) })),
        svg('path', { class: 'route-line', d: pathOf(dots), pathLength: 1 }),
        dots.map((dot, at) =>
            svg(
                'g',
                null,
                svg('circle', { class: 'route-dot', cx: number(dot.x), cy: number(dot.y), r: 13 }),
                svg('text', { x: number(dot.x), y: number(dot.y), dy: '.35em' }, at + 1),
            )
        ),
    );
}

const number = (value) => value.toFixed(1);

const pathOf = (dots) => dots.map(({ x, y }, at) => `${at ? 'L' : 'M'}${number(x)} ${number(y)}`).join('');

/** Returns the camera that shows all coordinates, and their positions in pixels. */
function dotsOf(coordinates, height) {
    const camera = showing(coordinates, width, height, edge, 16);
    const dots = coordinates.map(project).map(({ x, y }) => ({
        x: width / 2 + (x - camera.x - Math.round(x - camera.x)) * worldSize(camera.zoom),
        y: height / 2 + (y - camera.y) * worldSize(camera.zoom),
    }));
    return { camera, dots };
}

async function drawLand(land, camera, height) {
    const [{ paintLand, viewOn }, { loadWorld, piecesIn }] = await Promise.all([
        import('../map/painter.js'),
        import('../map/world.js'),
    ]);
    const colors = Object.fromEntries(
        ['sea', 'land', 'coast', 'border'].map((name) => [name, `var(--${name})`]),
    );
    const view = viewOn(camera, width * wider, height);
    const world = await loadWorld(camera.zoom < 3.6 ? 'world-low' : 'world');
    const draw = () => {
        const pieces = camera.zoom < 6 ? [] : piecesIn(view, draw);
        const lines = new Lines();
        paintLand(lines, {
            world,
            pieces: pieces.every((piece) => piece.world) ? pieces : [],
            view,
            zoom: camera.zoom,
            colors,
        });
        fill(land, ...lines.drawn);
    };
    draw();
}

/** A canvas for `paintLand` that produces SVG paths. Their colors change with the page. */
class Lines {
    constructor() {
        this.drawn = [];
        this.globalAlpha = this.lineWidth = 1;
        this.fillStyle = this.strokeStyle = this.path = '';
    }

    beginPath() {
        this.path = '';
    }
    moveTo(x, y) {
        this.path += `M${number(x)} ${number(y)}`;
    }
    lineTo(x, y) {
        this.path += `L${number(x)} ${number(y)}`;
    }
    fill() {
        this.drawn.push(svg('path', { d: this.path, fill: this.fillStyle, 'fill-rule': 'evenodd' }));
    }
    stroke() {
        this.drawn.push(
            svg('path', {
                d: this.path,
                fill: 'none',
                stroke: this.strokeStyle,
                'stroke-width': this.lineWidth,
                opacity: this.globalAlpha,
            }),
        );
    }
    save() {}
    restore() {}
}

const addPlace = later(() => import('./add-place.js'), 'addPlace');

/** A journal: its route, and its places by date. */
export default function journal(screen) {
    const id = screen.params.journal;
    const found = resource(`/library/journals/${id}`);
    const top = h('div', { class: 'as-parent' });
    const body = h('div', { class: 'stack' });
    const here = () => found.value.peek()?.journal ?? { id, name: strings.journal };
    const add = async () => {
        const place = await addPlace(here());
        if (place) screen.go(`/app/journals/${id}/places/${place.id}`);
    };

    let shown = '';
    effect(() => {
        const name = found.value.value?.journal.name ?? strings.journal;
        if (name === shown) return;
        shown = name;
        screen.title(name);
        fill(
            top,
            head({
                title: titleOf(name),
                back: '/app/journals',
                backName: strings.journals,
                actions: mayWrite() &&
                    h(
                        'button',
                        { class: 'button button-primary writes', onclick: add },
                        icon('plus'),
                        strings.place,
                    ),
                menu: () => [
                    {
                        text: strings.seePage,
                        icon: 'note',
                        run: () => screen.go(`/app/journals/${id}/page`),
                    },
                    ...journalMenu(here(), () => screen.back('/app/journals')),
                ],
            }),
        );
    }, screen.until);

    showResource(found, ({ journal, stops }) => {
        const places = stops.filter((stop) => stop.place).map((stop) => stop.place);
        let number = 0;
        return [
            routeMap(places, journal.tracks),
            stops.length
                ? h(
                    'ol',
                    { class: 'stops' },
                    byDay(stops).map((stop) => stopRow(id, stop, stop.place ? number += 1 : 0)),
                )
                : empty({
                    title: strings.whereStart,
                    text: strings.firstPlace,
                    picture: 'map',
                    actions: mayWrite() &&
                        h('button', { class: 'button button-primary', onclick: add }, strings.addPlace),
                }),
        ];
    }, { into: body, until: screen.until });
    screen.returned = () => found.touch();
    if (mayWrite()) {
        takeFiles(screen.element, (files) => addFiles(id, files), screen.until);
    }
    // In a new journal, the app asks for the first place.
    if (screen.query.has('add') && mayWrite()) {
        screen.go(location.pathname, { replace: true, quiet: true });
        found.load().then(add, () => {});
    }
    return h('div', { class: 'page' }, top, body);
}

/**
 * Returns the places of a journal. Items without a place are between the places; if they span several days, there is
 * a row for each day.
 */
function byDay(stops) {
    const loose = stops.find((stop) => !stop.place);
    const days = new Set(
        [...loose?.entries ?? [], ...loose?.notes ?? []].map((each) => each.date.slice(0, 10)),
    );
    if (days.size < 2) return stops;
    const rows = [...days].map((day) => ({ day, ...stopOf({ stops }, day) }));
    const dayOfRow = (row) => row.day ?? row.place.date.slice(0, 10);
    return [...stops.filter((stop) => stop.place), ...rows].sort((one, other) =>
        dayOfRow(one).localeCompare(dayOfRow(other))
    );
}

function stopRow(journal, { place, notes, entries, day }, number) {
    const media = mediaItems(entries);
    const videos = media.filter((medium) => medium.kind === 'video').length;
    const key = place?.id ?? day ?? 'none';
    const words = notes.map((note) => note.text).concat(entries.map((entry) => entry.text)).find((text) =>
        text.trim()
    );
    const link = h(
        'a',
        { class: 'stop', href: `/app/journals/${journal}/places/${key}`, data: { key } },
        h('span', { class: 'stop-mark', 'aria-hidden': 'true' }, number || '·'),
        h(
            'span',
            { class: 'stop-text' },
            h(
                'b',
                { dir: 'auto' },
                place ? place.name || strings.aPlace : day ? dayOf(day) : strings.onTheWay,
            ),
            h(
                'span',
                { class: 'soft small' },
                [dayOf(place?.date), ...countOf(media.length - videos, videos)].filter(Boolean).join(' · '),
            ),
            words && h('span', { class: 'stop-words written', dir: 'auto' }, words),
        ),
        media.length > 0 && h(
            'span',
            { class: 'stop-pictures' },
            media.slice(0, 4).map((medium) =>
                h('img', {
                    src: picture(medium.path, medium.blob, 72),
                    alt: '',
                    loading: 'lazy',
                })
            ),
        ),
    );
    return h('li', null, link);
}
