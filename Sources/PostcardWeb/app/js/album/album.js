import { get, isAbort, mayWrite, refresh, resource } from '../base/api.js';
import { chooseFiles, h, icon, linked, set } from '../base/dom.js';
import { keys } from '../base/keys.js';
import { later, share } from '../base/later.js';
import { serviceName } from '../base/services.js';
import { effect, signal } from '../base/signal.js';
import { empty, failed, head, loading } from '../base/states.js';
import { settings } from '../base/theme.js';
import { complain, toast } from '../base/toast.js';
import { deleteWithUndo } from '../base/undo.js';
import { distance, plural } from '../base/words.js';
import { manage } from '../grid/manage.js';
import { PhotoGrid } from '../grid/photo-grid.js';
import { photoItem } from '../grid/tile.js';
import { nameOf } from '../map/map-panel.js';
import { deletePin, renamePin } from '../map/pin-menu.js';
import { strings } from '../strings/pictures.js';
import { AlbumDownload } from './download.js';

const uploadPhotos = later(() => import('../base/uploads.js'), 'uploadPhotos');

/** An album: the photos of a pin's place. */
export default async function albumScreen(screen) {
    await settings().load().catch(() => {});
    const { until, params: { pin }, go } = screen;
    const album = resource(`/library/pins/${pin}/album`);
    /** Photos removed here. Responses may still contain them, and Undo may restore them. */
    const removed = new Set();
    let isTidy = false;
    let hasBegun = false;
    const { wishes = {} } = screen.state;
    const download = new AlbumDownload({
        pin,
        album,
        wishes,
        until,
        changed: () => draw(),
        announce: (text) => {
            status.textContent = text;
            draw();
            if (document.activeElement === document.body) another.focus({ preventScroll: true });
        },
    });
    const { watched, trouble } = download;

    const title = h('span', null, '…');
    const note = h('p', { class: 'soft small album-note' });
    const above = h('div', { class: 'album-above' });
    const below = h('div');
    const status = h('div', { class: 'visually-hidden', role: 'status' });
    const grid = new PhotoGrid({
        until,
        scroller: screen.element,
        label: strings.photos,
        isHorizontal: settings().value.peek()?.scroll === 'horizontal',
    });
    const tidy = h(
        'button',
        {
            class: 'button writes',
            'aria-pressed': 'false',
            onclick: () => setTidy(!isTidy),
        },
        icon('sweep'),
        strings.removePhotos,
    );
    const another = h(
        'button',
        {
            class: 'button writes',
            'aria-describedby': 'progress-text',
            onclick: () => download.get(),
        },
        icon('refresh'),
        strings.newCollection,
    );
    const selecting = manage(grid, {
        screen,
        remove,
        kind: 'photo',
        isTapped: (item) => {
            if (!isTidy) return false;
            remove([item.id]);
            return true;
        },
    });
    const bar = h('div', { class: 'bar album-bar' }, tidy, another, selecting.bar);
    screen.waits = true;
    screen.keep(() => ({ wishes: download.wishes, anchor: grid.anchor }));

    function setTidy(isOn) {
        isTidy = isOn;
        tidy.setAttribute('aria-pressed', String(isOn));
        grid.element.toggleAttribute('data-tidy', isOn);
        status.textContent = isOn ? strings.removingIsOn : '';
        draw();
    }

    /** Removes photos from the album; the photos below move up. */
    function remove(ids) {
        for (const id of ids) removed.add(id);
        draw();
        return deleteWithUndo(ids, {
            text: (count) => count === 1 ? strings.photoRemoved : strings.removed(plural(count, 'photo')),
            putBack: (back) => {
                for (const id of back) removed.delete(id);
                album.reload().then(draw, () => {});
                draw();
            },
            changed: () => {
                refresh('/library/pins.geojson');
                album.touch();
            },
        });
    }

    /** Adds the user's own photos. New Collection does not remove them. */
    const own = () =>
        chooseFiles('image/*', (files) => {
            uploadPhotos(files, pin).then(() => {
                trouble.value = null;
            });
        });

    function draw() {
        const value = album.value.peek();
        if (!value) return;
        const photos = value.photos.filter((photo) => !removed.has(photo.id));
        const job = watched.peek();
        const items = photos.map(photoItem);
        items.push(
            ...download.coming(new Set(items.map((item) => item.id))).filter((item) => !removed.has(item.id)),
        );
        grid.take(items);
        grid.element.hidden = items.length === 0;
        note.textContent = isTidy
            ? strings.tapToRemove
            : job || !photos.length
            ? ''
            : plural(photos.length, 'photo');
        const isStarting = !items.length && !job && download.isAsking.peek();
        const shown = items.length || job || isStarting ? null : withoutPhotos({ ...value, photos }, {
            get: (more) => download.get(more),
            download,
            own,
            move: () => go(`/app/?move=${pin}`),
        });
        below.replaceChildren(
            ...isStarting ? [loading()] : shown && !trouble.peek() ? [empty(shown)] : [],
            ...value.notice ? [h('p', { class: 'soft small album-notice' }, linked(value.notice))] : [],
        );
        tidy.disabled = photos.length === 0 || Boolean(job);
    }

    effect(() => {
        const [value, problem] = [album.value.value, album.problem.value];
        if (value === undefined) {
            below.replaceChildren(
                problem
                    ? failed(
                        problem,
                        () => album.touch(),
                        problem.isMissing &&
                            h('a', { class: 'button', href: '/app/' }, strings.openMap),
                    )
                    : loading(),
            );
            if (problem) title.textContent = problem.isMissing ? strings.pinNotFound : strings.album;
            bar.hidden = true;
            return;
        }
        bar.hidden = false;
        title.textContent = nameOf(value.pin);
        screen.title(nameOf(value.pin));
        draw();
        grid.restore(screen);
        if (hasBegun) return;
        hasBegun = true;
        download.resume(value.state);
    }, until);

    effect(() => {
        const now = watched.value;
        const problem = trouble.value;
        another.disabled = Boolean(now);
        set(another, { 'aria-busy': String(download.isAsking.value) });
        above.replaceChildren(
            ...now ? [progressBar(now)] : problem
                ? [failed(
                    problem,
                    problem.code === 'providerMissing' ? undefined : () => download.get(download.wishes),
                    [
                        download.otherSource &&
                        h('button', {
                            class: 'button',
                            onclick: () => download.get({ ...download.wishes, source: download.otherSource }),
                        }, strings.search(serviceName(download.otherSource))),
                        mayWrite() && h('button', { class: 'button', onclick: own }, strings.addOwn),
                    ],
                )]
                : [],
        );
        if (now && isTidy) setTidy(false);
        if (!now) queueMicrotask(draw);
    }, until);

    /** Selects all but the first photo in each group of photos that look alike. */
    async function selectDuplicates() {
        try {
            const groups = await get(`/library/duplicates?pin=${pin}&limit=200`, until);
            const copies = groups.flatMap((group) => group.slice(1).map((photo) => photo.id));
            if (!copies.length) return void toast(strings.noDuplicates);
            selecting.selection.set(copies);
            grid.reveal(copies[0]);
        } catch (problem) {
            if (!isAbort(problem)) complain(problem);
        }
    }

    keys({
        't': [strings.removeByClicking, () => {
            if (mayWrite() && !tidy.disabled) setTidy(!isTidy);
        }],
        'n': [strings.newCollectionKey, () => {
            if (mayWrite()) download.get();
        }],
    }, { until, root: screen.element });
    screen.returned = () => album.touch();
    album.touch();

    const menu = () => [
        mayWrite() ? { text: strings.addOwn, icon: 'plus', run: own } : null,
        mayWrite()
            ? {
                text: strings.renamePin,
                icon: 'entry',
                run: async () => {
                    if (await renamePin(album.value.value.pin)) album.touch();
                },
            }
            : null,
        mayWrite() ? { text: strings.movePin, icon: 'locate', run: () => go(`/app/?move=${pin}`) } : null,
        ...grid.items.length
            ? [
                ...selecting.items(),
                mayWrite() ? { text: strings.selectDuplicates, icon: 'copy', run: selectDuplicates } : null,
                {
                    text: strings.share,
                    icon: 'share',
                    run: () => share({ title: nameOf(album.value.value.pin), ids: [pin] }),
                },
            ]
            : [],
        mayWrite()
            ? {
                text: strings.deletePin,
                icon: 'trash',
                isDangerous: true,
                run: () => {
                    deletePin(album.value.value.pin);
                    go('/app/');
                },
            }
            : null,
    ];
    return h(
        'div',
        { class: 'page page-grid' },
        head({ title, back: '/app/', backName: strings.map, menu }),
        note,
        above,
        grid.element,
        below,
        status,
        bar,
    );
}

