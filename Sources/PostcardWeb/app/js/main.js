import { session } from './base/api.js';
import { fill, h, icon, set } from './base/dom.js';
import { keys, takeFiles } from './base/keys.js';
import { later, showShortcuts, undoLast } from './base/later.js';
import { go, match, start } from './base/router.js';
import { beginSession } from './base/session.js';
import { Shell } from './base/shell.js';
import { effect } from './base/signal.js';
import { failed } from './base/states.js';
import { followSettings } from './base/theme.js';
import { missing, routes } from './routes.js';
import { strings } from './strings/base.js';

const tabs = [
    ['map', '/app/', strings.map],
    ['journals', '/app/journals', strings.journals],
    ['entries', '/app/entries', strings.entries],
    ['memes', '/app/memes', strings.memes],
    ['pictures', '/app/pictures', strings.pictures],
    ['trash', '/app/trash', strings.trash],
    ['settings', '/app/settings', strings.settings],
];
const icons = {
    map: 'map',
    journals: 'journal',
    entries: 'entry',
    memes: 'meme',
    pictures: 'image',
    trash: 'trash',
    settings: 'settings',
};

const panes = /** @type {HTMLElement} */ (document.getElementById('panes'));
/** @type {HTMLElement} */ (document.querySelector('.skip')).textContent = strings.skipLink;
const navigation = /** @type {HTMLElement} */ (document.getElementById('tabs'));
const forever = new AbortController().signal;

const links = new Map(
    tabs.map((
        [tab, href, text],
    ) => [
        tab,
        h(
            'a',
            { class: ['tab', tab === 'trash' && 'writes'], href, data: { tab } },
            icon(icons[tab]),
            h('span', null, text),
        ),
    ]),
);
// These replace the same tabs in the page.
navigation.replaceChildren(...links.values());

const shell = new Shell(panes, routes, missing, (route) => {
    for (const [tab, link] of links) set(link, { 'aria-current': tab === route.tab ? 'page' : 'false' });
});

keys({
    ...Object.fromEntries(
        tabs.slice(0, 5).map(([, path, text], at) => [at + 1, [text, () => {
            go(path);
        }]]),
    ),
    '?': [strings.showShortcuts, showShortcuts],
}, { until: forever });
keys({
    'Ctrl+z': [strings.undo, () => {
        undoLast();
    }],
}, { until: forever, isEverywhere: true });

// Without this, files dropped outside a drop target would replace the app.
takeFiles(document.documentElement, (files) => {
    if (isStarted && !document.querySelector('dialog:modal')) beginEntry(files);
}, forever);

const signInScreen = later(() => import('./base/sign-in.js'), 'signInScreen');
/** Keeps the app for offline use. A failure to load the module is ignored, since it happens only offline. */
const keepForOffline = () => import('./base/live.js').then((module) => module.keepForOffline(), () => {});
const resumeUploads = later(() => import('./base/uploads.js'), 'resumeUploads');
const followChanges = later(() => import('./base/live.js'), 'followChanges');
const showCopyBanner = later(() => import('./base/live.js'), 'showCopyBanner');
const beginEntry = later(() => import('./entries/form.js'), 'beginEntry');
let isStarted = false;

/** Shows the app to signed-in users, and the sign-in screen to others. */
function showFor(who) {
    document.body.toggleAttribute('data-signed-out', who === false);
    document.documentElement.dataset.state = who === false ? 'signed-out' : who ? 'ready' : 'starting';
    if (who === false) {
        document.title = strings.signInTitle;
        signInScreen().then((screen) => {
            if (session.value !== false || !screen) return;
            document.getElementById('gate')?.remove();
            document.body.append(h('main', { id: 'gate' }, screen));
            /** @type {HTMLElement | null} */ (document.querySelector('#gate input'))?.focus();
        });
    } else if (who) {
        document.getElementById('gate')?.remove();
        document.body.toggleAttribute('data-read-only', who.scope === 'read');
        if (isStarted) return;
        // The service redirected a shared page here, so the user can sign in.
        const next = new URLSearchParams(location.search).get('next');
        if (next?.startsWith('/library/share.html?')) return location.replace(next);
        isStarted = true;
        start({ show: () => shell.show(), place: () => shell.place() });
        // This downloads all files of the app, so it waits for the first screen.
        shell.isReady.then(() => setTimeout(() => session.value && keepForOffline(), 1000));
        shell.isReady.then(showCopyBanner).then(followChanges);
        if (localStorage.getItem('postcard-uploads')) shell.isReady.then(resumeUploads);
    }
}

async function begin() {
    try {
        await beginSession();
        document.getElementById('gate')?.remove();
        effect(() => showFor(session.value));
        followSettings();
    } catch (problem) {
        const retry = () => {
            document.getElementById('gate')?.remove();
            begin();
        };
        document.getElementById('gate')?.remove();
        document.body.append(
            fill(
                h('main', { id: 'gate' }),
                h(
                    'div',
                    { class: 'sign-in' },
                    h('h1', { class: 'wordmark' }, 'Postcard'),
                    failed(problem, retry),
                ),
            ),
        );
    }
}

// Pasting a ticket into the URL of an open page changes only the fragment.
addEventListener('hashchange', () => {
    if (/^#t=/.test(location.hash)) location.reload();
});
// The screen's modules load while the session is requested.
match(routes, location.pathname)?.route.panes.at(-1)?.load().catch(() => {});
begin();
