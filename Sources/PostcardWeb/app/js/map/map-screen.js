import { get, mayWrite, parsed, send, session } from '../base/api.js';
import { chooseFiles, h, iconButton } from '../base/dom.js';
import { keys, takeFiles } from '../base/keys.js';
import { later } from '../base/later.js';
import { press } from '../base/pointers.js';
import { effect, firstOf } from '../base/signal.js';
import { failed, head } from '../base/states.js';
import { complain } from '../base/toast.js';
import { distance } from '../base/words.js';
import { strings } from '../strings/map.js';
import { mapLayer, showsStreets } from './layer.js';
import { allPins, nameOf, openAtOnce, pinList } from './map-panel.js';
import { MapView } from './map-view.js';
import { metersPerPixel, ofView, project, showing, viewOf } from './mercator.js';
import { PinLayer } from './pins.js';
import { placeSearch } from './place-search.js';

const currentPosition = later(() => import('./position.js'), 'currentPosition');
const ownPhotos = later(() => import('./own-photos.js'), 'ownPhotos');
const openPinMenu = later(() => import('./pin-menu.js'), 'openPinMenu');
const pinCards = later(() => import('./pin-cards.js'), 'pinCards');

/** The map with all pins. */
export default function mapScreen(screen) {
    screen.title('');
    const { until, go } = screen;
    const map = new MapView({
        until,
        moved: () => {
            pins.place();
            scale.update(metersPerPixel(map.camera));
        },
        settled: () => settled(),
    });
    const view = new KeptView(map, until);
    const pins = new PinLayer(map);
    const scale = scaleBar();
    const list = pinList({
        go,
        move: (pin) => cards.move(pin),
        showAll,
        search: () => screen.element.querySelector('.search-input').focus(),
    });
    const foot = h('div', { class: 'map-foot' }, list.element);
    const status = h('div', { class: 'visually-hidden', role: 'status' });
    const trouble = h('div', { class: 'map-trouble' });
    const search = placeSearch({
        until,
        // A view of continents prefers no places.
        near: () =>
            map.camera.zoom >= 6 || session.value?.places === 'foursquare'
                ? { ...map.middle, radius: metersPerPixel(map.camera) * map.width / 2 }
                : null,
        known: () => [
            ...pins.pins.map((pin) => ({
                name: pin.name,
                coordinate: pin.coordinate,
                pin: pin.id,
                detail: strings.pin,
            })),
            ...map.cities.map(([name, latitude, longitude]) => ({
                name,
                coordinate: { latitude, longitude },
            })),
        ],
        choose: (place) => {
            map.fly({ ...project(place.coordinate), zoom: Math.max(map.camera.zoom, place.pin ? 12 : 10) });
            if (place.pin) map.element.focus({ preventScroll: true });
            else cards.found(place);
        },
    });
    let made = /** @type {Promise<any> | null} */ (null);
    const cards = Object.fromEntries(
        ['drop', 'dropPhotos', 'move', 'found'].map((name) => [name, async (...values) => {
            made ??= pinCards({ map, pins, foot, list: list.element, status, go, until });
            const there = await made;
            // If loading failed, the next call tries again.
            if (!there) made = null;
            return there?.[name](...values);
        }]),
    );

    // MARK: View

    function settled() {
        pins.coverBy([
            ...screen.element.querySelectorAll('.map-controls, .map-panel, .search-input, .map-top > button'),
        ]);
        pins.order();
        list.update(pins.inView, pins.pins.length);
        search.refresh();
        layer.settled();
        view.saveSoon();
    }

    function showAll() {
        if (pins.pins.length) {
            map.fly(showing(pins.pins.map((pin) => pin.coordinate), map.width, map.height, 56, closest()));
        }
    }

    // The controls move when a card at the bottom changes its size.
    const footed = new ResizeObserver(() => settled());
    footed.observe(foot);
    until.addEventListener('abort', () => footed.disconnect());

    effect(() => {
        const value = allPins().value.value;
        const problem = allPins().problem.value;
        list.element.hidden = Boolean(problem) && value === undefined;
        trouble.replaceChildren(
            ...problem && value === undefined ? [failed(problem, () => allPins().touch())] : [],
        );
        if (!value) return;
        pins.take(value.features.map(({ id, properties, geometry }) => {
            const [longitude, latitude] = geometry.coordinates;
            const coordinate = { latitude, longitude };
            return {
                id,
                ...properties,
                name: nameOf(properties, coordinate),
                coordinate,
                ...project(coordinate),
            };
        }));
        list.update(pins.inView, pins.pins.length);
        search.refresh();
    }, until);
    allPins().touch();

    // MARK: Pins

    if (mayWrite()) takeFiles(map.element, cards.dropPhotos, until);

    const ring = h('div', { class: 'map-ring', 'aria-hidden': 'true' });
    press(map.element, '.map-canvas', (_, event) => {
        map.gestures.cancel();
        const box = map.element.getBoundingClientRect();
        cards.drop(map.coordinate(event.clientX - box.left, event.clientY - box.top));
    }, {
        until,
        began: (_, event) => {
            if (!mayWrite()) return;
            const box = map.element.getBoundingClientRect();
            ring.style.setProperty(
                'transform',
                `translate(${event.clientX - box.left}px, ${event.clientY - box.top}px)`,
            );
            map.element.append(ring);
        },
        ended: () => ring.remove(),
    });
    press(map.element, '.pin', (pin) => {
        const found = pins.pins.find((each) => each.id === pin.dataset.id);
        map.gestures.cancel();
        if (found) openPinMenu(pin, found, { go, move: cards.move });
    }, { until });

    // MARK: Controls

    const step = 90;
    // If an album is open beside the map, arrow keys go to the focused element.
    const isMeant = () =>
        document.activeElement === document.body || map.element.contains(document.activeElement) ||
        location.pathname === '/app/';
    const pan = (dx, dy) => {
        const camera = map.goal ?? map.camera;
        const size = 256 * 2 ** camera.zoom;
        return isMeant() && map.fly({ ...camera, x: camera.x + dx / size, y: camera.y + dy / size });
    };
    keys({
        'ArrowLeft ArrowRight ArrowUp ArrowDown': [strings.moveMap, ({ key }) =>
            pan(
                { ArrowLeft: -step, ArrowRight: step }[key] ?? 0,
                { ArrowUp: -step, ArrowDown: step }[key] ?? 0,
            )],
        '+ =': [strings.zoomIn, () => map.stepped(2)],
        '-': [strings.zoomOut, () => map.stepped(0.5)],
        '0': [strings.allPins, showAll],
    }, { until, root: map.element });
    keys({
        'p': [strings.dropInCenterOfMap, () => {
            cards.drop(map.middle);
        }],
        '/': [strings.search, () => {
            screen.element.querySelector('.search-input').focus();
        }],
    }, { until, root: map.element });

    const controls = h(
        'div',
        { class: 'map-controls', role: 'group', 'aria-label': strings.map },
        iconButton(strings.dropInCenter, 'pin', () => cards.drop(map.middle), 'writes control-drop'),
        isSecureContext
            ? iconButton(strings.whereIAm, 'locate', () =>
                currentPosition().then((place) => {
                    if (place) map.fly({ ...project(place), zoom: 14 });
                }, complain))
            // Browsers share locations only over HTTPS, but a photo may contain a location.
            : iconButton(
                strings.photoHere,
                'camera',
                () => chooseFiles('image/*', cards.dropPhotos, { usesCamera: true }),
                'writes',
            ),
        iconButton(strings.allPins, 'wide', showAll),
        iconButton(strings.zoomIn, 'plus', () => map.stepped(2)),
        iconButton(strings.zoomOut, 'minus', () => map.stepped(0.5)),
    );
    /** Marks the pin whose album is open, and handles requests from other screens to move a pin. */
    function follow() {
        pins.current = /^\/app\/pins\/([^/]+)/.exec(location.pathname)?.[1] ?? '';
        const moved = new URLSearchParams(location.search).get('move');
        const pin = moved && pins.pins.find((each) => each.id === moved);
        if (pin) {
            go('/app/', { replace: true, quiet: true });
            cards.move(pin);
        }
        const current = pins.pins.find((each) => each.id === pins.current);
        if (current && map.width) {
            const { x, y } = map.pixel(current);
            if (x < 30 || x > map.width - 30 || y < 60 || y > map.height - 30) {
                map.fly({ ...map.camera, x: current.x, y: current.y });
            }
        }
        map.draw();
    }
    const layer = mapLayer(map, until);
    let own = new AbortController();
    const showsOwn = () => localStorage.getItem(ownKey) !== 'hidden';
    function showOwn() {
        own.abort();
        own = new AbortController();
        if (showsOwn() && !until.aborted) ownPhotos(map, pins, firstOf([own.signal, until]));
    }
    const menu = () => [
        layer.item(),
        {
            text: showsOwn() ? strings.hideMyPhotos : strings.showMyPhotos,
            icon: 'image',
            run: () => {
                localStorage.setItem(ownKey, showsOwn() ? 'hidden' : 'shown');
                showOwn();
            },
        },
        mayWrite()
            ? {
                text: strings.pinsFromPhotos,
                icon: 'image',
                run: () => chooseFiles('image/*', cards.dropPhotos),
            }
            : null,
        openAtOnce()
            ? {
                text: strings.askBeforePhotos,
                icon: 'pin',
                run: () => {
                    openAtOnce(false);
                },
            }
            : null,
    ];
    const more = head({ title: '', isMain: true, menu }).querySelector('[aria-haspopup=menu]');
    screen.returned = () => {
        allPins().touch();
        follow();
    };
    view.restore(screen.query.get('at')).then(() => allPins().load()).then(follow, () => {}).then(showOwn);
    return h(
        'div',
        { class: 'map-screen' },
        h('h1', { class: 'visually-hidden' }, strings.map),
        map.element,
        h('div', { class: 'map-top' }, search.element, more),
        h(
            'div',
            { class: 'map-low' },
            h('div', { class: 'map-low-row' }, h('div', null, layer.element, scale.element), controls),
            foot,
        ),
        trouble,
        status,
    );
}

