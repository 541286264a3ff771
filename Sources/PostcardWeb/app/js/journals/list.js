import { mayWrite, newID, parsed, picture, refresh, resource, send } from '../base/api.js';
import { chooseFiles, h, icon } from '../base/dom.js';
import { askForText, later, openMenu, share } from '../base/later.js';
import { growingList, showResource } from '../base/lists.js';
import { press } from '../base/pointers.js';
import { effect } from '../base/signal.js';
import { empty, head } from '../base/states.js';
import { complain, toast } from '../base/toast.js';
import { deleteFromList, deleteWithUndo } from '../base/undo.js';
import { countOf, dayOf, plural } from '../base/words.js';
import { strings } from '../strings/journals.js';

/** Asks for a new name for a journal. */
const renameJournal = (journal) =>
    askForText({
        title: strings.renameJournal,
        label: strings.name,
        value: journal.name,
        confirm: strings.rename,
        missing: strings.journalNeedsName,
        save: async (name) => {
            await send('PATCH', `/library/journals/${journal.id}`, { body: { name } });
            await refresh('/library/journals');
        },
    });

/**
 * Returns the title of a journal. On a phone, it does not end in the dates of an automatic name, such as `Lisbon and
 * Sintra, 12 to 17 June 2026`: they are shown below.
 */
export function titleOf(name) {
    const [, places, days] = /^(.+?)(, \d[\w ]*[A-Z][a-z]+ \d{4})$/.exec(name) ?? [];
    return places ? h('span', null, places, h('span', { class: 'only-wide' }, days)) : name;
}

/** True if the places of a journal contain anything that a page can show. */
export const hasContents = (stops) => stops.some(({ notes, entries }) => notes.length || entries.length);

/** Shares places or a journal, unless they are empty. */
export function shareStops({ id, name }, stops) {
    if (hasContents(stops)) share({ title: name, ids: [id] });
    else toast(strings.nothingToShare);
}

/** Shares a journal. */
export const shareJournal = (journal) =>
    resource(`/library/journals/${journal.id}`).load().then(
        ({ stops }) => shareStops(journal, stops),
        complain,
    );

/**
 * Returns the menu items of a journal. A deleted journal disappears from the list at once.
 *
 * @param {any} journal
 * @param {() => void} [deleted] Called after Delete was chosen.
 */
export const journalMenu = (journal, deleted = () => {}) => [
    { text: strings.share, icon: 'share', run: () => shareJournal(journal) },
    ...mayWrite()
        ? [
            { text: strings.rename, icon: 'text', run: () => renameJournal(journal) },
            {
                text: strings.addFiles,
                icon: 'plus',
                // iPhones allow no GPX file if types are specified.
                run: () => chooseFiles('', (files) => addFiles(journal.id, files)),
            },
            {
                text: strings.delete,
                icon: 'trash',
                isDangerous: true,
                run: () => {
                    deleteFromList('/library/journals', [journal.id], strings.deletedNamed(journal.name));
                    deleted();
                },
            },
        ]
        : [],
];

/** Asks for a new name for a place. */
export const renamePlace = (journal, place) =>
    askForText({
        title: strings.renamePlace,
        label: strings.name,
        value: place.name,
        confirm: strings.rename,
        missing: strings.placeNeedsName,
        save: async (name) => {
            await send('PATCH', `/library/places/${place.id}`, { body: { name } });
            await refresh(`/library/journals/${journal}`);
        },
    });

/** Asks when the traveler was at a place. A journal's places are sorted by these times. */
export function changeDate(journal, place) {
    // The date is in the place's local time, so its time zone is kept.
    const [, local, zone] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::\d\d)?(.*)$/.exec(place.date) ??
        [null, `${place.date.slice(0, 10).padEnd(10, '-01')}T12:00`, ''];
    return askForText({
        title: strings.whenThere,
        label: strings.dateAndTime,
        type: 'datetime-local',
        value: local,
        confirm: strings.change,
        missing: strings.chooseDate,
        save: async (text) => {
            await send('PATCH', `/library/places/${place.id}`, {
                body: { date: `${text.slice(0, 16)}:00${zone}` },
            });
            await refresh(`/library/journals/${journal}`);
        },
    });
}

/** Deletes a place with its notes, pictures and videos. */
export const deletePlace = (journal, place) =>
    deleteWithUndo([place.id], {
        text: strings.deletedNamed(place.name),
        putBack: () => {},
        changed: () => refresh(`/library/journals/${journal}`, '/library/deleted'),
    });

/** True if a URL segment is a date, which represents items without a place; false for a place id. */
export const isDay = (part) => /^\d{4}(-\d\d){0,2}$/.test(part ?? '');

/**
 * Returns the contents of a place in a journal; `null` means all items without a place, and a date means only those
 * of that day.
 */
export function stopOf(contents, place) {
    const stop = contents?.stops.find((each) => (each.place?.id ?? null) === (isDay(place) ? null : place));
    if (!stop || !isDay(place)) return stop;
    const ofDay = (list) => list.filter((each) => each.date.slice(0, 10) === place);
    const [notes, entries] = [ofDay(stop.notes), ofDay(stop.entries)];
    return notes.length || entries.length ? { ...stop, notes, entries } : undefined;
}

const upload = later(() => import('../base/uploads.js'), 'upload');
const removeSamples = later(() => import('../base/welcome.js'), 'removeSamples');

/** True if a list of journals contains sample trips that this browser added. */
const hasSamples = (journals) =>
    mayWrite() &&
    (parsed(localStorage.getItem('postcard-samples')) ?? []).some((id) =>
        journals?.some((journal) => journal.id === id)
    );

