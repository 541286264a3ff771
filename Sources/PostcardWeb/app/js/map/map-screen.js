import { get, mayWrite, send, session } from '../base/api.js';
import { h } from '../base/dom.js';
import { head } from '../base/head.js';
import { icon } from '../base/icons.js';
import { keys } from '../base/keys.js';
import { openMenu } from '../base/menu.js';
import { press } from '../base/press.js';
import { effect } from '../base/signal.js';
import { failed } from '../base/states.js';
import { useStyle } from '../base/style.js';
import { complain, toast } from '../base/toast.js';
import { deleteWithUndo } from '../base/undo.js';
import { KeptView } from './kept-view.js';
import { locate } from './locate.js';
import { droppedCard, openAtOnce, pinList, pinMenu } from './map-panel.js';
import { MapView } from './map-view.js';
import { metresPerPixel, project, showing } from './mercator.js';
import { allPins, nameOf, pinsChanged, renamePin } from './pin-actions.js';
import { choosePhotos, dropPinsFor, takeDrops } from './photo-drop.js';
import { PinLayer } from './pins.js';
import { placeSearch } from './place-search.js';
import { scaleBar } from './scale-bar.js';
import { showsTiles, TileLayer } from './tiles.js';

/** The map: all pins, and a place for new ones. */
export default async function mapScreen(screen) {
    await useStyle('map');
    screen.title('');
    const { until, go } = screen;
    /** Pins that somebody has named here, or is about to. */
    const named = new Set();
    const map = new MapView({ until, moved: () => { pins.place(); scale.update(metresPerPixel(map.camera)); }, settled: () => settled() });
    const view = new KeptView(map, until);
    const pins = new PinLayer(map);
    const scale = scaleBar();
    const list = pinList({ go, move, showAll });
    const foot = h('div', { class: 'map-foot' }, list.element);
    const status = h('div', { class: 'visually-hidden', role: 'status' });
    const trouble = h('div', { class: 'map-trouble' });

    // MARK: View

    function settled() {
        pins.coverBy([...screen.element.querySelectorAll('.map-controls, .map-panel, .search-input, .map-top > button')]);
        pins.order();
        list.update(pins.inView, pins.pins.length);
        view.saveSoon();
    }

    function showAll() {
        if (pins.pins.length) map.fly(showing(pins.pins.map(pin => pin.coordinate), map.width, map.height));
    }

    effect(() => {
        const value = allPins().value.value;
        const problem = allPins().problem.value;
        trouble.replaceChildren(...problem && value === undefined ? [failed(problem, () => allPins().touch())] : []);
        if (!value) return;
        pins.take(value.features.map(({ id, properties, geometry }) => {
            const [longitude, latitude] = geometry.coordinates;
            const coordinate = { latitude, longitude };
            return { id, ...properties, name: nameOf(properties, coordinate), coordinate, ...project(coordinate) };
        }));
        list.update(pins.inView, pins.pins.length);
    }, until);
    allPins().touch();
    addEventListener('focus', () => allPins().touch(), { signal: until });

    // MARK: Pins

    async function drop(coordinate, name) {
        if (!mayWrite()) return toast('You may look at this library, but not change it.');
        try {
            const { value: pin, etag } = await send('POST', '/library/pins', { body: name ? { coordinate, name } : { coordinate } });
            await pinsChanged();
            status.textContent = `Pin dropped: ${nameOf(pin)}`;
            if (openAtOnce()) return go(`/app/pins/${pin.id}`);
            show(pin);
            if (!name) suggestName(pin, etag);
        } catch (problem) {
            complain(problem, () => drop(coordinate, name));
        }
    }

    /** Drops pins where photos were taken, and shows them. */
    async function dropPhotos(files) {
        const dropped = files.length ? await dropPinsFor(files) : [];
        if (!dropped.length) return;
        map.fly(showing(dropped.map(pin => pin.coordinate), map.width, map.height));
        if (dropped.length === 1) show(dropped[0]);
    }
    if (mayWrite()) takeDrops(map.element, until, dropPhotos);

    /** Names a new pin after the place, where the service knows places. */
    async function suggestName(pin, etag) {
        if (!session.value?.places?.length) return;
        const found = await get(`/library/gazetteer?at=${pin.coordinate.latitude},${pin.coordinate.longitude}`, until).catch(() => null);
        const name = found?.places?.[0]?.name;
        // A name that somebody gives it meanwhile stays: here, or elsewhere, of which the version tells.
        if (!name || named.has(pin.id)) return;
        const answer = await send('PATCH', `/library/pins/${pin.id}`, { body: { name }, etag }).catch(() => null);
        if (!answer) return;
        Object.assign(pin, answer.value);
        pinsChanged(pin.id);
        foot.querySelector(`[data-pin="${pin.id}"] h2`)?.replaceChildren(name);
    }

    function show(pin) {
        pins.current = pin.id;
        const close = () => { pins.current = ''; foot.replaceChildren(list.element); map.draw(); };
        foot.replaceChildren(droppedCard(pin, { close, open: () => { close(); go(`/app/pins/${pin.id}`); },
            rename: async () => { named.add(pin.id); const renamed = await renamePin(pin); if (renamed) show(renamed); },
            remove: () => { close(); deleteWithUndo([pin.id], { text: 'Pin removed', putBack: () => { pinsChanged(); },
                changed: () => { pinsChanged(); } }); } }));
        foot.querySelector('.button-primary')?.focus({ preventScroll: true });
        map.draw();
    }

    /** Lets somebody put a pin elsewhere: the map is moved beneath a cross. */
    function move(pin) {
        map.element.classList.add('is-aiming');
        map.fly({ ...project(pin.coordinate), zoom: Math.max(map.camera.zoom, 9) });
        const close = () => { map.element.classList.remove('is-aiming'); foot.replaceChildren(list.element); map.element.focus({ preventScroll: true }); };
        const place = async () => {
            const before = pin.coordinate;
            const put = coordinate => send('PATCH', `/library/pins/${pin.id}`, { body: { coordinate } }).then(() => pinsChanged(pin.id));
            close();
            await put(map.coordinate(map.width / 2, map.height / 2)).then(() => toast(`${nameOf(pin)} moved`,
                { action: { text: 'Undo', run: () => { put(before).catch(complain); } } }), complain);
        };
        foot.replaceChildren(h('section', { class: 'map-panel dropped', 'aria-label': 'Move the pin' },
            h('h2', null, `Move ${nameOf(pin)}`), h('p', null, 'Bring the place under the cross.'),
            h('div', { class: 'row' }, h('button', { type: 'button', class: 'button button-primary', onclick: place }, 'Put it here'),
                h('button', { type: 'button', class: 'button', onclick: close }, 'Cancel'))));
        foot.querySelector('button')?.focus({ preventScroll: true });
    }

    const middle = () => map.coordinate(map.width / 2, map.height / 2);
    const ring = h('div', { class: 'map-ring', 'aria-hidden': 'true' });
    press(map.element, '.map-canvas', (_, event) => {
        map.gestures.cancel();
        const box = map.element.getBoundingClientRect();
        drop(map.coordinate(event.clientX - box.left, event.clientY - box.top));
    }, { until, began: (_, event) => {
        if (!mayWrite()) return;
        const box = map.element.getBoundingClientRect();
        ring.style.setProperty('transform', `translate(${event.clientX - box.left}px, ${event.clientY - box.top}px)`);
        map.element.append(ring);
    }, ended: () => ring.remove() });
    press(map.element, '.pin', pin => {
        const found = pins.pins.find(each => each.id === pin.dataset.id);
        map.gestures.cancel();
        if (found) openMenu(pin, pinMenu(found, { go, move }));
    }, { until });

    // MARK: Controls

    const step = 90;
    // Beside an album, arrows belong to what has the focus.
    const isMeant = () => document.activeElement === document.body || map.element.contains(document.activeElement)
        || location.pathname === '/app/';
    const pan = (dx, dy) => isMeant()
        && map.fly({ ...map.camera, x: map.camera.x + dx / 256 / 2 ** map.camera.zoom, y: map.camera.y + dy / 256 / 2 ** map.camera.zoom });
    keys({
        'ArrowLeft': ['', () => pan(-step, 0)], 'ArrowRight': ['', () => pan(step, 0)], 'ArrowUp': ['', () => pan(0, -step)],
            'ArrowDown': ['', () => pan(0, step)],
        '+ =': ['Closer', () => map.stepped(2)], '-': ['Farther', () => map.stepped(0.5)], '0': ['All pins', showAll],
    }, { until, root: map.element });
    keys({ 'p': ['Drop a pin in the middle of the map', () => { drop(middle()); }],
        '/': ['Search a place', () => { screen.element.querySelector('.search-input').focus(); }] }, { until, root: map.element });

    const button = (name, picture, run, more = '') => h('button', { type: 'button', class: ['icon-button', more], 'aria-label': name,
        title: name, onclick: run }, icon(picture));
    const controls = h('div', { class: 'map-controls', role: 'group', 'aria-label': 'Map' },
        button('Drop a pin in the middle', 'pin', () => drop(middle()), 'writes control-drop'),
            button('Where I am', 'locate', () => locate(place => map.fly({ ...project(place), zoom: 14 }))),
            button('All pins', 'wide', showAll),
        button('Closer', 'plus', () => map.stepped(2)), button('Farther', 'minus', () => map.stepped(0.5)));
    const search = placeSearch({ until, near: middle,
        known: () => [...pins.pins.map(pin => ({ name: pin.name, coordinate: pin.coordinate, pin: pin.id, detail: 'Pin' })),
        ...map.cities.map(([name, latitude, longitude]) => ({ name, coordinate: { latitude, longitude } }))],
    choose: place => {
        map.fly({ ...project(place.coordinate), zoom: Math.max(map.camera.zoom, place.pin ? 12 : 10) });
        if (place.pin) return map.element.focus({ preventScroll: true });
        if (mayWrite()) toast(place.name, { action: { text: 'Drop a pin', run: () => { drop(place.coordinate, place.name); } } });
    } });
    /** Marks the pin whose album is open beside the map, and takes orders from other screens. */
    function follow() {
        pins.current = /^\/app\/pins\/([^/]+)/.exec(location.pathname)?.[1] ?? '';
        const moved = new URLSearchParams(location.search).get('move');
        const pin = moved && pins.pins.find(each => each.id === moved);
        if (pin) {
            go('/app/', { replace: true, quiet: true });
            move(pin);
        }
        map.draw();
    }
    const credit = h('p', { class: 'map-credit', hidden: true });
    /** Shows the tiles that the service names, or the outline. */
    function chooseLayer() {
        const tiles = session.value?.tiles;
        const isShown = Boolean(tiles) && showsTiles();
        map.tiles = isShown ? new TileLayer(tiles.url, () => map.draw()) : null;
        credit.hidden = !isShown;
        credit.textContent = isShown ? tiles.credit ?? '' : '';
        map.draw();
    }
    effect(chooseLayer, until);
    const menu = () => [
        session.value?.tiles ? { text: showsTiles() ? 'Show the outline' : 'Show streets', icon: 'map',
            run: () => { showsTiles(!showsTiles()); chooseLayer(); } } : null,
        mayWrite() ? { text: 'Pin from a photo', icon: 'image', run: async () => dropPhotos(await choosePhotos()) } : null,
        openAtOnce() ? { text: 'Ask before opening new pins', icon: 'pin', run: () => { openAtOnce(false); } } : null,
    ];
    const more = head({ title: '', isMain: true, menu }).querySelector('[aria-haspopup=menu]');
    screen.returned = () => { allPins().touch(); follow(); };
    view.restore(screen.query.get('at')).then(() => allPins().load()).then(follow, () => {});
    return h('div', { class: 'map-screen' }, h('h1', { class: 'visually-hidden' }, 'Map'), map.element,
        h('div', { class: 'map-top' }, search, more),
        h('div', { class: 'map-low' }, h('div', { class: 'map-low-row' }, h('div', null, credit, scale.element), controls), foot), trouble,
            status);
}
