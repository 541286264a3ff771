import { strings } from '../strings/base.js';
import { locale } from '../strings/language.js';
import { asOf, refresh, send, session } from './api.js';
import { h } from './dom.js';
import { isGuarded } from './router.js';
import { effect } from './signal.js';
import { events } from './streams.js';

/** The paths that a change affects, by the type prefix of the id. Other changes affect all paths. */
const paths = {
    pin: ['/library/pins', '/library/albums'],
    photo: ['/library/pins', '/library/albums', '/library/pictures'],
    journal: ['/library/journals'],
    place: ['/library/journals'],
    note: ['/library/journals'],
    entry: ['/library/entries', '/library/journals', '/library/pictures'],
    meme: ['/library/memes', '/library/pictures'],
    // There is only one set of settings, and one map view.
    library: ['/library/settings'],
    last: [],
};
/** The time for collecting changes, in milliseconds. One command may make many changes. */
const pause = 200;

const channel = new BroadcastChannel('postcard-changes');
const waiting = new Set(/** @type {string[]} */ ([]));
let timer = 0;

/** Shows changes by other tabs, devices and programs. One tab receives the stream and notifies the others. */
export function followChanges() {
    channel.onmessage = (event) => take(event.data);
    // The service worker returned a copy because the response was late.
    navigator.serviceWorker?.addEventListener('message', ({ data }) => {
        if (data?.changed) refresh(data.changed.slice(location.origin.length));
    });
    let end = new AbortController();
    effect(() => {
        end.abort();
        if (!session.value) return;
        end = new AbortController();
        const { signal } = end;
        // Without HTTPS, tabs have no locks, so each one has its own stream.
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
    let isFirst = true;
    let wasAway = false;
    const change = ({ ids }) => {
        // The first event only reports the current position in the stream.
        const isChange = !isFirst || ids?.length;
        isFirst = false;
        if (!isChange) return;
        take(ids ?? null);
        channel.postMessage(ids ?? null);
    };
    const source = events('/library/events', { change }, until);
    source.addEventListener('error', () => {
        wasAway = true;
    });
    // The service is back. Everything may have changed, and the screen may show stored copies.
    source.addEventListener('open', () => {
        if (!wasAway) return;
        wasAway = false;
        take(null);
        channel.postMessage(null);
    });
}

/** @param {string[] | null} ids Null if there are too many to list. */
function take(ids) {
    dispatchEvent(new Event('postcard-changed'));
    for (const id of ids ?? ['']) {
        for (const path of paths[id.split('-')[0]] ?? ['/library/']) waiting.add(path);
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

/** Keeps the app and viewed data for offline use, if the browser allows it. */
export async function keepForOffline() {
    if (!('serviceWorker' in navigator)) return;
    // The app's only policy for script URLs allows only the service worker's URL.
    const policy = window.trustedTypes?.createPolicy('app', {
        createScriptURL: (url) => {
            if (url === worker) return url;
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
        // A new version waits until unsaved work is finished.
        addEventListener('popstate', takeOver);
        document.addEventListener('visibilitychange', takeOver);
        takeOver();
    } catch {
        // Service workers are unavailable in private windows and with strict settings; everything else works.
    }
}

/** The time between requests while the service is unreachable, in milliseconds. */
const retryPause = 5000;

/** While the service is unreachable, shows a banner with the time of the stored copies. */
export function showCopyBanner() {
    let timer = 0;
    // The service worker keeps no copy of the session, so a response means that the service is back.
    const ask = () => send('GET', '/session').then(() => refresh('/library/'), () => {});
    effect(() => {
        clearInterval(timer);
        if (asOf.value) timer = setInterval(ask, retryPause);
        document.querySelector('.offline')?.remove();
        document.body.toggleAttribute('data-offline', Boolean(asOf.value));
        if (!asOf.value) return;
        const date = new Date(asOf.value);
        const time = date.toDateString() === new Date().toDateString()
            ? date.toLocaleTimeString(locale, { timeStyle: 'short' })
            : date.toLocaleDateString(locale, { dateStyle: 'medium' });
        document.body.append(
            h(
                'aside',
                { class: 'offline', 'aria-label': strings.offline },
                h('span', { role: 'status' }, strings.copyFrom(time)),
            ),
        );
    });
}
