import { get, mayWrite, newID, send } from '../base/api.js';
import { h, iconButton } from '../base/dom.js';
import { deleteWithUndo, offerUndo } from '../base/later.js';
import { photoService } from '../base/services.js';
import { complain, toast } from '../base/toast.js';
import { uploadPhotos } from '../base/uploads.js';
import { plural, position } from '../base/words.js';
import { strings } from '../strings/pins.js';
import { nameOf, openAtOnce, pinsChanged } from './map-panel.js';
import { project, showing } from './mercator.js';
import { renamePin } from './pin-menu.js';

/**
 * Drops and moves pins. A card at the bottom of the map shows the next actions.
 *
 * @param {{ map: import('./map-view.js').MapView, pins: import('./pins.js').PinLayer, foot: HTMLElement,
 *   list: HTMLElement, status: HTMLElement, go: (path: string) => void, until: AbortSignal }} options `list`
 *   is the default content of `foot`.
 */
export function pinCards({ map, pins, foot, list, status, go, until }) {
    /** Pins that the user has named or removed here, or is about to. */
    const named = new Set();
    const clear = () => {
        pins.mark(null);
        map.element.classList.remove('is-aiming');
    };
    const card = (content) => {
        clear();
        foot.replaceChildren(content);
        (content.querySelector('.button-primary') ?? content.querySelector('button')).focus({
            preventScroll: true,
        });
    };

    /** Drops a pin. A pin without a name gets the nearest city's name. */
    async function drop(coordinate, name, id = newID('pin')) {
        if (!mayWrite()) return toast(strings.viewOnly);
        try {
            const { value: pin, etag } = await send('POST', `/library/pins?id=${id}`, {
                body: name ? { coordinate, name } : { coordinate },
            });
            await pinsChanged();
            status.textContent = strings.dropped(nameOf(pin));
            if (openAtOnce()) return go(`/app/pins/${pin.id}`);
            show(pin);
            if (!name) suggestName(pin, etag);
        } catch (problem) {
            complain(problem, () => drop(coordinate, name, id));
        }
    }

    /**
     * Adds photos to the albums of the pins where they were taken. Drops missing pins, then moves the map to show all
     * these pins.
     */
    async function dropPhotos(files) {
        const known = new Set(pins.pins.map((pin) => pin.id));
        const answers = await uploadPhotos(files);
        const photos = answers.filter(Boolean).flat();
        if (!photos.length) return;
        const albums = [...new Set(photos.map((photo) => photo.album))];
        const made = albums.filter((id) => !known.has(id));
        offerUndo(
            strings.photosAtPins(plural(photos.length, 'photo'), plural(albums.length, 'pin')),
            async () => {
                await send('POST', '/library/deletions', {
                    body: {
                        ids: [
                            ...made,
                            ...photos.filter((photo) => known.has(photo.album)).map((photo) => photo.id),
                        ],
                    },
                });
                await pinsChanged();
            },
        );
        if (until.aborted) return;
        await pinsChanged();
        const shown = pins.pins.filter((pin) => albums.includes(pin.id));
        if (shown.length) map.fly(showing(shown.map((pin) => pin.coordinate), map.width, map.height));
    }

    /** Names a new pin after the nearest city or town in the built-in list. */
    async function suggestName(pin, etag) {
        const found = await get(
            `/library/gazetteer?at=${pin.coordinate.latitude},${pin.coordinate.longitude}`,
            until,
        ).catch(() => null);
        const name = found?.places?.[0]?.name;
        // Keeps a name that was given in the meantime. If another client gave it, the version has changed.
        if (!name || named.has(pin.id)) return;
        const answer = await send('PATCH', `/library/pins/${pin.id}`, { body: { name }, etag }).catch(() =>
            null
        );
        if (!answer) return;
        Object.assign(pin, answer.value);
        pinsChanged(pin.id);
        const shown = foot.querySelector(`[data-pin="${pin.id}"]`);
        shown?.querySelector('h2').replaceChildren(name);
        shown?.querySelectorAll('.button')[1].replaceChildren(strings.rename);
    }

    /** Shows the actions for a new pin. */
    function show(pin) {
        pins.current = pin.id;
        const close = () => {
            pins.current = '';
            foot.replaceChildren(list);
            map.draw();
        };
        const rename = async () => {
            named.add(pin.id);
            const renamed = await renamePin(pin);
            if (renamed) show(renamed);
        };
        const remove = () => {
            named.add(pin.id);
            close();
            deleteWithUndo([pin.id], {
                text: strings.pinRemoved,
                putBack: () => {
                    pinsChanged();
                },
                changed: () => {
                    pinsChanged();
                },
            });
        };
        card(
            mapCard({
                label: strings.newPin,
                title: pin.name || strings.newPin,
                text: position(pin.coordinate),
                close,
                pin: pin.id,
            }, [
                [strings.getPhotos, () => {
                    close();
                    go(`/app/pins/${pin.id}`);
                }],
                [pin.name ? strings.rename : strings.nameIt, rename],
                [strings.remove, remove],
            ], [photosNote(), openAtOnceSwitch()]),
        );
        map.draw();
    }

    /** Marks a search result until a pin is dropped there or the card is closed. */
    function found({ name, detail, coordinate }) {
        const close = () => {
            clear();
            foot.replaceChildren(list);
            map.element.focus({ preventScroll: true });
        };
        card(
            mapCard(
                { label: strings.place, title: name, text: detail ?? position(coordinate), close },
                mayWrite()
                    ? [[strings.dropPin, () => {
                        close();
                        drop(coordinate, name);
                    }]]
                    : [],
            ),
        );
        pins.mark(project(coordinate));
    }

    /** Lets the user move a pin by moving the map under a cross. */
    function move(pin) {
        map.fly({ ...project(pin.coordinate), zoom: Math.max(map.camera.zoom, 9) });
        const close = () => {
            clear();
            foot.replaceChildren(list);
            map.element.focus({ preventScroll: true });
        };
        const place = async () => {
            const before = pin.coordinate;
            const put = (coordinate) =>
                send('PATCH', `/library/pins/${pin.id}`, { body: { coordinate } }).then(() =>
                    pinsChanged(pin.id)
                );
            close();
            await put(map.middle).then(
                () =>
                    toast(strings.moved(nameOf(pin)), {
                        action: {
                            text: strings.undo,
                            run: () => {
                                put(before).catch(complain);
                            },
                        },
                    }),
                complain,
            );
        };
        card(
            mapCard({
                label: strings.movePin,
                title: strings.moveNamed(nameOf(pin)),
                text: strings.moveUntil,
                close,
            }, [[strings.moveHere, place], [strings.cancel, close]]),
        );
        map.element.classList.add('is-aiming');
    }

    return { drop, dropPhotos, move, found };
}

