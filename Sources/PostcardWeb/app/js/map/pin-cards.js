import { get, mayWrite, send, session } from '../base/api.js';
import { h } from '../base/dom.js';
import { deleteWithUndo, later } from '../base/later.js';
import { complain, toast } from '../base/toast.js';
import { droppedCard, openAtOnce } from './map-panel.js';
import { project, showing } from './mercator.js';
import { nameOf, pinsChanged, renamePin } from './pin-actions.js';

const dropPinsFor = later(() => import('./photo-drop.js'), 'dropPinsFor');

/**
 * Drops pins and moves them, with a card at the foot of the map that says what can be done next.
 *
 * @param {{ map: import('./map-view.js').MapView, pins: import('./pins.js').PinLayer, foot: HTMLElement, list: HTMLElement, status:
 *   HTMLElement, go: (path: string) => void, until: AbortSignal }} options `list` is what is in `foot` otherwise.
 */
export function pinCards({ map, pins, foot, list, status, go, until }) {
    /** Pins that somebody has named here, or is about to. */
    const named = new Set();
    const card = (content, focus = 'button') => {
        foot.replaceChildren(content);
        foot.querySelector(focus)?.focus({ preventScroll: true });
    };

    /** Drops a pin; without a name, it gets that of the place. */
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
        if (!dropped?.length) return;
        map.fly(showing(dropped.map(pin => pin.coordinate), map.width, map.height));
        if (dropped.length === 1) show(dropped[0]);
    }

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

    /** Shows what can be done with a pin that was just dropped. */
    function show(pin) {
        pins.current = pin.id;
        const close = () => { pins.current = ''; foot.replaceChildren(list); map.draw(); };
        card(droppedCard(pin, { close, open: () => { close(); go(`/app/pins/${pin.id}`); },
            rename: async () => { named.add(pin.id); const renamed = await renamePin(pin); if (renamed) show(renamed); },
            remove: () => { close(); deleteWithUndo([pin.id], { text: 'Pin removed', putBack: () => { pinsChanged(); },
                changed: () => { pinsChanged(); } }); } }), '.button-primary');
        map.draw();
    }

    /** Lets somebody put a pin elsewhere: the map is moved beneath a cross. */
    function move(pin) {
        map.element.classList.add('is-aiming');
        map.fly({ ...project(pin.coordinate), zoom: Math.max(map.camera.zoom, 9) });
        const close = () => { map.element.classList.remove('is-aiming'); foot.replaceChildren(list); map.element.focus({ preventScroll: true }); };
        const place = async () => {
            const before = pin.coordinate;
            const put = coordinate => send('PATCH', `/library/pins/${pin.id}`, { body: { coordinate } }).then(() => pinsChanged(pin.id));
            close();
            await put(map.middle).then(() => toast(`${nameOf(pin)} moved`,
                { action: { text: 'Undo', run: () => { put(before).catch(complain); } } }), complain);
        };
        card(h('section', { class: 'map-panel dropped', 'aria-label': 'Move the pin' },
            h('h2', null, `Move ${nameOf(pin)}`), h('p', null, 'Bring the place under the cross.'),
            h('div', { class: 'row' }, h('button', { type: 'button', class: 'button button-primary', onclick: place }, 'Put it here'),
                h('button', { type: 'button', class: 'button', onclick: close }, 'Cancel'))));
    }

    return { drop, dropPhotos, move };
}
