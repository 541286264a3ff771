import { get, parsed, refresh, resource, send } from '../base/api.js';
import { dialog } from '../base/dialog.js';
import { chooseFiles, fill, h, icon, set } from '../base/dom.js';
import { useStyle } from '../base/theme.js';
import { position } from '../base/words.js';
import { placeSearch } from '../map/place-search.js';
import { currentPosition } from '../map/position.js';
import { loadCities } from '../map/world.js';
import { strings } from '../strings/journals.js';
import { addFiles } from './list.js';

/**
 * Lets the user choose a place for a journal: their location, a pin, a city, or a search result. Adds the place.
 *
 * @param {any} journal
 * @returns {Promise<any>} The place; null if the dialog was dismissed.
 */
export async function addPlace(journal) {
    await useStyle('map');
    const stop = new AbortController();
    const message = h('p', { class: 'soft small', role: 'status' });
    let isAdding = false;
    const pins = resource('/library/pins?limit=200').touch();
    let cities = /** @type {[string, number, number][]} */ ([]);
    /** The journal's last place: the next place is probably nearby. */
    const before = resource(`/library/journals/${journal.id}`).value.peek()?.stops.findLast((stop) =>
        stop.place
    )
        ?.place;
    const place = (name, coordinate, more) => ({ name, coordinate, detail: position(coordinate), ...more });
    const own = () =>
        [...pins.value.peek() ?? []].reverse().map((pin) =>
            place(pin.name || position(pin.coordinate, 3), pin.coordinate, {
                pin: pin.id,
                detail: strings.pinAt(position(pin.coordinate)),
            })
        );
    const search = placeSearch({
        until: stop.signal,
        choose,
        near: () => before?.coordinate ?? null,
        first: () => own().slice(0, 5),
        known: () => [
            ...own(),
            ...cities.map(([name, latitude, longitude]) => place(name, { latitude, longitude })),
        ],
    });
    loadCities().then((found) => {
        cities = found;
        search.refresh();
    });
    pins.load().then(search.refresh, () => {});

    async function choose({ pin, name, coordinate }) {
        if (isAdding) return;
        isAdding = true;
        message.textContent = strings.adding;
        try {
            const { value } = await send('POST', `/library/journals/${journal.id}/places`, {
                body: pin ? { pin, name } : { coordinate, name },
            });
            await refresh(`/library/journals/${journal.id}`);
            box.close(value);
        } catch (problem) {
            message.textContent = problem.message;
            isAdding = false;
        }
    }

    async function here() {
        set(locate, { 'aria-busy': 'true' });
        try {
            const coordinate = await currentPosition();
            // The nearest city or town in the built-in list.
            const found = await get(
                `/library/gazetteer?at=${coordinate.latitude},${coordinate.longitude}`,
                stop.signal,
            ).catch(() => null);
            await choose(place(found?.places?.[0]?.name || position(coordinate), coordinate));
        } catch (error) {
            fill(
                message,
                `${error.message} `,
                h('button', { class: 'button', onclick: middle }, strings.useCenter),
            );
        } finally {
            locate.removeAttribute('aria-busy');
        }
    }

    /**
     * Adds a photo to the journal, at the place where it was taken. Browsers share locations only over HTTPS,
     * but a photo may contain a location.
     */
    async function photoHere([file]) {
        message.textContent = strings.adding;
        set(locate, { 'aria-busy': 'true' });
        const [answer] = await addFiles(journal.id, [file]);
        locate.removeAttribute('aria-busy');
        const [entry] = [answer ?? []].flat();
        if (entry?.place) return box.close({ id: entry.place });
        message.textContent = entry ? strings.noLocation : strings.notAdded;
    }

    async function middle() {
        try {
            // This browser's last map view, or else the library's: a library without pins stores no view.
            const view = parsed(localStorage.getItem('postcard-view')) ??
                await get('/library/map', stop.signal);
            if (!view) return void (message.textContent = strings.moveMapFirst);
            await choose(place(search.input.value.trim() || position(view.center), view.center));
        } catch (problem) {
            message.textContent = problem.message;
        }
    }

    const locate = isSecureContext
        ? h('button', { class: 'button', onclick: here }, icon('locate'), strings.whereIAm)
        : h(
            'button',
            { class: 'button', onclick: () => chooseFiles('image/*', photoHere, { usesCamera: true }) },
            icon('camera'),
            strings.photoHere,
        );
    const box = dialog({
        title: strings.addPlace,
        kind: 'sheet',
        content: h(
            'div',
            { class: 'stack add-place' },
            search.element,
            h('div', { class: 'row' }, locate),
            message,
        ),
    });
    search.input.focus();
    const result = await box.closed;
    stop.abort();
    return result;
}