/** Returns the scale bar of the map. */
function scaleBar() {
    const text = h('span');
    const bar = h('i');
    return {
        element: h('div', { class: 'scale', 'aria-hidden': 'true' }, bar, text),
        update(metersPerPixel) {
            const most = metersPerPixel * 110;
            const power = 10 ** Math.floor(Math.log10(most));
            const length = [5, 2, 1].map((part) => part * power).find((each) => each <= most) ?? power;
            bar.style.setProperty('width', `${length / metersPerPixel}px`);
            text.textContent = distance(length);
        },
    };
}

/** Returns the maximum zoom for showing nearby pins: without streets, there is little to see around pins. */
const closest = () => showsStreets() ? 13 : 8;

const ownKey = 'postcard-own-photos';
const viewKey = 'postcard-view';

/** The map view, which the library stores for the next visit from any device. */
class KeptView {
    /** @param {import('./map-view.js').MapView} map @param {AbortSignal} until */
    constructor(map, until) {
        this.map = map;
        this.until = until;
        this.timer = 0;
        this.isLoaded = false;
        this.saved = '';
        addEventListener('pagehide', () => this.save({ keepalive: true }), { signal: until });
        document.addEventListener('visibilitychange', () => {
            if (document.hidden) this.save({ keepalive: true });
        }, { signal: until });
    }

