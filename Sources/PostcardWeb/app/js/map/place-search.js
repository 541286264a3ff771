import { isAbort, mayWrite, session } from '../base/api.js';
import { freshID, h, icon, linked } from '../base/dom.js';
import { later } from '../base/later.js';
import { placeService } from '../base/services.js';
import { strings } from '../strings/map.js';

const mayLookUp = later(() => import('./lookups.js'), 'mayLookUp');
const searchOnline = later(() => import('./lookups.js'), 'searchOnline');

/**
 * A place, or, with `ask`, a text to search for online.
 *
 * @typedef {{ name: string, detail?: string, coordinate?: import('./mercator.js').Coordinate, pin?: string,
 *   ask?: string }} FoundPlace
 */

/** Converts text for comparison: a space before each word, no accents, all lowercase. */
const plain = (text) =>
    ` ${text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[\s-]+/g, ' ')}`;

/** True if the place service finds places everywhere. Foursquare searches only around a coordinate. */
export const isWorldwide = () => session.value.places !== 'foursquare';

/**
 * Returns a search field for places. While the user types, it finds pins and large cities without using the network.
 * Pressing Enter searches online if the service has a gazetteer.
 *
 * @param {{ known: () => FoundPlace[], choose: (place: FoundPlace) => void, near?: () =>
 *   (import('./mercator.js').Coordinate & { radius?: number }) | null, first?: () => FoundPlace[], until:
 *   AbortSignal }} options `near` is the position to prefer in online searches, with a radius in meters. `first`
 *   lists places before the user types anything, and keeps the list open.
 * @returns {{ element: HTMLElement, input: HTMLInputElement, refresh: () => void }} `refresh` searches again
 *   when more places are known.
 */
export function placeSearch({ known, choose, near, first, until }) {
    const [field, list] = [freshID('search'), freshID('places')];
    let places = /** @type {FoundPlace[]} */ ([]);
    let active = -1;
    /** True if the list shows known places instead of online results. */
    let isTyped = Boolean(first);
    let asking = /** @type {AbortController | null} */ (null);
    const options = h('ul', {
        id: list,
        class: 'search-list',
        role: 'listbox',
        'aria-label': strings.places,
        hidden: true,
    });
    const note = h('p', { class: 'search-note small', role: 'status' });
    const input = h('input', {
        id: field,
        class: 'input search-input',
        type: 'search',
        placeholder: strings.search,
        'aria-label': strings.search,
        autocomplete: 'off',
        dir: 'auto',
        spellcheck: 'false',
        enterkeyhint: 'search',
        role: 'combobox',
        'aria-expanded': 'false',
        'aria-controls': list,
        'aria-autocomplete': 'list',
    });
    const close = () => show([], '');
    const take = (place) => {
        if (place.ask) return ask(place.ask);
        if (!first) {
            close();
            input.value = '';
            input.blur();
        }
        choose(place);
    };

    function show(found, text) {
        places = found;
        active = -1;
        options.replaceChildren(
            ...found.map((place, at) =>
                h(
                    'li',
                    {
                        id: `${list}-${at}`,
                        class: 'search-option',
                        role: 'option',
                        'aria-selected': 'false',
                        onpointerdown: (event) => event.preventDefault(),
                        onclick: () => take(place),
                    },
                    icon(place.ask ? 'search' : place.pin ? 'pin' : 'map'),
                    h(
                        'span',
                        { class: 'grow' },
                        h('b', { dir: 'auto' }, place.name),
                        place.detail &&
                            h('small', { class: 'soft' }, place.detail),
                    ),
                )
            ),
        );
        options.hidden = found.length === 0;
        input.setAttribute('aria-expanded', String(found.length > 0));
        input.removeAttribute('aria-activedescendant');
        note.replaceChildren(...linked(text));
        note.hidden = !text;
    }

    function move(step) {
        if (!places.length) return;
        active = (active + step + places.length) % places.length;
        [...options.children].forEach((option, at) =>
            option.setAttribute('aria-selected', String(at === active))
        );
        options.children[active].scrollIntoView({ block: 'nearest' });
        input.setAttribute('aria-activedescendant', `${list}-${active}`);
    }

    async function ask(text) {
        if (!placeService()) {
            // Online searches are turned off in the settings, or unavailable.
            const isOff = mayWrite() && session.value.places;
            return show(
                places,
                places.length ? '' : strings.noMatch + (isOff ? strings.allowSearches : ''),
            );
        }
        try {
            if (!await mayLookUp()) {
                // Without consent, the list for the current text still offers the online search.
                if (isTyped) filter();
                return;
            }
        } catch (problem) {
            return show([], problem.message);
        }
        asking?.abort();
        asking = new AbortController();
        isTyped = false;
        show([], strings.searching);
        try {
            // The result is undefined if the module can't be loaded; `later` reports that problem.
            show(...await searchOnline(text, near?.(), asking.signal) ?? [[], '']);
        } catch (problem) {
            if (!isAbort(problem)) show([], problem.message);
        }
    }

    function filter() {
        const text = input.value.trim();
        isTyped = Boolean(text || first);
        if (!text) return show(first?.() ?? [], '');
        const found = known().filter((place) => plain(place.name).includes(plain(text))).slice(0, 7);
        // Touch keyboards may have no Enter key.
        if (placeService()) {
            found.push({
                name: strings[isWorldwide() ? 'searchEverywhere' : 'searchNearby'](text),
                detail: strings.withService(placeService()),
                ask: text,
            });
        }
        show(found, found.length ? '' : strings.nothingMatches);
    }

    input.addEventListener('input', () => {
        asking?.abort();
        filter();
    });
    input.addEventListener('keydown', (event) => {
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1);
        else if (event.key === 'Escape' && (places.length || input.value)) {
            input.value = '';
            close();
        } else if (event.key === 'Enter' && active >= 0) take(places[active]);
        else if (event.key === 'Enter' && input.value.trim()) {
            if (places.length === 1 && !placeService()) take(places[0]);
            else ask(input.value.trim());
        } else return;
        event.preventDefault();
    });
    if (!first) {
        input.addEventListener('blur', () => {
            asking?.abort();
            isTyped = false;
            close();
        });
    }
    until.addEventListener('abort', () => asking?.abort());
    filter();
    return {
        input,
        element: h(
            'search',
            { class: 'search' },
            icon('search'),
            input,
            h('div', { class: 'search-results' }, options, note),
        ),
        refresh: () => {
            if (isTyped && active < 0) filter();
        },
    };
}
