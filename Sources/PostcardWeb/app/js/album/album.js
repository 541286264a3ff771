import { get as load, mayWrite, refresh, resource, session } from '../base/api.js';
import { h } from '../base/dom.js';
import { head } from '../base/head.js';
import { icon } from '../base/icons.js';
import { keys } from '../base/keys.js';
import { isAbort } from '../base/problem.js';
import { effect, signal } from '../base/signal.js';
import { empty, failed, loading } from '../base/states.js';
import { useStyle } from '../base/style.js';
import { complain, toast } from '../base/toast.js';
import { settings } from '../base/theme.js';
import { deleteWithUndo } from '../base/undo.js';
import { plural } from '../base/words.js';
import { manage } from '../grid/manage.js';
import { PhotoGrid } from '../grid/photo-grid.js';
import { deletePin, nameOf, pinsChanged, renamePin } from '../map/pin-actions.js';
import { photoItem } from '../viewer/photo-item.js';
import { progressBar, sourceName, withoutPhotos } from './album-head.js';
import { beginJob, runningJob, stopJob, watchJob } from './job.js';

/** An album: the photos of a pin's place. */
export default async function albumScreen(screen) {
    await Promise.all([useStyle('grid'), useStyle('viewer'), settings().load().catch(() => {})]);
    const { until, params: { pin }, go } = screen;
    const album = resource(`/library/pins/${pin}/album`);
    const watched = signal(/** @type {any} */ (null));
    const trouble = signal(/** @type {any} */ (null));
    /** Photos that were removed here and may come back, in case an answer still has them. */
    const removed = new Set();
    /** Photos that came before the album shows them. */
    const arrived = new Map();
    let wishes = screen.state.wishes ?? {};
    let isTidy = false;
    let hasBegun = false;
    let anchor = screen.state.anchor;

    const title = h('span', null, '…');
    const note = h('p', { class: 'soft small album-note' });
    const above = h('div', { class: 'album-above' });
    const below = h('div');
    const status = h('div', { class: 'visually-hidden', role: 'status' });
    const grid = new PhotoGrid({ until, scroller: screen.element, label: 'Photos',
        isHorizontal: settings().value.peek()?.scroll === 'horizontal' });
    const tidy = h('button', { type: 'button', class: 'button writes', 'aria-pressed': 'false', onclick: () => setTidy(!isTidy) },
        icon('sweep'), 'Tidy');
    const another = h('button', { type: 'button', class: 'button writes', 'aria-describedby': 'progress-text', onclick: () => get() },
        icon('refresh'), 'New Collection');
    const selecting = manage(grid, { screen, remove, kind: 'photo',
        isTapped: item => { if (!isTidy) return false; remove([item.id]); return true; } });
    const bar = h('div', { class: 'bar album-bar' }, tidy, another, selecting.bar);
    screen.waits = true;
    screen.keep(() => ({ wishes, anchor: grid.anchor }));

    function setTidy(isOn) {
        isTidy = isOn;
        tidy.setAttribute('aria-pressed', String(isOn));
        grid.element.toggleAttribute('data-tidy', isOn);
        status.textContent = isOn ? 'Tidy is on: a tap removes a photo.' : '';
        draw();
    }

    /** Takes photos out of the album; those below flow up. */
    function remove(ids) {
        for (const id of ids) removed.add(id);
        draw();
        return deleteWithUndo(ids, { text: ids.length === 1 ? 'Photo removed' : `${plural(ids.length, 'photo')} removed`,
            putBack: back => { for (const id of back) removed.delete(id); album.reload().then(draw, () => {}); draw(); },
            changed: () => { refresh('/library/pins.geojson'); album.touch(); } });
    }

    async function get(more = {}) {
        if (watched.value || !mayWrite()) return;
        wishes = more;
        trouble.value = null;
        another.disabled = true;
        try {
            watch(await beginJob(pin, { ...wishes }));
        } catch (problem) {
            const running = problem.status === 409 ? await runningJob(pin, until) : null;
            if (running) return watch(running);
            trouble.value = problem;
            another.disabled = false;
        }
    }

    async function watch(job) {
        const before = album.value.peek()?.photos ?? [];
        arrived.clear();
        const { state, ended, hasBrokenOff } = watchJob(job, { until, stored: photo => {
            if (before.length) return;
            if (!photo) return album.touch();
            arrived.set(photo.id, { ...photo, blob: photo.version, kind: 'photo', path: `/library/photos/${photo.id}`,
                title: `Photo ${photo.number}`, href: `/app/pins/${pin}/photos/${photo.id}` });
            draw();
        } });
        // Placeholders follow how many are to come.
        effect(() => { if (state.value.count) draw(); }, until);
        watched.value = { job: state, hasBrokenOff, until, hadPhotos: before.length > 0, stop: () => stopJob(job.id).catch(complain) };
        setTidy(false);
        const last = await ended;
        if (until.aborted) return;
        await album.reload().catch(() => {});
        watched.value = null;
        refresh('/library/pins.geojson');
        status.textContent = last.state === 'done' ? `${plural(last.stored, 'photo')} there.` : last.state === 'none-found'
            ? 'No images found.' : 'The download has ended.';
        if (last.state === 'failed') trouble.value = { title: 'The photos could not be fetched',
            detail: `${last.problem ?? 'The source did not answer as expected.'} Try again in a while${otherSource() ? ', or look elsewhere' : ''}.` };
        draw();
        if (document.activeElement === document.body) another.focus({ preventScroll: true });
    }

    function draw() {
        const value = album.value.peek();
        if (!value) return;
        const photos = value.photos.filter(photo => !removed.has(photo.id));
        const items = photos.map(photoItem);
        const job = watched.peek()?.job.peek();
        if (job && !watched.peek().hadPhotos) {
            for (const photo of arrived.values()) if (!items.some(item => item.id === photo.id)
                && !removed.has(photo.id)) items.push(photo);
            const shapes = [1.5, 1.33, 0.75, 1.5, 1.78, 1];
            for (let at = items.length; at < (job.count || 12); at += 1) items.push({ id: `pending-${at}`, path: '', title: '',
                width: shapes[at % 6] * 300, height: 300, isPending: true });
        }
        grid.take(items);
        grid.element.hidden = items.length === 0;
        note.textContent = job || !photos.length ? '' : plural(photos.length, 'photo');
        const shown = items.length || job ? null : withoutPhotos({ ...value, photos },
            { get, wishes, otherSource: otherSource(), move: () => go(`/app/?move=${pin}`) });
        below.replaceChildren(...shown && !trouble.peek() ? [empty(shown)] : [], ...value.notice
            ? [h('p', { class: 'soft small album-notice' }, value.notice)] : []);
        tidy.disabled = photos.length === 0 || Boolean(job);
    }

    function otherSource() {
        const sources = session.value?.sources ?? [];
        const used = wishes.source ?? album.value.peek()?.photos?.[0]?.source ?? sources[0];
        return sources.find(source => source !== used) ?? null;
    }

    effect(() => {
        const [value, problem] = [album.value.value, album.problem.value];
        if (value === undefined) {
            below.replaceChildren(problem ? failed(problem, () => album.touch(), problem.isMissing
                && h('a', { class: 'button', href: '/app/' }, 'To the map')) : loading());
            if (problem) title.textContent = problem.isMissing ? 'No such pin' : 'Album';
            return;
        }
        title.textContent = nameOf(value.pin);
        screen.title(nameOf(value.pin));
        draw();
        if (!screen.hasPlace) {
            screen.hasPlace = true;
            requestAnimationFrame(() => {
                screen.ready();
                if (anchor) grid.reveal(anchor.id, anchor.by);
            });
        }
        if (hasBegun) return;
        hasBegun = true;
        if (['downloading', 'interrupted', 'empty'].includes(value.state)) resume(value.state);
    }, until);

    /** An empty album begins by itself; a download that is under way is watched; one that was interrupted goes on. */
    async function resume(state) {
        const running = await runningJob(pin, until);
        if (until.aborted || watched.value) return;
        if (running) return watch(running);
        if (mayWrite() && (state === 'empty' || state === 'downloading' || state === 'interrupted')) get(wishes);
    }

    effect(() => {
        const now = watched.value;
        const problem = trouble.value;
        another.disabled = Boolean(now);
        above.replaceChildren(...now ? [progressBar(now)] : problem
            ? [failed(problem, () => get(wishes), otherSource() && h('button',
                { type: 'button', class: 'button', onclick: () => get({ ...wishes, source: otherSource() }) },
                    `Look in ${sourceName(otherSource())}`))] : []);
        if (!now) queueMicrotask(draw);
    }, until);

    /** Selects all but the first of photos that look the same. */
    async function selectTwins() {
        try {
            const groups = await load(`/library/duplicates?pin=${pin}&limit=200`, until);
            const twins = groups.flatMap(group => group.slice(1).map(photo => photo.id));
            if (!twins.length) return void toast('No two photos here look the same.');
            selecting.selection.set(twins);
            grid.reveal(twins[0]);
        } catch (problem) {
            if (!isAbort(problem)) complain(problem);
        }
    }

    keys({ 't': ['Tidy: a click removes', () => { if (mayWrite() && !tidy.disabled) setTidy(!isTidy); }],
        'n': ['New collection', () => { if (mayWrite()) get(); }] }, { until, root: screen.element });
    screen.returned = () => album.touch();
    addEventListener('focus', () => { if (!watched.peek()) album.touch(); }, { signal: until });
    album.touch();

    const menu = () => [
        mayWrite() ? { text: 'Rename the pin', icon: 'entry',
            run: async () => { if (await renamePin(album.value.value.pin)) album.touch(); } } : null,
        mayWrite() ? { text: 'Move the pin', icon: 'locate', run: () => go(`/app/?move=${pin}`) } : null,
        { text: 'Select twins', icon: 'copy', run: selectTwins },
        { text: 'Select all', icon: 'select', run: () => selecting.selectAll() },
        { text: 'Share page', icon: 'share', run: () => { open(`/library/share.html?ids=${pin}`, '_blank', 'noopener'); } },
        { text: 'Download all', icon: 'download', run: () => { location.assign(`/library/share.zip?ids=${pin}`); } },
        mayWrite() ? { text: 'Delete the pin', icon: 'trash', isDangerous: true,
            run: () => { deletePin(album.value.value.pin).then(() => pinsChanged()); go('/app/'); } } : null,
    ];
    return h('div', { class: 'page page-grid' }, head({ title, back: '/app/', backName: 'Map', menu }), note, above, grid.element, below,
        status, bar);
}
