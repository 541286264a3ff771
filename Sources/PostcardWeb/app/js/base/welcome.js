import { get, mayWrite, refresh, session } from './api.js';
import { h, icon, set } from './dom.js';
import { deleteWithUndo, later } from './later.js';
import { isHere, photoService, placeService, tileHost } from './services.js';
import { complain, toast } from './toast.js';

const journalOf = later(() => import('../journals/list.js'), 'journalOf');

/** Photos of two trips, which are part of the app. */
const samples = [[
    'paris-dawn-over-the-lawn',
    'paris-rooftops-in-gold',
    'paris-bridge-at-dusk',
    'paris-night-lights',
], ['poole-stacks-at-noon', 'poole-stacks-at-sunrise', 'poole-boats-in-harbour']];
/** Keeps the ids of the journals that were made of samples. */
const key = 'postcard-samples';

/**
 * The ways into an empty library; null where something is in it, or who looks at it may only read.
 *
 * @param {{ go: (path: string) => void, search: () => void }} actions `search` goes to the field for places.
 */
export async function welcome({ go, search }) {
    if (!mayWrite()) return null;
    const lists = await Promise.all(
        ['journals', 'entries', 'memes'].map((name) => get(`/library/${name}?limit=1`)),
    ).catch(() => null);
    if (!lists || lists.some((list) => list.length)) return null;
    const input = h('input', {
        type: 'file',
        accept: 'image/*,video/*',
        multiple: true,
        hidden: true,
        onchange: () => tell([...input.files ?? []]),
    });
    const tell = async (files) => {
        const journal = files.length && await journalOf(files);
        if (journal) go(`/app/journals/${journal}`);
    };
    const card = (name, title, text, run) =>
        h(
            'button',
            { class: 'welcome-card', onclick: run },
            icon(name),
            h('b', null, title),
            h('small', null, text),
        );
    const sample = h('button', {
        class: 'button button-quiet',
        onclick: async () => {
            set(sample, { 'aria-busy': 'true', disabled: true });
            try {
                await addSamples();
                go('/app/journals');
            } catch (problem) {
                complain(problem);
            }
            sample.removeAttribute('aria-busy');
            sample.disabled = false;
        },
    }, 'Try with sample pictures');
    return h(
        'div',
        { class: 'welcome' },
        whatGoesOnline(),
        h(
            'div',
            { class: 'welcome-cards' },
            card('search', 'Look around a place', 'Find it, and see photos of it', search),
            card('journal', 'Tell a trip', 'Choose photos; they tell where and when', () => input.click()),
            card('meme', 'Make a meme', 'Words on any picture', () => go('/app/memes/new')),
        ),
        sample,
        input,
    );
}

/** Where the library is, and all that is sent elsewhere. */
function whatGoesOnline() {
    const { tiles } = session.value;
    const [photos, places] = [photoService(), placeService()];
    const sent = [
        photos && `The place of a pin, to ${photos}, to get photos.`,
        places &&
        `The words of a search, or the place of a pin to look up its name, to ${places}. Postcard asks before the first time.`,
        tiles && `The part of the map you look at, to ${tileHost(tiles.url)}, to show streets.`,
    ].filter(Boolean);
    return [
        h(
            'p',
            null,
            `Your library stays on ${isHere ? 'this computer' : 'the computer that runs Postcard'}. ${
                sent.length ? 'Only this goes online, when you ask for it:' : 'Nothing goes online.'
            }`,
        ),
        sent.length > 0 && h('ul', { class: 'small' }, sent.map((text) => h('li', null, text))),
    ];
}

/** Makes two journals of the samples. */
async function addSamples() {
    const folder = new URL('../../samples/', import.meta.url);
    const made = [];
    for (const names of samples) {
        const files = await Promise.all(names.map(async (name) => {
            const answer = await fetch(new URL(`${name}.jpg`, folder));
            return new File([await answer.blob()], `${name}.jpg`, { type: 'image/jpeg' });
        }));
        const journal = await journalOf(files);
        if (journal) made.push(journal);
        localStorage.setItem(key, JSON.stringify(made));
    }
    toast('Two sample trips are here.', { action: { text: 'Remove', run: removeSamples } });
}

/** Deletes the journals that were made of samples. */
export function removeSamples() {
    const ids = JSON.parse(localStorage.getItem(key) ?? '[]');
    localStorage.removeItem(key);
    if (ids.length) {
        deleteWithUndo(ids, {
            text: 'Sample trips removed',
            putBack: () => localStorage.setItem(key, JSON.stringify(ids)),
            changed: () => refresh('/library/'),
        });
    }
}
