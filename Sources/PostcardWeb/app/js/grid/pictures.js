import { mayWrite, refresh, send } from '../base/api.js';
import { chooseFiles, h, icon, set } from '../base/dom.js';
import { ask, later, openMenu } from '../base/later.js';
import { follow } from '../base/pointers.js';
import { effect, signal } from '../base/signal.js';
import { empty, failed, head, loading } from '../base/states.js';
import { settings } from '../base/theme.js';
import { deleteWithUndo } from '../base/undo.js';
import { monthOf, plural } from '../base/words.js';
import { strings } from '../strings/pictures.js';
import { manage } from './manage.js';
import { PhotoGrid } from './photo-grid.js';

const uploadPhotos = later(() => import('../base/uploads.js'), 'uploadPhotos');
const journalOf = later(() => import('../journals/list.js'), 'journalOf');

/** The library's pictures, shared with the viewer over this screen; undefined until they arrive. */
export const pictures = signal(/** @type {any[] | undefined} */ (undefined));
/** Pictures that were deleted on this screen. Responses may still contain them, and Undo may restore them. */
const removed = signal(/** @type {Set<string>} */ (new Set()));
let version = /** @type {string | null} */ (null);

/** Returns pictures without the deleted ones. */
export const shownPictures = (list = pictures.value) => list?.filter((item) => !removed.value.has(item.id));

/**
 * Loads the list of pictures. The response has a column for each property, so a list of ten thousand pictures is
 * small.
 *
 * @param {AbortSignal} [until]
 */
export async function loadPictures(until) {
    const { value, etag, response } = await send('GET', '/library/pictures', {
        until,
        headers: version && pictures.peek() ? { 'If-None-Match': version } : {},
    });
    if (response.status === 304) return;
    version = etag;
    // Newest first; pictures without a date are last, in library order.
    const order = value.ids.map((_, at) => at).sort((a, b) =>
        (value.dates[b] ?? '').localeCompare(value.dates[a] ?? '') || a - b
    );
    pictures.value = order.map((at) => pictureItem(value.ids[at], at, value));
}

function pictureItem(id, at, { kinds, widths, heights, dates, blobs, colors, places }) {
    const [owner, number] = id.split('/');
    const plurals = { photo: 'photos', meme: 'memes', entry: 'entries' };
    const base = `/library/${plurals[owner.split('-')[0]]}/${owner}`;
    const path = number ? `${base}/media/${number}` : base;
    const date = dates?.[at] ?? '';
    return {
        id,
        kind: kinds[at],
        path,
        blob: blobs[at],
        color: colors?.[at],
        width: widths[at] || 4,
        height: heights[at] || 3,
        date,
        href: `/app/pictures/${id.replace('/', '.')}`,
        title: [nouns[kinds[at]] ?? strings.picture, monthOf(date)].filter(Boolean).join(', '),
        place: places?.[at],
        file: `${path}/file`,
        name: `${owner}.${kinds[at] === 'video' ? 'mp4' : 'jpg'}`,
        meme: kinds[at] === 'photo'
            ? undefined
            : owner.startsWith('entry')
            ? `/app/memes/new?entry=${owner}&number=${number ?? 1}`
            : null,
    };
}

const nouns = { photo: strings.photo, meme: strings.meme, picture: strings.picture, video: strings.video };

/**
 * Deletes pictures at once, and offers Undo. An entry is deleted with all its pictures, after a question: to remove
 * one of several pictures, the user edits the entry.
 *
 * @param {string[]} ids
 * @param {(restored?: string) => void} [changed] Called when pictures disappear, and with the id of the first one that
 *   is shown again.
 */
export async function removePictures(ids, changed = () => {}) {
    const ownerOf = (id) => id.split('/')[0];
    const owners = new Set(ids.map(ownerOf));
    const gone = (shownPictures() ?? []).map((item) => item.id).filter((id) => owners.has(ownerOf(id)));
    if (
        gone.length > ids.length &&
        !await ask({
            title: strings.deleteEntry,
            confirm: strings.delete,
            isDangerous: true,
            text: strings.deleteEntryText,
        })
    ) return;
    removed.value = new Set([...removed.peek(), ...gone]);
    changed();
    deleteWithUndo([...owners], {
        text: (size) => strings.deletedPictures(plural(size, 'picture')),
        size: gone.length,
        putBack: (back) => {
            removed.value = new Set([...removed.peek()].filter((id) => !back.includes(ownerOf(id))));
            changed(gone.find((id) => !removed.peek().has(id)));
        },
        changed: () => {
            refresh('/library/');
            loadPictures().catch(() => {});
        },
    });
}

