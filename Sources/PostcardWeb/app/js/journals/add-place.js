import { get, refresh, resource, send, session } from '../base/api.js';
import { dialog } from '../base/dialog.js';
import { fill, freshID, h, set } from '../base/dom.js';
import { icon } from '../base/icons.js';
import { isAbort } from '../base/problem.js';
import { currentPosition } from '../base/position.js';
import { position } from '../base/words.js';
import { known, loadCities } from './known-places.js';

/**
 * Asks for a place and adds it to a journal: where the reader is, a pin, a city, or what the place service finds.
 *
 * @param {any} journal
 * @returns {Promise<any>} The place; null when it was dismissed.
 */
export async function addPlace(journal) {
    const stop = new AbortController();
    const [field, list, note] = [freshID('place'), freshID('places'), freshID('note')];
    const hasService = (session.value?.places ?? []).length > 0;
    const message = h('p', { id: note, class: 'soft small', role: 'status' });
    const results = h('ul', { class: 'list place-results', id: list, role: 'listbox', 'aria-label': 'Places' });
    const input = h('input', { id: field, class: 'input', type: 'search', role: 'combobox', autocomplete: 'off', enterkeyhint: 'search',
        'aria-expanded': 'false', 'aria-controls': list, 'aria-autocomplete': 'list', 'aria-describedby': note,
        placeholder: 'Louvre, Paris' });
    const hint = hasService ? 'Enter searches everywhere.' : 'Pins and large cities are found.';
    const pins = resource('/library/pins').touch();
    let active = -1;
    loadCities().then(() => { if (input.value.trim()) filter(); });

    function show(places, text = hint) {
        active = -1;
        fill(results, places.map((place, at) => h('li',
            { id: `${list}-${at}`, role: 'option', 'aria-selected': 'false', class: 'list-item', onclick: () => choose(place) },
            icon(place.pin ? 'pin' : 'map'),
            h('span', { class: 'grow' }, h('b', null, place.name || 'A pin'), h('span', { class: 'soft small' }, place.detail)))));
        results.hidden = !places.length;
        set(input, { 'aria-expanded': String(places.length > 0) });
        input.removeAttribute('aria-activedescendant');
        message.textContent = text;
    }

    const filter = () => show(known(input.value, pins.value.peek() ?? []));

    /** Asks the place service, only when somebody says so: it forbids questions at each letter. */
    async function search() {
        const text = input.value.trim();
        if (!text) return input.focus();
        if (!hasService) return filter();
        message.textContent = 'Searching…';
        try {
            const { places, notice } = await get(`/library/gazetteer?${new URLSearchParams({ text })}`, stop.signal);
            show(places.map(place => ({ name: place.name, detail: place.address, coordinate: place.coordinate })),
                places.length ? notice : `Nothing is called “${text}” there. Try another spelling.`);
        } catch (problem) { if (!isAbort(problem)) message.textContent = problem.message; }
    }

    async function choose(place) {
        message.textContent = 'Adding…';
        try {
            const body = place.pin ? { pin: place.pin, name: place.name || 'A place' } : { coordinate: place.coordinate, name: place.name };
            const { value } = await send('POST', `/library/journals/${journal.id}/places`, { body });
            await refresh(`/library/journals/${journal.id}`);
            box.close(value);
        } catch (problem) { message.textContent = problem.message; }
    }

    async function here() {
        set(locate, { 'aria-busy': 'true' });
        try {
            const coordinate = await currentPosition();
            const found = hasService ? await get(`/library/gazetteer?at=${coordinate.latitude},${coordinate.longitude}`,
                stop.signal).catch(() => null) : null;
            await choose({ name: found?.places?.[0]?.name || position(coordinate), coordinate });
        } catch (error) {
            fill(message, `${error.message} `, h('button', { type: 'button', class: 'button', onclick: middle }, 'Use the middle of the map'));
        } finally { locate.removeAttribute('aria-busy'); }
    }

    async function middle() {
        try {
            // As it was seen here last, otherwise as the library keeps it: a library without pins keeps none.
            const { center } = JSON.parse(localStorage.getItem('postcard-view') ?? 'null') ?? await get('/library/map', stop.signal);
            await choose({ name: input.value.trim() || position(center), coordinate: center });
        } catch (problem) { message.textContent = problem.message; }
    }

    function pressed(event) {
        const count = results.childElementCount;
        if (event.key === 'Enter') {
            event.preventDefault();
            if (active >= 0) /** @type {HTMLElement} */ (results.children[active]).click();
            else search();
        } else if (['ArrowDown', 'ArrowUp'].includes(event.key) && count) {
            event.preventDefault();
            if (active >= 0) set(results.children[active], { 'aria-selected': 'false' });
            active = (active + (event.key === 'ArrowDown' ? 1 : -1) + count + 1) % (count + 1);
            if (active === count) active = -1;
            if (active < 0) return input.removeAttribute('aria-activedescendant');
            set(results.children[active], { 'aria-selected': 'true' });
            set(input, { 'aria-activedescendant': `${list}-${active}` });
            results.children[active].scrollIntoView({ block: 'nearest' });
        }
    }

    input.addEventListener('input', filter);
    input.addEventListener('keydown', pressed);
    const locate = h('button', { type: 'button', class: 'button', onclick: here }, icon('locate'), 'Where I am');
    const box = dialog({ title: 'Add a place', kind: 'sheet',
        content: h('div', { class: 'stack add-place' }, h('label', { class: 'field', for: field }, 'Search a place'),
        h('div', { class: 'search-line' }, input, h('button', { type: 'button', class: 'button', onclick: search }, 'Search')), message, results,
            h('div', { class: 'row' }, locate)) });
    pins.load().then(filter, filter);
    filter();
    input.focus();
    const result = await box.closed;
    stop.abort();
    return result;
}
