import { session } from './base/api.js';
import { fill, h, set } from './base/dom.js';
import { icon } from './base/icons.js';
import { keys } from './base/keys.js';
import { keepForOffline } from './base/offline.js';
import { go, start } from './base/router.js';
import { beginSession, signInScreen } from './base/session.js';
import { Shell } from './base/shell.js';
import { showShortcuts } from './base/shortcuts.js';
import { effect } from './base/signal.js';
import { failed } from './base/states.js';
import { followSettings } from './base/theme.js';
import { undoLast } from './base/undo.js';
import { missing, routes } from './routes.js';

const tabs = [
    ['map', '/app/', 'Map'], ['journals', '/app/journals', 'Journals'], ['entries', '/app/entries', 'Entries'],
        ['memes', '/app/memes', 'Memes'],
    ['pictures', '/app/pictures', 'Pictures'], ['trash', '/app/trash', 'Trash'], ['settings', '/app/settings', 'Settings'],
];
const icons = { map: 'map', journals: 'journal', entries: 'entry', memes: 'meme', pictures: 'image', trash: 'trash', settings: 'settings' };

const panes = /** @type {HTMLElement} */ (document.getElementById('panes'));
const navigation = /** @type {HTMLElement} */ (document.getElementById('tabs'));
const forever = new AbortController().signal;

const links = new Map(tabs.map(([tab, href, text]) => [tab, h('a', { class: 'tab', href, data: { tab } }, icon(icons[tab]),
    h('span', null, text))]));
navigation.append(...links.values());

const shell = new Shell(panes, routes, missing, route => {
    for (const [tab, link] of links) set(link, { 'aria-current': tab === route.tab ? 'page' : 'false' });
});

keys({
    1: ['Map', () => { go('/app/'); }], 2: ['Journals', () => { go('/app/journals'); }], 3: ['Entries', () => { go('/app/entries'); }],
    4: ['Memes', () => { go('/app/memes'); }], '?': ['Show the keyboard shortcuts', showShortcuts],
}, { until: forever });
keys({ 'Ctrl+z': ['Undo', () => { undoLast(); }] }, { until: forever, isEverywhere: true });

let isStarted = false;

/** Shows the app to those who are signed in, and to others where they can. */
function showFor(who) {
    document.body.toggleAttribute('data-signed-out', who === false);
    document.documentElement.dataset.state = who === false ? 'signed-out' : who ? 'ready' : 'starting';
    if (who === false) {
        document.title = 'Sign in · Postcard';
        document.getElementById('gate')?.remove();
        document.body.append(h('main', { id: 'gate' }, signInScreen()));
        document.querySelector('#gate input')?.focus();
    } else if (who) {
        document.getElementById('gate')?.remove();
        document.body.toggleAttribute('data-read-only', who.scope === 'read');
        if (!isStarted) start({ show: () => shell.show(), place: () => shell.place() });
        isStarted = true;
    }
}

async function begin() {
    try {
        await beginSession();
        document.getElementById('gate')?.remove();
        effect(() => showFor(session.value));
        followSettings();
        keepForOffline();
    } catch (problem) {
        const retry = () => { document.getElementById('gate')?.remove(); begin(); };
        document.getElementById('gate')?.remove();
        document.body.append(fill(h('main', { id: 'gate' }), h('div', { class: 'sign-in' }, h('h1', { class: 'wordmark' }, 'Postcard'),
            failed(problem, retry))));
    }
}

begin();