/** The time in milliseconds after which the app reports that a photo service is slow. */
const patience = 8000;

/**
 * Shows the progress of an album's download, and a Stop button. If the photo service is slow to respond,
 * offers another service.
 *
 * @param {{ job: any, hasBrokenOff: any, stop: () => void, until: AbortSignal, service: string, other: string
 *   | null, change: () => void }} watched
 */
function progressBar({ job, hasBrokenOff, stop, until, service, other, change }) {
    const isSlow = signal(false);
    const timer = setTimeout(() => {
        isSlow.value = true;
    }, patience);
    until.addEventListener('abort', () => clearTimeout(timer), { once: true });
    const waiting = () => isSlow.value ? strings.isSlow(service) : strings.searchingPhotos;
    const instead = other &&
        h('button', { class: 'button', hidden: true, onclick: change }, strings.search(other));
    const text = h('span', { class: 'grow', id: 'progress-text' });
    const bar = h('div', {
        class: 'progress',
        role: 'progressbar',
        'aria-labelledby': 'progress-text',
        'aria-valuemin': 0,
    }, h('i'));
    effect(() => {
        const { count, stored, skipped } = job.value;
        text.textContent = hasBrokenOff.value
            ? strings.waiting
            : count === 0
            ? waiting()
            : strings.progress(stored, plural(count, 'photo'), skipped);
        if (instead) instead.hidden = Boolean(job.value.count) || !isSlow.value;
        if (count) {
            bar.setAttribute('aria-valuemax', String(count));
            bar.setAttribute('aria-valuenow', String(stored));
        }
        bar.style.setProperty('--part', String(count ? Math.max(0.03, stored / count) : 0.03));
    }, until);
    return h(
        'div',
        { class: 'album-progress' },
        h(
            'div',
            { class: 'row' },
            text,
            mayWrite() && instead,
            mayWrite() &&
                h('button', { class: 'button', onclick: stop }, strings.stop),
        ),
        bar,
    );
}

