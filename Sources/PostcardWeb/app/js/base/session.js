import { forgetAll, send, session } from './api.js';
import { freshID, h } from './dom.js';

/**
 * Finds out who is signed in: a ticket in the address's fragment is used once and taken out of it.
 *
 * @throws {import('./problem.js').Problem} Nobody answers.
 */
export async function beginSession() {
    const ticket = new URLSearchParams(location.hash.slice(1)).get('t');
    if (ticket) {
        history.replaceState(history.state, '', location.pathname + location.search);
        try {
            await send('POST', '/session', { body: { ticket } });
        } catch (problem) {
            if (problem.isOffline) throw problem;
            refusal = problem.status === 429 ? problem.message
                : 'This link was used before or is too old. Run “postcard app” again for a new one, or sign in with a token.';
        }
    }
    await ask();
}

let refusal = '';

async function ask() {
    try {
        const { value } = await send('GET', '/session');
        // Without a scope, nobody is signed in and the library is not public.
        session.value = value.scope ? value : false;
        if (value.scope) localStorage.setItem('postcard-session', JSON.stringify(value));
        else localStorage.removeItem('postcard-session');
    } catch (problem) {
        // Who was signed in here reads the copies until somebody answers.
        const last = problem.isOffline && navigator.serviceWorker?.controller ? localStorage.getItem('postcard-session') : null;
        if (last) return void (session.value = JSON.parse(last));
        if (problem.status !== 401 && problem.status !== 403) throw problem;
        session.value = false;
    }
}

/** Ends the session here and forgets all that was read. */
export async function signOut() {
    await send('DELETE', '/session');
    forgetAll();
    localStorage.clear();
    if ('caches' in window) for (const name of await caches.keys()) await caches.delete(name);
    location.assign('/app/');
}

/** The screen on which somebody signs in with a token. */
export function signInScreen() {
    const [field, note] = [freshID('token'), freshID('note')];
    const input = h('input', { id: field, class: 'input', type: 'password', name: 'token', autocomplete: 'current-password',
        spellcheck: 'false', autocapitalize: 'none', 'aria-describedby': note });
    const message = h('p', { id: note, class: 'field-problem', role: 'alert' }, refusal);
    const submit = h('button', { type: 'submit', class: 'button button-primary button-wide' }, 'Sign in');
    const form = h('form', { novalidate: true, class: 'stack', onsubmit: async event => {
        event.preventDefault();
        const token = input.value.trim();
        message.textContent = token ? '' : 'Enter your token first.';
        if (!token) return input.focus();
        submit.setAttribute('aria-busy', 'true');
        try {
            await send('POST', '/session', { body: { token } });
            forgetAll();
            await ask();
        } catch (problem) {
            message.textContent = problem.message;
            input.focus();
            input.select();
        } finally { submit.removeAttribute('aria-busy'); }
    } }, h('label', { class: 'field', for: field }, 'Token'), input, message, submit);
    return h('div', { class: 'sign-in' }, h('div', { class: 'card' }, h('h1', { class: 'wordmark' }, 'Postcard'),
        h('p', { class: 'soft' }, 'Sign in with the token that the owner of this library gave you.'), form,
        !isSecureContext && h('p', { class: 'soft small' },
            'This connection is not encrypted, so the browser keeps your position, the camera and sharing to itself. Taking pictures by the file button still works.')));
}
