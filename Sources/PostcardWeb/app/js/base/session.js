import { asOf, send, session } from './api.js';
import { h } from './dom.js';
import { sentenceFor } from './sentences.js';
import { effect } from './signal.js';
import { english } from './words.js';

/**
 * Finds out who is signed in: a ticket in the address's fragment is used once and taken out of it.
 *
 * @throws {import('./api.js').Problem} Nobody answers.
 */
export async function beginSession() {
    const ticket = new URLSearchParams(location.hash.slice(1)).get('t');
    if (ticket) {
        history.replaceState(history.state, '', location.pathname + location.search);
        try {
            await send('POST', '/session', { body: { ticket } });
        } catch (problem) {
            if (problem.isOffline) throw problem;
            refusal = problem.status === 429 ? problem.message : sentenceFor('ticketUsed')[1];
        }
    }
    await askWho();
}

/** Why the ticket of this visit was refused; empty where it was not. */
export let refusal = '';

/** What the service says to those who are not signed in. */
export let facts = /** @type {any} */ ({});

/** Asks who is signed in. */
export async function askWho() {
    try {
        const { value } = await send('GET', '/session');
        facts = value;
        // Without a scope, nobody is signed in and the library is not public.
        session.value = value.scope ? value : false;
        if (value.scope) localStorage.setItem('postcard-session', JSON.stringify(value));
        else localStorage.removeItem('postcard-session');
    } catch (problem) {
        // Who was signed in here reads the copies until somebody answers.
        const last = problem.isOffline && navigator.serviceWorker?.controller
            ? localStorage.getItem('postcard-session')
            : null;
        if (last) return void (session.value = JSON.parse(last));
        if (problem.status !== 401 && problem.status !== 403) throw problem;
        session.value = false;
    }
}

/** The other tabs of this browser. */
const tabs = new BroadcastChannel('postcard-session');
tabs.onmessage = () => {
    askWho().catch(() => {});
};

/** Tells other tabs that the session has ended. */
export const tellTabs = () => tabs.postMessage(null);

/** Says that copies are shown because nobody answers, and of when they are. */
export function tellOfCopies() {
    effect(() => {
        document.querySelector('.offline')?.remove();
        document.body.toggleAttribute('data-offline', Boolean(asOf.value));
        if (!asOf.value) return;
        const date = new Date(asOf.value);
        const time = date.toDateString() === new Date().toDateString()
            ? date.toLocaleTimeString(english, { timeStyle: 'short' })
            : date.toLocaleDateString(english, { dateStyle: 'medium' });
        document.body.append(
            h(
                'aside',
                { class: 'offline', 'aria-label': 'Offline' },
                h('span', { role: 'status' }, `Postcard does not answer. This is a copy of ${time}.`),
            ),
        );
    });
}