/**
 * Returns the empty state of an album: what happened and what to do.
 *
 * @param {any} album
 * @param {{ get: (wishes?: any) => void, move: () => void, own: () => void, download: AlbumDownload }}
 *   actions
 */
function withoutPhotos(album, { get, move, own, download }) {
    const { otherSource, wider, wishes } = download;
    const button = (text, run, isFirst = false) =>
        mayWrite() && h('button', { class: ['button', isFirst && 'button-primary'], onclick: run }, text);
    const mine = button(strings.addOwn, own);
    const source = otherSource &&
        button(strings.search(serviceName(otherSource)), () => get({ ...wishes, source: otherSource }));
    if (album.state === 'none-found') {
        return {
            picture: 'image',
            title: strings.noImages,
            text: strings.noFreePhotos,
            actions: [
                wider &&
                button(strings.searchWithin(distance(wider)), () => get({ ...wishes, radius: wider }), true),
                source,
                button(strings.movePin, move),
                mine,
            ],
        };
    }
    if (album.photos.length === 0 && album.state === 'ready') {
        return {
            picture: 'sweep',
            title: strings.allRemoved,
            text: strings.restoresLast,
            actions: [
                button(strings.newCollection, () => get(), true),
                h('a', { class: 'button', href: '/app/trash' }, strings.openTrash),
            ],
        };
    }
    return {
        picture: 'image',
        title: strings.noPhotosYet,
        text: mayWrite() ? strings.getNear : strings.notDownloaded,
        actions: [button(strings.getPhotos, () => get(), true), mine],
    };
}
