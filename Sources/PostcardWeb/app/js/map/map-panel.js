import { mayWrite, refresh, resource, send } from '../base/api.js';
import { h, icon } from '../base/dom.js';
import { askForText, deleteWithUndo, later, openMenu } from '../base/later.js';
import { placeService } from '../base/services.js';
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

/** Asks for a new name for a pin. */
export function renamePin(pin) {
    return askForText({
        title: pin.name ? strings.renamePin : strings.namePin,
        label: strings.name,
        value: pin.name,
        confirm: strings.save,
        missing: strings.pinNeedsName,
        save: async (name) => {
            const { value } = await send('PATCH', `/library/pins/${pin.id}`, { body: { name } });
            await pinsChanged(pin.id);
            return value;
        },
    });
}

/** Deletes a pin with its album; Undo restores both. */
export function deletePin(pin) {
    return deleteWithUndo([pin.id], {
        text: strings.deleted(nameOf(pin)),
        putBack: () => {
            pinsChanged(pin.id);
        },
        changed: () => {
            pinsChanged();
        },
    });
}

const lookUpName = later(() => import('./lookups.js'), 'lookUpName');
const welcome = later(() => import('../base/welcome.js'), 'welcome');

const states = {
    empty: strings.noPhotosYet,
    downloading: strings.downloading,
    interrupted: strings.interrupted,
    'none-found': strings.noPhotosFound,
    failed: strings.downloadFailed,
};

/** Returns the menu items of a pin. */
export function pinMenu(pin, { go, move }) {
    return [
        { text: strings.open, icon: 'image', run: () => go(`/app/pins/${pin.id}`) },
        mayWrite()
            ? {
                text: strings.rename,
                icon: 'entry',
                run: () => {
                    renamePin(pin);
                },
            }
            : null,
        placeService()
            ? {
                text: strings.lookUpName,
                icon: 'search',
                run: () => {
                    lookUpName(pin);
                },
            }
            : null,
        mayWrite() ? { text: strings.move, icon: 'locate', run: () => move(pin) } : null,
        mayWrite()
            ? {
                text: strings.delete,
                icon: 'trash',
                isDangerous: true,
                run: () => {
                    deletePin(pin);
                },
            }
            : null,
    ];
}

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
    let isAsked = false;
    /** Replaces the hint with the ways to start, if the library is empty. */
    async function welcomeOnce() {
        if (isAsked) return;
        isAsked = true;
        const found = await welcome(actions);
        if (found) ways.replaceChildren(found);
    }
    return {
        element,
        update(pins, total) {
            title.textContent = total === 0
                ? strings.noPinsYet
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
            hint.replaceChildren(...text);
            list.replaceChildren(
                ...pins.slice(0, 100).map((pin) =>
                    h(
                        'li',
                        null,
                        h(
                            'a',
                            { class: 'list-item', href: `/app/pins/${pin.id}`, data: { id: pin.id } },
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
                            onclick: (event) => openMenu(event.currentTarget, pinMenu(pin, actions)),
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