/**
 * Adds photos and videos to a journal, then GPS tracks, which place photos without a position. Returns the responses
 * of the uploads that worked.
 *
 * @param {string} journal
 * @param {File[]} files
 * @param {Record<string, string>} [fields] The form fields of each photo. By default, the service sorts photos by day
 *   and place.
 */
export async function addFiles(journal, files, fields = { sorted: 'true' }) {
    const job = (path, media, fields = {}) => ({
        path: `/library/journals/${journal}/${path}`,
        parts: [...Object.entries(fields), ...media.map((file) => ['media', file])],
        refresh: ['/library/journals'],
    });
    const tracks = files.filter((file) => /\.gpx$/i.test(file.name));
    const photos = files.filter((file) => !tracks.includes(file));
    const answers = photos.length &&
            await upload(photos.map((file) => job(`media?id=${newID('entry')}`, [file], fields))) || [];
    const [added] = tracks.length && await upload([job('tracks', tracks)]) || [];
    if (added) {
        toast(strings.tracksAdded(
            added.tracks && plural(added.tracks, strings.track),
            plural(added.placed, 'photo'),
        ));
    }
    return [...answers, added].filter(Boolean);
}

/**
 * Creates a journal from photos and GPS tracks. The service sorts photos by day and place. Opens the journal after all
 * uploads, unless all of them failed.
 *
 * @param {File[]} files
 * @param {(path: string) => void} go
 */
export async function journalOf(files, go) {
    try {
        const { value: made } = await send('POST', `/library/journals?id=${newID('journal')}`, { body: {} });
        refresh('/library/journals');
        if ((await addFiles(made.id, files)).length) go(`/app/journals/${made.id}`);
    } catch (problem) {
        complain(problem);
    }
}

/** All journals. */
export default function list(screen) {
    screen.title(strings.journals);
    const all = resource('/library/journals?order=newest&limit=200');
    const rows = h('div');
    const list = h('ul', { class: 'list' });
    const showRows = growingList(list, row, screen);

    async function begin() {
        const id = newID('journal');
        const made = await askForText({
            title: strings.newJournal,
            label: strings.name,
            confirm: strings.create,
            missing: strings.journalNeedsName,
            save: async (name) =>
                (await send('POST', `/library/journals?id=${id}`, { body: { name } })).value,
        });
        if (!made?.id) return;
        refresh('/library/journals');
        screen.go(`/app/journals/${made.id}?add`);
    }

    const choose = () =>
        chooseFiles('image/*,video/*,.gpx', (files) =>
            journalOf(files, (path) => {
                if (!screen.until.aborted) screen.go(path);
            }));

    function row(journal) {
        const link = h(
            'a',
            {
                class: 'list-item journal-row',
                href: `/app/journals/${journal.id}`,
                data: { key: journal.id, journal: journal.id },
            },
            h(
                'span',
                { class: 'journal-cover' },
                journal.cover
                    ? h('img', { src: coverOf(journal.cover), alt: '', loading: 'lazy' })
                    : icon('journal'),
            ),
            h(
                'span',
                { class: 'grow' },
                h('b', { dir: 'auto' }, titleOf(journal.name)),
                h('span', { class: 'soft small' }, about(journal)),
            ),
        );
        const more = h('button', {
            class: 'icon-button',
            'aria-label': strings.moreFor(journal.name),
            onclick: (event) => menu(event.currentTarget, journal),
        }, icon('more'));
        return h('li', null, link, more);
    }

    const menu = (anchor, journal) => openMenu(anchor, journalMenu(journal));
    press(rows, '.journal-row', (part) => {
        const journal = all.value.peek()?.find((each) => each.id === part.dataset.journal);
        if (journal) menu(part, journal);
    }, { until: screen.until });
    showResource(
        all,
        (journals) => {
            showRows(journals);
            return journals.length ? list : empty({
                title: strings.noJournalsYet,
                text: strings.journalsText,
                picture: 'journal',
                actions: mayWrite() &&
                    h('button', { class: 'button button-primary', onclick: choose }, strings.choosePhotos),
            });
        },
        { into: rows, until: screen.until },
    );
    screen.returned = () => all.touch();
    const top = head({
        title: strings.journals,
        isMain: true,
        menu: () => [
            hasSamples(all.value.peek())
                ? { text: strings.removeSamples, icon: 'trash', run: removeSamples }
                : null,
        ],
        actions: [
            h(
                'button',
                { class: 'button writes', 'aria-label': strings.fromPhotos, onclick: choose },
                icon('image'),
                h('span', { class: 'only-wide' }, strings.fromPhotos),
            ),
            h(
                'button',
                {
                    class: 'button button-primary writes',
                    'aria-label': strings.newJournal,
                    onclick: begin,
                },
                icon('plus'),
                h('span', null, strings.new, h('span', { class: 'only-wide' }, strings.afterNew)),
            ),
        ],
    });
    // On a wide screen, the tabs contain all other items of the menu.
    const more = top.querySelector('[aria-haspopup]');
    effect(() => {
        more?.classList.toggle('only-narrow', !hasSamples(all.value.value));
    }, screen.until);
    return h('div', { class: 'page' }, top, rows);
}

/** Returns the dates and counts of a journal in one line. */
function about(journal) {
    const [first, last] = [dayOf(journal.first), dayOf(journal.last)];
    const days = first && last && first !== last
        ? `${first} – ${last}`
        : first || strings.created(dayOf(journal.created));
    // If the text wraps, no line starts with a separator dot.
    const counts = [
        journal.places && plural(journal.places, 'place'),
        ...countOf(journal.pictures, journal.videos),
    ];
    return [days, ...counts.filter(Boolean).map((count) => count.replace(' ', '\u00a0'))].join('\u00a0· ');
}

const coverOf = (cover) => picture(cover.thumbnail.replace(/\/thumbnail$/, ''), cover.version, 64);
