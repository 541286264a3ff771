import { get, isAbort, send, session } from '../base/api.js';
import { dialog } from '../base/dialog.js';
import { h } from '../base/dom.js';
import { serviceName } from '../base/services.js';
import { settings } from '../base/theme.js';
import { complain, toast } from '../base/toast.js';
import { distance } from '../base/words.js';
import { strings } from '../strings/pins.js';
import { nameOf, pinsChanged } from './map-panel.js';
import { isWorldwide } from './place-search.js';

/**
 * Asks if searches may be sent to the place service, unless the library's setting already decides this.
 * Without consent, nothing is sent.
 *
 * @returns {Promise<boolean>}
 */
export async function mayLookUp() {
    const known = settings();
    const { 'place-lookups': choice } = known.value.peek() ?? await known.load();
    if (choice !== 'ask') return choice === 'on';
    const isAllowed = await askOnce();
    // If the user closes the question, it is asked again next time.
    if (isAllowed === null) return false;
    const { value, etag } = await send('PATCH', '/library/settings', {
        body: { 'place-lookups': isAllowed ? 'on' : 'off' },
    });
    known.take(value, etag);
    return isAllowed;
}

/** @returns {Promise<boolean | null>} Null if the question was closed. */
function askOnce() {
    const name = serviceName(session.value.places);
    const no = h('button', { class: 'button', onclick: () => question.close(false) }, strings.notNow);
    const yes = h('button', {
        class: 'button button-primary',
        onclick: () => question.close(true),
    }, strings.allow);
    const question = dialog({
        title: strings.searchWith(name),
        content: h(
            'div',
            { class: 'stack' },
            h('p', null, strings.willReceive(name)),
            h(
                'ul',
                null,
                h(
                    'li',
                    null,
                    strings.sentSearch(session.value.places === 'foursquare' ? '100 m' : '10 km'),
                ),
                h(
                    'li',
                    null,
                    strings.sentPin,
                ),
            ),
            h(
                'p',
                null,
                strings.seesIP(name),
            ),
            h(
                'p',
                { class: 'soft small' },
                strings.foundWithout,
            ),
        ),
        actions: [no, yes],
    });
    yes.focus();
    return question.closed;
}

/** Renames a pin to the place service's name for its location. */
export async function lookUpName(pin) {
    try {
        if (!await mayLookUp()) return;
        const { latitude, longitude } = pin.coordinate;
        const found = await get(`/library/gazetteer?online=true&limit=1&at=${latitude},${longitude}`);
        const name = found.places[0]?.name;
        if (!name) return void toast(strings.noNameFor(serviceName(found.source)));
        const before = nameOf(pin);
        const rename = async (text) => {
            await send('PATCH', `/library/pins/${pin.id}`, { body: { name: text } });
            await pinsChanged(pin.id);
        };
        await rename(name);
        toast(strings.renamedTo(name, serviceName(found.source)), {
            action: { text: strings.undo, run: () => rename(before).catch(complain) },
        });
    } catch (problem) {
        complain(problem);
    }
}

/** The maximum distance of Foursquare's searches, in meters. */
const farthest = 100_000;

/** Returns the parameters for a search that prefers places near a position. */
const nearness = ({ latitude, longitude, radius = farthest }) => ({
    near: `${latitude},${longitude}`,
    radius: String(isWorldwide() ? Math.min(farthest, Math.max(1000, Math.round(radius))) : farthest),
    ...isWorldwide() && { bounded: 'false' },
});

/**
 * Searches places online.
 *
 * @param {string} text
 * @param {(import('./mercator.js').Coordinate & { radius?: number }) | null | undefined} near The position to
 *   prefer.
 * @param {AbortSignal} until
 * @returns {Promise<[places: import('./place-search.js').FoundPlace[], note: string]>}
 * @throws {Error} The message is for the user.
 */
export async function searchOnline(text, near, until) {
    const query = new URLSearchParams({ text, ...near && nearness(near) });
    try {
        const { value } = await send('GET', `/library/gazetteer?${query}`, { until });
        const found = value.places.map((place) => ({
            name: place.name,
            detail: [place.distance !== undefined && distance(place.distance), place.address].filter(Boolean)
                .join(' · '),
            coordinate: place.coordinate,
        }));
        return [
            found,
            found.length ? value.notice ?? '' : strings.nothingFound(text),
        ];
    } catch (problem) {
        if (isAbort(problem) || !problem.code?.startsWith('provider')) throw problem;
        throw new Error(strings.searchUnavailable);
    }
}