/**
 * Returns a card for the bottom of the map, with a title and actions.
 *
 * @param {{ label: string, title: string, text: string, close: () => void, pin?: string }} about
 * @param {[text: string, run: () => void][]} actions The first action is the primary one.
 * @param {import('../base/dom.js').Child} [more]
 */
function mapCard({ label, title, text, close, pin }, actions, more) {
    return h(
        'section',
        { class: 'map-panel dropped', 'aria-label': label, data: pin ? { pin } : {} },
        h(
            'div',
            { class: 'row dropped-head' },
            h(
                'div',
                { class: 'grow' },
                h('h2', { tabindex: '-1', class: 'one-line', dir: 'auto' }, title),
                h('p', { class: 'soft small' }, text),
            ),
            iconButton(strings.close, 'close', close),
        ),
        h(
            'div',
            { class: 'row' },
            actions.map(([name, run], at) =>
                h('button', {
                    class: ['button', at === 0 && 'button-primary'],
                    onclick: run,
                }, name)
            ),
        ),
        more,
    );
}

/** A note about the service that receives the location when photos are downloaded. */
const photosNote = () =>
    photoService() &&
    h('p', { class: 'soft small' }, strings.sendsLocation(photoService()));

const openAtOnceSwitch = () =>
    h(
        'label',
        { class: 'check small' },
        h('input', { type: 'checkbox', onchange: (event) => openAtOnce(event.target.checked) }),
        strings.openAtOnce,
    );