    /**
     * Shows the view in the URL, or else the stored view.
     *
     * @param {string | null} asked `LATITUDE,LONGITUDE` or `LATITUDE,LONGITUDE,ZOOM`.
     */
    async restore(asked) {
        const { map } = this;
        await new Promise((resolve) => {
            if (map.width) resolve(null);
            else {map.sized = () => {
                    map.sized = null;
                    resolve(null);
                };}
        });
        const place = /^(-?[\d.]+),(-?[\d.]+)(?:,([\d.]+))?$/.exec(asked ?? '');
        if (place) {
            map.jump({
                ...project({ latitude: +place[1], longitude: +place[2] }),
                zoom: place[3] ? +place[3] : 12,
            });
        } else {
            // A library without pins stores no view, but this browser may store one.
            const known = await allPins().load().catch(() => null);
            const view = known?.features.length
                ? await get('/library/map', this.until).catch(() => null)
                : parsed(localStorage.getItem(viewKey));
            const pin = known?.features.length === 1 && known.features[0].geometry.coordinates;
            // Before the first visit, the library returns a close view, which is centered on its only pin.
            const isFirst = view && pin &&
                Math.abs(view.center.longitude - pin[0]) + Math.abs(view.center.latitude - pin[1]) < 1e-6;
            if (isFirst) {
                map.jump({
                    ...project(view.center),
                    zoom: Math.min(closest(), ofView(view, map.width, map.height).zoom),
                });
            } else if (view) map.jump(ofView(view, map.width, map.height));
        }
        this.saved = JSON.stringify(map.camera);
        this.isLoaded = true;
    }

    /** Stores the view after a second without movement. */
    saveSoon() {
        if (!this.isLoaded || !this.map.width) return;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.save(), 1000);
    }

    /** Stores the view if it changed. */
    save(options = {}) {
        clearTimeout(this.timer);
        const { camera, width, height } = this.map;
        const text = JSON.stringify(camera);
        if (!this.isLoaded || text === this.saved || !mayWrite()) return;
        this.saved = text;
        const view = viewOf(camera, width, height);
        localStorage.setItem(viewKey, JSON.stringify(view));
        send('PATCH', '/library/map', { body: view, ...options }).catch(() => {
            this.saved = '';
        });
    }
}
