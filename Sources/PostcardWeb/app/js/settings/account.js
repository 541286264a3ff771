import { forgetAll, send, session } from '../base/api.js';
import { h, set } from '../base/dom.js';
import { icon } from '../base/icons.js';
import { complain } from '../base/toast.js';

/** Who is signed in here, and the way out. */
export function account() {
    const who = session.value;
    const out = h('button', { class: 'button',
        onclick: async () => { set(out, { 'aria-busy': 'true' });
        try { await signOut(); } catch (problem) { complain(problem); out.removeAttribute('aria-busy'); } } }, icon('signout'), 'Sign out');
    return h('section', { class: 'stack setting' }, h('h2', null, 'This browser'),
        h('p', null, who?.name ? `Signed in as ${who.name}` : 'Signed in', who?.scope === 'read' ? ', to read only.' : '.'),
        h('div', { class: 'row' }, out));
}

/** Ends the session here and forgets all that was read. */
async function signOut() {
    await send('DELETE', '/session');
    forgetAll();
    localStorage.clear();
    if ('caches' in window) for (const name of await caches.keys()) await caches.delete(name);
    location.assign('/app/');
}