/** All pictures of the library on one page: photos of albums, pictures and videos of entries, and memes. */
export default async function picturesScreen(screen) {
    await settings().load().catch(() => {});
    const { until } = screen;
    screen.title(strings.pictures);
    removed.value = new Set();
    const note = h('p', { class: 'soft small album-note' });
    const below = h('div', null, loading(12));
    const problem = signal(/** @type {any} */ (null));
    const grid = new PhotoGrid({
        until,
        scroller: screen.element,
        label: strings.allPictures,
        isHorizontal: settings().value.peek()?.scroll === 'horizontal',
        section: (item) => monthOf(item.date),
    });
    const months = scrubber(grid, until);
    const managed = manage(grid, { screen, kind: 'picture', remove: (ids) => removePictures(ids) });
    const bar = h('div', { class: 'bar album-bar only-selecting' }, managed.bar);
    screen.waits = true;
    screen.keep(() => ({ anchor: grid.anchor }));

    /** Adds files from this device to pins or a new journal. */
    const add = (event) => {
        openMenu(event.currentTarget, [
            {
                text: strings.toMap,
                icon: 'map',
                run: () => chooseFiles('image/*', (files) => uploadPhotos(files).then(load)),
            },
            {
                text: strings.toJournal,
                icon: 'journal',
                run: () => chooseFiles('image/*,video/*,.gpx', (files) => journalOf(files, screen.go)),
            },
        ]);
    };

    const load = () =>
        loadPictures(until).then(() => {
            problem.value = null;
        }, (error) => {
            if (error.name !== 'AbortError') problem.value = error;
        });
    function draw() {
        const items = shownPictures();
        if (!items) {
            if (problem.value) below.replaceChildren(failed(problem.value, load));
            return;
        }
        grid.take(items);
        months.update();
        note.textContent = items.length ? plural(items.length, 'picture') : '';
        grid.element.hidden = items.length === 0;
        below.replaceChildren(
            ...items.length ? [] : [empty({
                title: strings.noPicturesYet,
                text: strings.appearHere,
                actions: mayWrite() &&
                    h('button', { class: 'button button-primary', onclick: add }, strings.addPhotos),
            })],
        );
        grid.restore(screen);
    }
    effect(draw, until);
    load();
    screen.returned = load;
    // Pressing A to Z scrolls to the next month that starts with that character.
    grid.element.addEventListener('keydown', (event) => {
        if (!/^[a-wyz]$/i.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
        const order = [...grid.items.keys()];
        const next = [...order.slice(grid.current + 1), ...order.slice(0, grid.current)].find((at) =>
            monthOf(grid.items[at].date).toLowerCase().startsWith(event.key.toLowerCase()) &&
            monthOf(grid.items[at].date) !== monthOf(grid.items[at - 1]?.date)
        );
        if (next === undefined) return;
        event.stopPropagation();
        grid.focus(next);
    }, { signal: until });
    return h(
        'div',
        { class: 'page page-grid' },
        months.element,
        head({
            title: strings.pictures,
            isMain: true,
            menu: managed.items,
            actions: h(
                'button',
                { class: 'button button-primary writes', 'aria-haspopup': 'menu', onclick: add },
                icon('plus'),
                strings.addPhotos,
            ),
        }),
        note,
        grid.element,
        below,
        bar,
    );
}

/** Grids that are longer than their view by more than this factor have a handle. */
const worthwhile = 3;

/**
 * Returns a handle at the edge of a long grid. The handle shows the month in view, and scrolls to other months.
 *
 * @param {import('./photo-grid.js').PhotoGrid} grid A grid that scrolls down, with sections.
 * @param {AbortSignal} until
 * @returns {{ element: HTMLElement, update: () => void }} Call `update` after the grid's pictures change.
 */
function scrubber(grid, until) {
    const bubble = h('span', { class: 'scrubber-month' });
    const handle = h('div', {
        class: 'scrubber-handle',
        role: 'slider',
        tabindex: '0',
        'aria-label': strings.month,
        'aria-orientation': 'vertical',
        'aria-valuemin': 0,
        'aria-valuemax': 100,
    }, bubble);
    const years = h('div', { class: 'scrubber-years', 'aria-hidden': 'true' });
    const track = h('div', { class: 'scrubber-track' }, years, handle);
    const element = h('div', { class: 'scrubber', hidden: true }, track);
    let timer = 0;
    let isHeld = false;

    function move() {
        const text = grid.sectionInView;
        if (bubble.textContent !== text) bubble.textContent = text;
        set(handle, { 'aria-valuenow': Math.round(100 * grid.part), 'aria-valuetext': text });
        handle.style.setProperty('top', `${100 * grid.part}%`);
    }

    /** Shows the handle for a moment. */
    function show() {
        element.classList.add('is-shown');
        clearTimeout(timer);
        if (!isHeld) timer = setTimeout(() => element.classList.remove('is-shown'), 1500);
    }

    function update() {
        element.hidden = grid.isHorizontal || grid.layout.length < worthwhile * grid.range.extent;
        if (element.hidden) return;
        const room = 22 / (track.clientHeight || innerHeight);
        let last = -1;
        years.replaceChildren(
            ...grid.sections((item) => item.date?.slice(0, 4) ?? '').filter(({ text, part }) => {
                const isClear = text && part - last > room;
                if (isClear) last = part;
                return isClear;
            }).map(({ text, part }) => h('span', { style: { top: `${100 * part}%` } }, text)),
        );
        move();
    }

    const scrollTo = (event) => {
        const box = track.getBoundingClientRect();
        grid.part = Math.max(0, Math.min(1, (event.clientY - box.top) / box.height));
    };
    follow(track, {
        until,
        began: (event) => {
            event.preventDefault();
            isHeld = true;
            element.classList.add('is-held');
            scrollTo(event);
            show();
        },
        moved: ({ event }) => scrollTo(event),
        ended: () => {
            isHeld = false;
            element.classList.remove('is-held');
            show();
        },
    });
    handle.addEventListener('keydown', (event) => {
        const step = {
            ArrowDown: 1,
            ArrowUp: -1,
            PageDown: 12,
            PageUp: -12,
            End: Infinity,
            Home: -Infinity,
        }[event.key];
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        grid.goBySections(step);
    });
    grid.scroller.addEventListener('scroll', () => {
        if (!element.hidden) {
            move();
            show();
        }
    }, { passive: true, signal: until });
    new ResizeObserver((_, watcher) => {
        if (until.aborted) watcher.disconnect();
        else update();
    }).observe(grid.element);
    return { element, update };
}
