import { mayWrite, refresh, resource } from '../base/api.js';
import { fill, h, icon } from '../base/dom.js';
import { later } from '../base/later.js';
import { plural, position } from '../base/words.js';
import { strings } from '../strings/map.js';

/** Returns all pins as GeoJSON. */
export const allPins = () => resource('/library/pins.geojson');

/** Returns the name of a pin, or its coordinates. */
export const nameOf = (pin, coordinate = pin.coordinate) => pin.name?.trim() || position(coordinate, 3);

/** The paths that list pins. */
const pinLists = ['/library/pins.geojson', '/library/pins?', '/library/albums'];

/** Reloads everything that shows pins. */
export const pinsChanged = (id) => refresh(...pinLists, ...(id ? [`/library/pins/${id}`] : []));

const openPinMenu = later(() => import('./pin-menu.js'), 'openPinMenu');
const welcome = later(() => import('../base/welcome.js'), 'welcome');

const states = {
    empty: strings.noPhotosYet,
    downloading: strings.downloading,
    interrupted: strings.interrupted,
    'none-found': strings.noPhotosFound,
    failed: strings.downloadFailed,
};

/**
 * Returns the list of pins in view, beside or below the map. The list makes all pins accessible by keyboard and
 * screen reader.
 *
 * @param {{ go: (path: string) => void, move: (pin: any) => void, showAll: () => void, search: () => void }}
 *   actions
 */
export function pinList(actions) {
    const list = h('ul', { class: 'pin-list', id: 'pins-in-view' });
    const title = h('span', null, strings.pinsInView);
    const toggle = h(
        'button',
        {
            class: 'panel-toggle',
            'aria-expanded': 'false',
            'aria-controls': 'pins-in-view',
            onclick: () => setOpen(toggle.getAttribute('aria-expanded') !== 'true'),
        },
        title,
        icon('next'),
    );
    const hint = h('div', { class: 'panel-hint' });
    const element = h(
        'section',
        { class: 'map-panel', 'aria-label': strings.pinsInView },
        toggle,
        hint,
        list,
    );
    const setOpen = (isOpen) => toggle.setAttribute('aria-expanded', String(isOpen));
    let shown = '';
    const ways = h('div', null, firstPin());
    let [isAsked, hasPins, none] = [false, false, strings.noPinsYet];
    /** Replaces the hint with the ways to start, if the library is empty. */
    async function welcomeOnce() {
        if (isAsked) return;
        isAsked = true;
        const found = await welcome(actions);
        if (found) fill(ways, found);
        // The map may show photos of journals.
        else if (!hasPins) title.textContent = none = strings.pins;
    }
    return {
        element,
        update(pins, total) {
            hasPins = total > 0;
            title.textContent = !hasPins
                ? none
                : pins.length === total
                ? plural(total, 'pin')
                : strings.someInView(pins.length, plural(total, 'pin'));
            if (total === 0) welcomeOnce();
            const text = total === 0 ? [ways] : pins.length === 0
                ? [h(
                    'button',
                    { class: 'button button-quiet', onclick: actions.showAll },
                    strings.showAllPins,
                )]
                : [];
            // The list is not rebuilt if moving the map does not change it.
            const next =
                pins.slice(0, 100).map((pin) => `${pin.id}${pin.name}${pin.album}${pin.photos}`).join() +
                total;
            if (next === shown) return;
            shown = next;
            fill(hint, text);
            fill(
                list,
                pins.slice(0, 100).map((pin) =>
                    h(
                        'li',
                        null,
                        h(
                            'a',
                            {
                                class: 'list-item',
                                href: `/app/pins/${pin.id}`,
                                data: { id: pin.id, key: pin.id },
                            },
                            h(
                                'span',
                                { class: 'grow' },
                                h('b', { class: 'one-line', dir: 'auto' }, pin.name),
                                h(
                                    'small',
                                    { class: 'soft' },
                                    states[pin.album] ?? plural(pin.photos, 'photo'),
                                ),
                            ),
                        ),
                        h('button', {
                            class: 'icon-button',
                            'aria-label': strings.moreFor(pin.name),
                            'aria-haspopup': 'menu',
                            onclick: (event) => openPinMenu(event.currentTarget, pin, actions),
                        }, icon('more')),
                    )
                ),
            );
        },
    };
}

const firstPin = () =>
    mayWrite()
        ? strings[matchMedia('(hover: hover)').matches ? 'firstPinWithKey' : 'firstPin']
        : strings.noPinOfOwner;

const key = 'postcard-open-at-once';

/** True if the album of a new pin opens automatically on this device. Passing a value changes the setting. */
export function openAtOnce(value) {
    if (value !== undefined) localStorage.setItem(key, value ? 'yes' : 'no');
    return localStorage.getItem(key) === 'yes';
}
