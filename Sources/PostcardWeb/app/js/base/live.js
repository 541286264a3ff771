import { refresh, session } from './api.js';
import { isGuarded } from './router.js';
import { effect } from './signal.js';

/** The addresses at which changes show, by what ids begin with. Other changes show anywhere. */
const addresses = {
    pin: ['/library/pins', '/library/albums'],
    photo: ['/library/pins', '/library/albums', '/library/pictures'],
    journal: ['/library/journals'],
    place: ['/library/journals'],
    note: ['/library/journals'],
    entry: ['/library/entries', '/library/journals', '/library/pictures'],
    meme: ['/library/memes', '/library/pictures'],
    // The only ones of their kinds: the settings and the view of the map.
    library: ['/library/settings'],
    last: [],
};
/** Milliseconds in which changes gather: a command may make many. */
const pause = 200;

const channel = new BroadcastChannel('postcard-changes');
const waiting = new Set(/** @type {string[]} */ ([]));
let timer = 0;

/**
 * Shows what other tabs, devices and programs change. One tab has the stream of changes, and tells the
 * others.
 */
export function followChanges() {
    channel.onmessage = (event) => take(event.data);
    // A copy was shown, because the answer was late.
    navigator.serviceWorker?.addEventListener('message', ({ data }) => {
        if (data?.changed) refresh(data.changed.slice(location.origin.length));
    });
    let end = new AbortController();
    effect(() => {
        end.abort();
        if (!session.value) return;
        end = new AbortController();
        const { signal } = end;
        // Browsers tell pages without encryption of no other tab; then each has a stream of its own.
        if (!navigator.locks) return listen(signal);
        navigator.locks.request('postcard-changes', { signal }, () =>
            new Promise((resolve) => {
                signal.addEventListener('abort', resolve);
                listen(signal);
            })).catch(() => {});
    }, new AbortController().signal);
}

/** @param {AbortSignal} until */
function listen(until) {
    const events = new EventSource('/library/events');
    until.addEventListener('abort', () => events.close());
    let isFirst = true;
    events.addEventListener('change', ({ data }) => {
        const { ids } = JSON.parse(data);
        // The first tells where the changes stand, and no change.
        const isChange = !isFirst || ids?.length;
        isFirst = false;
        if (!isChange) return;
        take(ids ?? null);
        channel.postMessage(ids ?? null);
    });
}

/** @param {string[] | null} ids Null for too many to name. */
function take(ids) {
    dispatchEvent(new Event('postcard-changed'));
    for (const id of ids ?? ['']) {
        for (const address of addresses[id.split('-')[0]] ?? ['/library/']) waiting.add(address);
    }
    if (ids?.length) waiting.add('/library/deleted');
    timer ||= setTimeout(() => {
        timer = 0;
        const prefixes = [...waiting];
        waiting.clear();
        refresh(...prefixes);
    }, pause);
}

const worker = '/app/sw.js';

/** Keeps the app and what was read for when nobody answers, where the browser lets it. */
export async function keepForOffline() {
    if (!('serviceWorker' in navigator)) return;
    // The one policy for scripts from addresses, for this one address.
    const policy = window.trustedTypes?.createPolicy('app', {
        createScriptURL: (address) => {
            if (address === worker) return address;
            throw new TypeError('Not a script of the app');
        },
    });
    try {
        const registration = await navigator.serviceWorker.register(
            policy?.createScriptURL(worker) ?? worker,
            { scope: '/app/', updateViaCache: 'none' },
        );
        const takeOver = () => {
            if (registration.waiting && !isGuarded()) registration.waiting.postMessage('take over');
        };
        registration.addEventListener(
            'updatefound',
            () => registration.installing?.addEventListener('statechange', takeOver),
        );
        // A version that came while something was being written waits until that is done.
        addEventListener('popstate', takeOver);
        document.addEventListener('visibilitychange', takeOver);
        takeOver();
    } catch {
        // Private windows and strict settings have none; everything else works.
    }
}
