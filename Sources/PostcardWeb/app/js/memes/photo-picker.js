import { beginJob, problemOf, runningJob, watchJob } from '../album/download.js';
import { get, isAbort, picture, Problem, refresh, resource, send } from '../base/api.js';
import { dialog } from '../base/dialog.js';
import { fill, h, icon } from '../base/dom.js';
import { effect } from '../base/signal.js';
import { empty, failed, loading } from '../base/states.js';
import { useStyle } from '../base/theme.js';
import { named, plural, position } from '../base/words.js';
import { loadPictures, pictures } from '../grid/pictures.js';
import { strings } from '../strings/pictures.js';

/**
 * Opens a dialog to choose pictures.
 *
 * @param {{ title: string, confirm?: string, isMultiple?: boolean }} options
 * @param {(into: HTMLElement, tools: { tile: (picture: any, refusal?: string) => HTMLElement, until:
 *   AbortSignal, close: () => void }) => void} show Shows the pictures. A tile with a `refusal` can't be
 *   chosen.
 * @returns {Promise<any[]>} The pictures; none if the user dismissed the dialog.
 */
async function openPicker({ title, confirm = strings.add, isMultiple = false }, show) {
    await useStyle('picker');
    /** @type {Map<string, any>} */
    const chosen = new Map();
    const stop = new AbortController();
    const into = h('div', { class: 'picker' });
    const done = h('button', {
        class: 'button button-primary',
        'aria-disabled': 'true',
        onclick: () => {
            if (chosen.size) box.close([...chosen.values()]);
        },
    }, confirm);
    const count = () => {
        done.setAttribute('aria-disabled', String(chosen.size === 0));
        done.textContent = chosen.size ? strings.chosen(confirm, plural(chosen.size, 'picture')) : confirm;
    };

    function tile(item, refusal = '') {
        const button = h(
            'button',
            {
                class: 'picker-tile',
                data: { key: item.id },
                'aria-pressed': isMultiple ? String(chosen.has(item.id)) : null,
                'aria-label': item.title || strings.photo,
                'aria-disabled': refusal ? 'true' : null,
                title: refusal || null,
                style: { '--ratio': String(item.width / item.height) },
                onclick: () => {
                    if (refusal) return;
                    if (!isMultiple) return box.close([item]);
                    chosen.has(item.id) ? chosen.delete(item.id) : chosen.set(item.id, item);
                    button.setAttribute('aria-pressed', String(chosen.has(item.id)));
                    count();
                },
            },
            h('img', {
                src: picture(item.path ?? `/library/photos/${item.id}`, item.blob, 120),
                alt: '',
                loading: 'lazy',
                decoding: 'async',
            }),
            item.kind === 'video' && h('span', { class: 'picker-kind' }, icon('video')),
            refusal && h('span', { class: 'picker-reason' }, strings.noChanges),
        );
        return button;
    }

    const box = dialog({ title, content: into, actions: isMultiple ? [done] : [], kind: 'sheet' });
    show(into, { tile, until: stop.signal, close: () => box.close() });
    const result = await box.closed;
    stop.abort();
    return result ?? [];
}

/** The number of tiles to add at a time. A library may have thousands of pictures. */
const portion = 200;

/**
 * Lets the user choose among the library's pictures: photos in albums, and pictures in journals and entries. Albums
 * are filters.
 *
 * @param {{ title?: string, confirm?: string, isMultiple?: boolean, isForMeme?: boolean, kinds?: string[] }}
 *   options For a meme, photos whose license forbids changes can't be chosen. `kinds` are kinds of
 *   `/library/pictures`.
 * @returns {Promise<any[]>} Items as in `grid/pictures.js`; none if the user dismissed the dialog.
 */
