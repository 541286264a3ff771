import { beginJob, problemOf, runningJob, watchJob } from '../album/download.js';
import { get, isAbort, picture, Problem, refresh, resource, send } from '../base/api.js';
import { dialog } from '../base/dialog.js';
import { fill, h } from '../base/dom.js';
import { effect } from '../base/signal.js';
import { empty, failed, loading, showResource } from '../base/states.js';
import { useStyle } from '../base/theme.js';
import { named, plural, position } from '../base/words.js';

/**
 * Opens a dialog to choose photos.
 *
 * @param {{ title: string, confirm?: string, isMultiple?: boolean, isForMeme?: boolean }} options For a meme,
 *   only photos whose license allows changes can be chosen.
 * @param {(into: HTMLElement, tools: { tile: (photo: any) => HTMLElement, until: AbortSignal, close: () =>
 *   void }) => void} show Shows the photos.
 * @returns {Promise<any[]>} The photos; none if it was dismissed.
 */
async function openPicker({ title, confirm = 'Add', isMultiple = false, isForMeme = false }, show) {
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
        done.textContent = chosen.size ? `${confirm} ${plural(chosen.size, 'photo')}` : confirm;
    };

    function tile(photo) {
        const reason = isForMeme && !photo.license.allowsDerivatives
            ? `${photo.license.name} does not allow changes`
            : '';
        const button = h(
            'button',
            {
                class: 'picker-tile',
                'aria-pressed': isMultiple ? String(chosen.has(photo.id)) : null,
                'aria-label': photo.title || 'Photo',
                'aria-disabled': reason ? 'true' : null,
                title: reason || null,
                style: { '--ratio': String(photo.width / photo.height) },
                onclick: () => {
                    if (reason) return;
                    if (!isMultiple) return box.close([photo]);
                    chosen.has(photo.id) ? chosen.delete(photo.id) : chosen.set(photo.id, photo);
                    button.setAttribute('aria-pressed', String(chosen.has(photo.id)));
                    count();
                },
            },
            h('img', {
                src: picture(`/library/photos/${photo.id}`, photo.blob, 120),
                alt: '',
                loading: 'lazy',
                decoding: 'async',
            }),
            reason && h('span', { class: 'picker-reason' }, 'No changes allowed'),
        );
        return button;
    }

    const box = dialog({ title, content: into, actions: isMultiple ? [done] : [], kind: 'sheet' });
    show(into, { tile, until: stop.signal, close: () => box.close() });
    const result = await box.closed;
    stop.abort();
    return result ?? [];
}

/**
 * Lets the user choose photos from albums.
 *
 * @param {{ title: string, confirm?: string, isMultiple?: boolean, isForMeme?: boolean }} options
 */
export const pickPhotos = (options) =>
    openPicker(options, (into, { tile, until, close }) => {
        showResource(resource('/library/albums'), (albums) => {
            const full = albums.filter((album) => album.photos.length);
            if (!full.length) {
                return empty({
                    title: 'No photos yet',
                    text:
                        'Get photos of a place on the map first, or choose from the pictures in your journals and entries.',
                    actions: [
                        h('a', { class: 'button', href: '/app/', onclick: close }, 'Open the map'),
                        h(
                            'a',
                            { class: 'button', href: '/app/pictures', onclick: close },
                            'Open the pictures',
                        ),
                    ],
                });
            }
            return full.map((album) =>
                h(
                    'section',
                    { class: 'stack' },
                    h('h3', { dir: 'auto' }, named(album.pin.name, position(album.pin.coordinate, 3))),
                    h('div', { class: 'picker-tiles' }, album.photos.map(tile)),
                )
            );
        }, { into, until });
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
        { title: `Photos of ${place.name || 'this place'}`, isMultiple: true },
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
                    const pin = await pinOf(place, until);
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
                                job.state === 'running'
                                    ? `Getting photos: ${job.stored} of ${job.count}`
                                    : '',
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
                                title: 'No photos found',
                                text: 'No free-to-share photos were found near here.',
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
async function pinOf(place, until) {
    if (place.pin) return place.pin;
    const pins = await get('/library/pins?limit=200', until);
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
