import { strings } from '../strings/pins.js';
import { appFile, get, mayWrite, parsed, refresh, session } from './api.js';
import { chooseFiles, h, icon, set } from './dom.js';
import { deleteWithUndo, later } from './later.js';
import { isHere, photoService, placeService, tileHost } from './services.js';
import { useStyle } from './theme.js';
import { complain, toast } from './toast.js';

const journalOf = later(() => import('../journals/list.js'), 'journalOf');

/** Photos of two trips, included in the app. */
const samples = [[
    'paris-dawn-over-the-lawn',
    'paris-rooftops-in-gold',
    'paris-bridge-at-dusk',
    'paris-night-lights',
], ['poole-stacks-at-noon', 'poole-stacks-at-sunrise', 'poole-boats-in-harbour']];
/** The storage key for the ids of the sample journals. */
const key = 'postcard-samples';

/**
 * Returns the ways to start in an empty library; null if the library has contents or the user may not change it.
 *
 * @param {{ go: (path: string) => void, search: () => void }} actions `search` focuses the search field.
 */
export async function welcome({ go, search }) {
    await useStyle('welcome');
    if (!mayWrite()) return null;
    const lists = await Promise.all(
        ['journals', 'entries', 'memes'].map((name) => get(`/library/${name}?limit=1`)),
    ).catch(() => null);
    if (!lists || lists.some((list) => list.length)) return null;
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
    }, strings.trySamples);
    return h(
        'div',
        { class: 'welcome' },
        onlineUse(),
        h(
            'div',
            { class: 'welcome-cards' },
            card('search', strings.explore, strings.exploreText, search),
            card(
                'journal',
                strings.story,
                strings.storyText,
                () => chooseFiles('image/*,video/*,.gpx', (files) => journalOf(files, go)),
            ),
            card('meme', strings.makeMeme, strings.makeMemeText, () => go('/app/memes/new')),
        ),
        sample,
    );
}

/** Returns where the library is stored, and what data goes online. */
function onlineUse() {
    const { tiles } = session.value;
    const [photos, places] = [photoService(), placeService()];
    const sent = [
        photos && strings.sentForPhotos(photos),
        places &&
        strings.sentForPlaces(places),
        tiles &&
        strings.sentForStreets(tileHost(tiles.url)),
    ].filter(Boolean);
    return [
        h(
            'p',
            null,
            `${isHere ? strings.staysHere : strings.staysThere} ${
                sent.length ? strings.onlyThisGoesOnline : strings.nothingGoesOnline
            }`,
        ),
        sent.length > 0 && h('ul', { class: 'small' }, sent.map((text) => h('li', null, text))),
    ];
}

/** Creates two journals from the samples. */
async function addSamples() {
    const made = [];
    for (const names of samples) {
        const files = await Promise.all(names.map(async (name) => {
            const answer = await appFile(`samples/${name}.jpg`);
            return new File([await answer.blob()], `${name}.jpg`, { type: 'image/jpeg' });
        }));
        await journalOf(files, (path) => made.push(path.split('/').at(-1)));
        localStorage.setItem(key, JSON.stringify(made));
    }
    toast(strings.samplesAdded, { action: { text: strings.remove, run: removeSamples } });
}

/** Deletes the sample journals. */
export function removeSamples() {
    const ids = parsed(localStorage.getItem(key)) ?? [];
    localStorage.removeItem(key);
    if (ids.length) {
        deleteWithUndo(ids, {
            text: strings.samplesRemoved,
            putBack: () => localStorage.setItem(key, JSON.stringify(ids)),
            changed: () => refresh('/library/'),
        });
    }
}