export const pickPictures = ({
    title = strings.myPictures,
    isForMeme = false,
    kinds = ['photo', 'picture', 'video'],
    ...options
}) =>
    openPicker({ title, ...options }, (into, { tile, until, close }) => {
        const [tiles, end, note] = [
            h('div', { class: 'picker-tiles' }),
            h('div', { class: 'picker-end' }),
            h('div', null, loading(6)),
        ];
        const filter = h('select', {
            class: 'input',
            'aria-label': strings.album,
            hidden: true,
            onchange: () => show(),
        }, h('option', { value: '' }, strings.allPictures));
        /** The photos in albums by id, with their licenses. */
        const photos = new Map();
        let shown = /** @type {any[]} */ ([]);
        let added = 0;

        function refusalOf({ id }) {
            const license = isForMeme && photos.get(id)?.license;
            return license && !license.allowsDerivatives ? strings.forbidsChanges(license.name) : '';
        }
        function addPortion() {
            const next = shown.slice(added, added + portion);
            added += next.length;
            tiles.append(...next.map((item) => tile(item, refusalOf(item))));
            end.hidden = added >= shown.length;
        }
        function show() {
            shown = (pictures.peek() ?? []).filter((item) =>
                kinds.includes(item.kind) && (!filter.value || item.place === filter.value)
            ).map((item) => ({ ...item, title: photos.get(item.id)?.title || item.title }));
            added = 0;
            fill(tiles);
            fill(
                note,
                !shown.length &&
                    empty({
                        title: strings.noPicturesYet,
                        text: strings.pickerAppearHere,
                        actions: h('a', { class: 'button', href: '/app/', onclick: close }, strings.openMap),
                    }),
            );
            addPortion();
        }
        const watcher = new IntersectionObserver((seen) => {
            if (seen.some((each) => each.isIntersecting)) addPortion();
        }, { root: into.closest('dialog'), rootMargin: '600px' });
        watcher.observe(end);
        until.addEventListener('abort', () => watcher.disconnect());

        async function load() {
            try {
                const [albums] = await Promise.all([
                    resource('/library/albums?limit=200').load(),
                    loadPictures(until),
                ]);
                const full = albums.filter((album) => album.photos.length);
                for (const album of full) for (const photo of album.photos) photos.set(photo.id, photo);
                filter.append(
                    ...full.map(({ pin }) =>
                        h('option', { value: pin.id }, named(pin.name, position(pin.coordinate, 3)))
                    ),
                );
                filter.hidden = !full.length;
                show();
            } catch (problem) {
                if (!isAbort(problem)) fill(note, failed(Problem.from(problem), load));
            }
        }
        fill(into, filter, note, tiles, end);
        load();
    });

/** The maximum distance between a place and its pin, in meters. */
const near = 150;

/**
 * Lets the user choose photos that others took at a place, from the album of the place's pin. An empty album is
 * downloaded first.
 *
 * @param {any} place
 * @returns {Promise<any[]>} The photos; none if it was dismissed.
 */
export const pickPhotosOf = (place) =>
    openPicker(
        { title: strings.photosOf(place.name), isMultiple: true },
        async (into, { tile, until }) => {
            const [progress, photos] = [h('div', { role: 'status' }), h('div', { class: 'picker-tiles' })];
            /** The ids of the displayed photos. Their tiles stay, so selections are not lost. */
            const known = new Set();
            const show = (album) => {
                for (const photo of album.photos) {
                    if (!known.has(photo.id)) {
                        known.add(photo.id);
                        photos.append(tile(photo));
                    }
                }
            };
            const run = async () => {
                fill(into, progress, photos);
                fill(progress, loading(3));
                try {
                    const pin = await pinOf(place);
                    const album = resource(`/library/pins/${pin}/album`);
                    show(await album.load());
                    fill(progress);
                    if (known.size && !await runningJob(pin, until)) return;
                    const job = await runningJob(pin, until) ?? await beginJob(pin);
                    // Each photo can be read as soon as it arrives. The album contains all photos at the end.
                    const arrived = (photo) =>
                        photo
                            ? get(`/library/photos/${photo.id}`, until).then(
                                (read) => show({ photos: [read] }),
                                () => {},
                            )
                            : album.reload().then(show, () => {});
                    const watch = watchJob(job, { until, stored: arrived });
                    effect(() => {
                        const job = watch.state.value;
                        fill(
                            progress,
                            h(
                                'p',
                                { class: 'soft' },
                                job.state === 'running' ? strings.gettingPhotos(job.stored, job.count) : '',
                            ),
                        );
                    }, until);
                    const end = await watch.ended;
                    show(await album.reload());
                    refresh('/library/albums');
                    fill(progress);
                    if (end.state === 'failed') throw problemOf(end);
                    if (!known.size) {
                        fill(
                            into,
                            empty({
                                title: strings.noPhotosFound,
                                text: strings.noFreePhotos,
                            }),
                        );
                    }
                } catch (problem) {
                    if (!isAbort(problem)) fill(progress, failed(Problem.from(problem), run));
                }
            };
            run();
        },
    );

/** Returns the pin at a place; drops a new pin if no pin is near. */
async function pinOf(place) {
    if (place.pin) return place.pin;
    const pins = await resource('/library/pins?limit=200').load();
    const found = pins.find((pin) => meters(pin.coordinate, place.coordinate) < near);
    if (found) return found.id;
    const { value } = await send('POST', '/library/pins', {
        body: { coordinate: place.coordinate, name: place.name },
    });
    refresh('/library/pins');
    return value.id;
}

/** Returns the distance between two nearby coordinates, in meters. */
function meters(one, other) {
    const east = (((one.longitude - other.longitude) % 360 + 540) % 360 - 180) *
        Math.cos(one.latitude * Math.PI / 180);
    return Math.hypot(east, one.latitude - other.latitude) * 111_195;
}
