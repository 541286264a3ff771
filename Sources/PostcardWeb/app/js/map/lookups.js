import { get, send, session } from '../base/api.js';
import { dialog } from '../base/dialog.js';
import { h } from '../base/dom.js';
import { serviceName } from '../base/services.js';
import { settings } from '../base/theme.js';
import { complain, toast } from '../base/toast.js';
import { nameOf, pinsChanged } from './map-panel.js';

/**
 * Asks whether searches may be sent to the place service, unless the library has the answer already. Until it
 * is yes, the service of the library sends none.
 *
 * @returns {Promise<boolean>}
 */
export async function mayLookUp() {
    const known = settings();
    const { 'place-lookups': choice } = known.value.peek() ?? await known.load();
    if (choice !== 'ask') return choice === 'on';
    const isAllowed = await askOnce();
    // Whoever closes the question is asked again the next time.
    if (isAllowed === null) return false;
    const { value, etag } = await send('PATCH', '/library/settings', {
        body: { 'place-lookups': isAllowed ? 'on' : 'off' },
    });
    known.take(value, etag);
    return isAllowed;
}

/** @returns {Promise<boolean | null>} Null where the question was closed. */
function askOnce() {
    const name = serviceName(session.value.places);
    const no = h('button', { class: 'button', onclick: () => question.close(false) }, 'Not now');
    const yes = h('button', {
        class: 'button button-primary',
        onclick: () => question.close(true),
    }, 'Allow');
    const question = dialog({
        title: `Search at ${name}?`,
        content: h(
            'div',
            { class: 'stack' },
            h('p', null, `${name} then gets:`),
            h(
                'ul',
                null,
                h(
                    'li',
                    null,
                    session.value.places === 'foursquare'
                        ? 'the words of a search, and the middle of the map, rounded to about 100 m'
                        : 'the words of a search',
                ),
                h(
                    'li',
                    null,
                    'the place of a pin, rounded to about 100 m, if you choose “Look up the name online” in its menu',
                ),
            ),
            h(
                'p',
                null,
                `It also learns the IP address of the computer that runs Postcard. Nothing is sent while you type.`,
            ),
            h(
                'p',
                { class: 'soft small' },
                'Your pins and large cities are found without it. You can change this in Settings.',
            ),
        ),
        actions: [no, yes],
    });
    yes.focus();
    return question.closed;
}

/** Gives a pin the name that the place service has for its place. */
export async function lookUpName(pin) {
    try {
        if (!await mayLookUp()) return;
        const { latitude, longitude } = pin.coordinate;
        const found = await get(`/library/gazetteer?online=true&limit=1&at=${latitude},${longitude}`);
        const name = found.places[0]?.name;
        if (!name) return void toast(`${serviceName(found.source)} has no name for this place.`);
        const before = nameOf(pin);
        const rename = async (text) => {
            await send('PATCH', `/library/pins/${pin.id}`, { body: { name: text } });
            await pinsChanged(pin.id);
        };
        await rename(name);
        toast(`“${name}”, by ${serviceName(found.source)}`, {
            action: { text: 'Undo', run: () => rename(before).catch(complain) },
        });
    } catch (problem) {
        complain(problem);
    }
}
