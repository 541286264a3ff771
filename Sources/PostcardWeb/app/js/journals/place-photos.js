import { get, refresh, resource, send } from '../base/api.js';
import { fill, h } from '../base/dom.js';
import { Problem, isAbort } from '../base/problem.js';
import { effect } from '../base/signal.js';
import { empty, failed, loading } from '../base/states.js';
import { beginJob, runningJob, watchJob } from '../album/job.js';
import { openPicker } from '../memes/photo-picker.js';

/** Metres within which a pin counts as that of a place. */
const near = 150;

/**
 * Lets somebody choose photos that others took at a place: those of its pin's album, which is filled first where it is empty.
 *
 * @param {any} place
 * @returns {Promise<any[]>} The photos; none when it was dismissed.
 */
export const pickPhotosOf = place => openPicker({ title: `Photos of ${place.name || 'this place'}`, isMultiple: true },
    async (into, { tile, until }) => {
    const [progress, photos] = [h('div', { role: 'status' }), h('div', { class: 'picker-tiles' })];
    /** Photos that came, in their order; those that are there stay, lest a choice be lost. */
    const known = new Set();
    const show = album => { for (const photo of album.photos) if (!known.has(photo.id)) { known.add(photo.id); photos.append(tile(photo)); } };
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
            // Each photo can be read as soon as it came; the album has them all at the end.
            const came = photo => photo ? get(`/library/photos/${photo.id}`, until).then(read => show({ photos: [read] }), () => {})
                : album.reload().then(show, () => {});
            const watch = watchJob(job, { until, stored: came });
            effect(() => { const job = watch.state.value;
                fill(progress, h('p', { class: 'soft' }, job.state === 'running' ? `Getting photos: ${job.stored} of ${job.count}` : '')); }, until);
            const end = await watch.ended;
            show(await album.reload());
            refresh('/library/albums');
            fill(progress);
            if (end.state === 'failed') throw new Problem({ status: 502, title: 'The photos could not be fetched',
                detail: end.problem ?? 'Try again later.' });
            if (!known.size) fill(into, empty({ title: 'No images', text: 'Nobody has published a free photo near this place.' }));
        } catch (problem) {
            if (!isAbort(problem)) fill(progress, failed(Problem.from(problem), run));
        }
    };
    run();
});

/** The pin of a place; where none is near, one is dropped. */
async function pinOf(place, until) {
    if (place.pin) return place.pin;
    const pins = await get('/library/pins?limit=200', until);
    const found = pins.find(pin => metres(pin.coordinate, place.coordinate) < near);
    if (found) return found.id;
    const { value } = await send('POST', '/library/pins', { body: { coordinate: place.coordinate, name: place.name } });
    refresh('/library/pins');
    return value.id;
}

/** The distance of two coordinates that are near each other. */
function metres(one, other) {
    const east = (((one.longitude - other.longitude) % 360 + 540) % 360 - 180) * Math.cos(one.latitude * Math.PI / 180);
    return Math.hypot(east, one.latitude - other.latitude) * 111_195;
}
