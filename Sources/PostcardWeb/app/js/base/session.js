import { parsed, send, session } from './api.js';

/**
 * Loads the session. First, a ticket in the URL's fragment is redeemed and removed from the URL.
 *
 * @throws {import('./api.js').Problem} The service is unreachable.
 */
export async function beginSession() {
    const ticket = new URLSearchParams(location.hash.slice(1)).get('t');
    if (ticket) {
        history.replaceState(history.state, '', location.pathname + location.search);
        try {
            await send('POST', '/session', { body: { ticket } });
        } catch (problem) {
            if (problem.isOffline) throw problem;
            refusal = problem.status === 429
                ? problem.message
                : (await import('./sentences.js')).sentenceFor('ticketUsed')[1];
        }
    }
    await loadSession();
}

/** The reason why this visit's ticket was rejected; empty if the ticket was not rejected. */
export let refusal = '';

/** The service's response to `GET /session`, which is available even without a session. */
export let facts = /** @type {any} */ ({});

/** Loads the session. */
export async function loadSession() {
    try {
        const { value } = await send('GET', '/session');
        facts = value;
        // No scope means that the client is signed out and the library is not public.
        session.value = value.scope ? value : false;
        if (value.scope) localStorage.setItem('postcard-session', JSON.stringify(value));
        else localStorage.removeItem('postcard-session');
    } catch (problem) {
        // A client that was signed in uses the stored copies until the service responds.
        const last = problem.isOffline && navigator.serviceWorker?.controller
            ? localStorage.getItem('postcard-session')
            : null;
        if (last) return void (session.value = parsed(last) ?? false);
        if (problem.status !== 401 && problem.status !== 403) throw problem;
        session.value = false;
    }
}

/** The channel to other tabs in this browser. */
const tabs = new BroadcastChannel('postcard-session');
tabs.onmessage = () => {
    loadSession().catch(() => {});
};

/** Notifies other tabs that the session has ended. */
export const notifyTabs = () => tabs.postMessage(null);
